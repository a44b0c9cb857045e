/** Learning from what a person says of a message: its traits are made on a thread, and kept with what was said. */
import type { Feedback, FeedbackLabel } from '../../domain/feedback.ts'
import type { LessonKind, LessonTraits } from '../../domain/lesson.ts'
import { limits } from '../../domain/limits.ts'
import type { Direction } from '../../domain/status.ts'
import type { TraitsTask } from '../../judge/tasks.ts'
import type { Log } from '../../lib/log.ts'
import type { Sql } from '../../lib/sql.ts'
import type { ThreadPool } from '../../lib/thread-pool.ts'
import { pack } from '../../mail/pack.ts'
import type { ParserPool } from '../../mail/parser-pool.ts'
import { findBlob } from '../../store/blobs.ts'
import { insertFeedback, type NewFeedback } from '../../store/feedback.ts'
import { findTeachable, forgetLesson, keepLesson } from '../../store/lesson.ts'

interface LearnParts {
  parser: ParserPool
  assessors: ThreadPool
  log: Log
}

/** What a message teaches where a person says of it that it is `label`; null: nothing. */
export interface Taught {
  kind: LessonKind
  traits: LessonTraits
}

/** Makes it, before the transaction that keeps it opens. */
export type Learn = (
  sql: Sql,
  about: { tenantId: string; messageId: string; label: FeedbackLabel },
) => Promise<Taught | null>

/** Milliseconds for the traits of a message. */
const traitsMs = limits.riskMs

/**
 * A learner over the parser and the threads of the process. A message that can't be read teaches nothing, and what is said
 * of it is kept all the same.
 */
export function learner({ parser, assessors, log }: LearnParts): Learn {
  return async (sql, { tenantId, messageId, label }) => {
    const message = await findTeachable(sql, tenantId, messageId)
    const kind = message === undefined ? null : kindOf(message.direction, label)
    if (message === undefined || kind === null) return null
    const raw = await findBlob(sql, tenantId, messageId)
    if (raw === null) return null
    try {
      const { mail, files } = await parser.readToJudge(raw)
      const { direction, authentication } = message
      const task: TraitsTask = {
        task: 'traits',
        kind,
        direction,
        mail: pack(mail),
        files: direction === 'inbound' ? files : [],
        authentication,
      }
      const traits = await assessors.run<LessonTraits | null>(task, traitsMs)
      return traits === null ? null : { kind, traits }
    } catch (error) {
      log.warn({ err: error, message_id: messageId }, 'nothing could be learned from a message')
      return null
    }
  }
}

/** What is good to come in may pass again; what is bad is held, either way. That a draft was good opens nothing. */
function kindOf(direction: Direction, label: FeedbackLabel): LessonKind | null {
  if (direction === 'outbound') return label === 'clean' ? null : 'reject'
  return label === 'clean' ? 'pass' : 'hold'
}

/** Puts on record what is said of a message, and keeps what it teaches in the place of what it taught before. */
export async function teach(tx: Sql, given: NewFeedback, taught: Taught | null): Promise<Feedback> {
  const { tenantId, inboxId, messageId } = given
  const feedback = await insertFeedback(tx, given)
  if (taught === null) await forgetLesson(tx, tenantId, messageId)
  else await keepLesson(tx, { tenantId, inboxId, messageId, feedbackId: feedback.id, ...taught })
  return { ...feedback, teaches: taught?.kind ?? null }
}
