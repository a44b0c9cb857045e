/** What a message is held against of what people of its tenant have said of others. */
import type { Lesson, LessonKind } from '../domain/lesson.ts'
import { limits } from '../domain/limits.ts'
import type { Sql } from '../lib/sql.ts'
import { findLessonMarks, findLessons, findLessonsOfSenders } from '../store/lesson.ts'

interface Remembered {
  mark: string
  lessons: Lesson[]
}
/** By tenant and kind; each time it is asked whether they are still the same. */
const remembered = new Map<string, Remembered>()

/** A message that is to be judged. */
interface Judged {
  tenantId: string
  /** The address of From. */
  from: string
}

/** The lessons of each, in order; empty for most. What is committed by now is in them. */
export async function lessonsFor(sql: Sql, messages: readonly Judged[]): Promise<Lesson[][]> {
  const marks = await findLessonMarks(
    sql,
    messages.map(({ tenantId }) => tenantId),
  )
  if (marks.length === 0) return messages.map(() => [])
  const ofKind = (kind: LessonKind) => marks.filter((mark) => mark.kind === kind)
  const passing = new Set(ofKind('pass').map(({ tenantId }) => tenantId))
  const wanted = messages
    .filter(({ tenantId }) => passing.has(tenantId))
    .flatMap(({ tenantId, from }) => sendersOf(from).map((sender) => ({ tenantId, sender })))
  const [toPass, ...toHold] = await Promise.all([
    findLessonsOfSenders(sql, wanted),
    ...ofKind('hold').map((mark) => current(sql, mark)),
  ])
  const holding = new Map(ofKind('hold').map(({ tenantId }, n) => [tenantId, toHold[n]!]))
  return messages.map(({ tenantId, from }) => {
    const senders = sendersOf(from)
    return [
      ...(holding.get(tenantId) ?? []),
      ...toPass.filter((lesson) => lesson.tenantId === tenantId && senders.includes(lesson.sender!)),
    ]
  })
}

/** Those that a draft of the tenant is held against. */
export async function lessonsForDraft(sql: Sql, tenantId: string): Promise<Lesson[]> {
  const marks = await findLessonMarks(sql, [tenantId])
  const mark = marks.find(({ kind }) => kind === 'reject')
  return mark === undefined ? [] : current(sql, mark)
}

/** A sender is proven by the host, or, where anyone has an address there, by the whole of it. */
const sendersOf = (from: string): string[] => {
  const address = from.toLowerCase()
  return [address, address.slice(address.lastIndexOf('@') + 1)]
}

async function current(
  sql: Sql,
  { tenantId, kind, mark }: { tenantId: string; kind: LessonKind; mark: string },
): Promise<Lesson[]> {
  const key = `${tenantId} ${kind}`
  const known = remembered.get(key)
  if (known?.mark === mark) return known.lessons
  const lessons = await findLessons(sql, tenantId, kind)
  if (remembered.size >= limits.lessonTenants) remembered.clear()
  remembered.set(key, { mark, lessons })
  return lessons
}
