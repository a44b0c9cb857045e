/** What findings rest on: passages of the text that a page shows, numbered as they stand there, and what is quoted beside it. */
import type { Message } from '../../shared/domain/message.ts'

type Detection = NonNullable<Message['security_analysis']>['detections'][number]
export type Evidence = NonNullable<Detection['evidence']>[number]

/** Pieces that are looked for at most, and characters that one must have to be found again. */
const most = 100
const fewest = 3

/** A stretch `[start, end)` of a text that findings rest on. */
export interface Passage {
  number: number
  start: number
  end: number
}

/** Findings that rest on the same. */
export interface FindingGroup {
  /** Numbers of passages. */
  passages: readonly number[]
  /** The whole of the text. */
  whole: boolean
  /** What stands in neither text. */
  quotes: readonly Evidence[]
  /** Most points first. */
  findings: readonly { detail: string; points: number }[]
}

export interface Grounds {
  subject: readonly Passage[]
  body: readonly Passage[]
  /** Most points first. */
  groups: readonly FindingGroup[]
}

interface Piece {
  start: number
  end: number
  /** Of the findings, by index. */
  finding: number
}

/** Where each piece of evidence stands in the subject and the body, as they are shown; pieces that overlap are one passage. */
export function groundsOf(
  detections: readonly Detection[],
  shown: { subject: string; body: string },
): Grounds {
  const telling = detections.filter(({ points = 0, result }) => points > 0 || result !== 'clean')
  const pieces = { subject: [] as Piece[], body: [] as Piece[] }
  const whole = new Set<number>()
  const quotes = telling.map((): Evidence[] => [])
  let looked = 0
  for (const [finding, { evidence = [] }] of telling.entries())
    for (const one of evidence) {
      const where = one.where === 'subject' ? 'subject' : 'body'
      const known = one.where === 'subject' || one.where === 'body' || one.where === 'html'
      const place = known && looked++ < most ? placeOf(one, shown[where]) : null
      if (place === null) {
        if (!quotes[finding]!.some(({ text, where: at }) => text === one.text && at === one.where))
          quotes[finding]!.push(one)
      } else if (where === 'body' && isAll(place, shown.body)) whole.add(finding)
      else pieces[where].push({ ...place, finding })
    }
  const of: Set<number>[] = telling.map(() => new Set())
  const subject = passagesOf(pieces.subject, 1, of)
  const body = passagesOf(pieces.body, subject.length + 1, of)
  const groups = new Map<string, FindingGroup & { findings: { detail: string; points: number }[] }>()
  for (const [finding, { detail, points = 0 }] of telling.entries()) {
    const passages = [...of[finding]!].sort((a, b) => a - b)
    const on = { passages, whole: whole.has(finding), quotes: quotes[finding]! }
    const key = JSON.stringify(on)
    const group = groups.get(key) ?? { ...on, findings: [] }
    groups.set(key, group)
    group.findings.push({ detail, points })
  }
  for (const { findings } of groups.values()) findings.sort((a, b) => b.points - a.points)
  const sum = ({ findings }: FindingGroup) => findings.reduce((total, { points }) => total + points, 0)
  return { subject, body, groups: [...groups.values()].sort((a, b) => sum(b) - sum(a)) }
}

type Place = Pick<Passage, 'start' | 'end'>

/** Where a piece stands: at its offset, if it does; else where it comes up first, with other white space perhaps. */
function placeOf({ text, offset }: Evidence, within: string): Place | null {
  if (text.trim().length < fewest) return null
  const start = offset !== undefined && within.startsWith(text, offset) ? offset : within.indexOf(text)
  return start === -1 ? looselyPlaced(text, within) : { start, end: start + text.length }
}

function looselyPlaced(text: string, within: string): Place | null {
  const sought = text.replaceAll(/\s+/gu, '')
  if (sought.length < fewest) return null
  const at = within.replaceAll(/\s+/gu, '').indexOf(sought)
  if (at === -1) return null
  const start = afterCharacters(within, at)
  return {
    start: start + /^\s*/u.exec(within.slice(start))![0].length,
    end: afterCharacters(within, at + sought.length),
  }
}

/** The index behind the first `count` code units of `text` that are no white space. */
function afterCharacters(text: string, count: number): number {
  let seen = 0
  for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
    if (seen + word.length >= count) return index + count - seen
    seen += word.length
  }
  return text.length
}

/** Whether nothing but white space stands around it. */
const isAll = ({ start, end }: Place, text: string): boolean =>
  text.slice(0, start).trim() === '' && text.slice(end).trim() === ''

/** Pieces as passages, numbered from `first`; `of` gets the numbers of each finding. */
function passagesOf(pieces: Piece[], first: number, of: readonly Set<number>[]): Passage[] {
  const passages: Passage[] = []
  for (const { start, end, finding } of pieces.sort((a, b) => a.start - b.start)) {
    let last = passages.at(-1)
    if (last === undefined || start >= last.end) {
      last = { number: first + passages.length, start, end }
      passages.push(last)
    } else last.end = Math.max(last.end, end)
    of[finding]!.add(last.number)
  }
  return passages
}
