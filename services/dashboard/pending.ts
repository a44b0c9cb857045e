/** Decisions that wait for a few seconds, so that they can be undone: kept in the database, and then carried out by the door. */

import type { ApprovalDetail } from '../../shared/domain/approval.ts'
import { type ErrorCode, errorTable, ServiceError } from '../../shared/domain/errors.ts'
import { isId } from '../../shared/domain/ids.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { Message } from '../../shared/domain/message.ts'
import type { Principal } from '../../shared/domain/principal.ts'
import { roleTooLittle } from '../../shared/domain/scopes.ts'
import { ClaimLostError, type Job, type JobOutcome } from '../../shared/queue/queue.ts'
import {
  type DueDecision,
  deletePendingDecision,
  findDueDecision,
  findPendingDecisions,
  hastenDecisions,
  insertPendingDecision,
  type KnownDecision,
  prolongSessionOf,
  settleDecision,
} from '../../shared/store/pending-decision.ts'
import { findSession } from '../../shared/store/sign-in.ts'
import { carryOut, type Decided, type Decision, mayDecide, stillWaits } from './decision.ts'
import type { Done, DoneShown } from './done-note.ts'
import { findMail } from './mail.ts'
import { maskTexts, secretsOf } from './mask.ts'
import { SaidError } from './said-error.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitor } from './visitor.ts'

/**
 * Keeps a decision, to be carried out in `limits.undoSeconds`, or before its approval expires; one that this session has made already stays as it is.
 * @throws ServiceError `forbidden`; `approval_resolved` where somebody has just decided; that or `not_withheld` where
 * nothing waits.
 */
export async function defer(
  { database, queue }: Pick<DashboardParts, 'database' | 'queue'>,
  { principal }: Pick<Visitor, 'principal'>,
  { message, approval }: Decided & { approval: Pick<ApprovalDetail, 'expires_at'> | null },
  decision: Decision,
  reason: string,
): Promise<void> {
  if (!mayDecide({ principal }, decision)) throw roleTooLittle()
  if (!stillWaits({ message, approval }, decision))
    throw new ServiceError(message.direction === 'inbound' ? 'not_withheld' : 'approval_resolved')
  const { tenantId, keyId } = principal
  const kept = {
    messageId: message.id,
    decision,
    contentSha256: approval?.content_sha256 ?? '',
    reason,
  }
  const seconds = approval === null ? limits.undoSeconds : secondsBefore(approval.expires_at)
  await database.transaction(async (tx) => {
    const dueAt = await insertPendingDecision(tx, { tenantId, keyId }, kept, seconds)
    if (dueAt === null) {
      const [known] = await findPendingDecisions(tx, tenantId, [message.id])
      // The same form again: a button that was pressed twice.
      if (known?.keyId === keyId && known.decision === decision && known.failure === null) return
      throw new SaidError('approval_resolved', texts().pending.decidedAlready)
    }
    await queue.enqueue(tx, 'decision', [
      { data: { tenantId, messageId: message.id }, startAfter: new Date(dueAt) },
    ])
  })
}

/** Seconds that an approval has to itself at its end, to be decided on. */
const lastSeconds = 2

/** Those in which a decision can be undone, and fewer where the time of its approval is up before. */
export const secondsBefore = (expiresAt: string, now = Date.now()): number =>
  Math.max(0, Math.min(limits.undoSeconds, (Date.parse(expiresAt) - now) / 1_000 - lastSeconds))

/**
 * Takes a decision back, which who could not have made it may not; `was`: what it is, as the page says that it is on.
 * @throws ServiceError `forbidden`; `approval_resolved` where it is too late, or somebody has decided otherwise since.
 */
export async function undo(
  { database }: Pick<DashboardParts, 'database'>,
  { principal }: Pick<Visitor, 'principal'>,
  messageId: string,
  was: unknown,
): Promise<void> {
  const decided = await decidedOn({ database }, { principal }, messageId)
  if (decided !== undefined && was !== undefined && was !== decided.decision)
    throw new SaidError('approval_resolved', texts().pending.decidedAlready)
  if (decided !== undefined && !mayDecide({ principal }, decided.decision)) throw roleTooLittle()
  if (decided === undefined || !(await deletePendingDecision(database, principal.tenantId, decided)))
    throw new SaidError('approval_resolved', texts().pending.tooLate)
}

/** Decisions on these messages, by message. */
export async function pendingOn(
  { database }: Pick<DashboardParts, 'database'>,
  { principal }: Pick<Visitor, 'principal'>,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, KnownDecision>> {
  const known = await findPendingDecisions(database, principal.tenantId, messageIds)
  return new Map(known.map((one) => [one.messageId, one]))
}

/** The decision on a message that an address names, unless it has been carried out. */
async function decidedOn(
  parts: Pick<DashboardParts, 'database'>,
  visitor: Pick<Visitor, 'principal'>,
  messageId: unknown,
): Promise<KnownDecision | undefined> {
  if (typeof messageId !== 'string' || !isId('message', messageId)) return undefined
  return (await pendingOn(parts, visitor, [messageId])).get(messageId)
}

/** What the address of a page says was done: nothing of a decision that was taken back since, and so waits again. */
export async function doneOf(
  parts: Pick<DashboardParts, 'database' | 'door' | 'assessors'>,
  visitor: Visitor,
  { done, undo }: Done,
): Promise<DoneShown> {
  if (typeof undo !== 'string' || !isId('message', undo)) return { done }
  const decided = await decidedOn(parts, visitor, undo)
  const params = { message_id: undo }
  const { answer } = await parts.door.invoke('get_message', visitor.caller, { params })
  if (answer.kind !== 'json') return { done, decided }
  const message = answer.value as Message
  if (decided === undefined && message.status === 'withheld') return {}
  const { masked } = await maskTexts(parts.assessors, [message.subject], secretsOf([message]))
  return { done, decided, subject: masked[0]!, sendAt: await dueTimeOf(parts, visitor, message, decided) }
}

/** When a message leaves that is approved ahead of its time; null: once it is approved. */
async function dueTimeOf(
  { door }: Pick<DashboardParts, 'door'>,
  { caller }: Visitor,
  { approval }: Message,
  decided: KnownDecision | undefined,
): Promise<string | null> {
  if (decided?.decision !== 'approve' || approval === undefined) return null
  const { answer } = await door.invoke('get_approval', caller, { params: { approval_id: approval.id } })
  const sendAt = answer.kind === 'json' ? (answer.value as ApprovalDetail).send_at : null
  return sendAt !== null && Date.parse(sendAt) > Date.now() ? sendAt : null
}

type DecisionParts = Pick<DashboardParts, 'database' | 'queue' | 'door' | 'log'>

/** Carries out at once what a session has decided, before it ends. */
export async function carryOutNow(parts: DecisionParts, { tenantId, keyId }: Principal): Promise<void> {
  const ids = await hastenDecisions(parts.database, tenantId, keyId)
  for (const messageId of ids) await carryOutDue(parts, tenantId, messageId)
}

/** Takes jobs of decisions whose time has come, until the queue stops. */
export async function workDecisions(parts: DecisionParts): Promise<void> {
  await parts.queue.work('decision', (jobs) => Promise.all(jobs.map((job) => settle(parts, job))))
}

async function settle(parts: DecisionParts, job: Job<'decision'>): Promise<JobOutcome> {
  const { tenantId, messageId } = job.data
  try {
    await carryOutDue(parts, tenantId, messageId)
    await parts.database.transaction((tx) => parts.queue.finish(tx, 'decision', [job]))
    return { id: job.id }
  } catch (error) {
    if (!(error instanceof ClaimLostError))
      parts.log.warn({ err: error, message_id: messageId }, 'a decision could not be carried out yet')
    return { id: job.id, error: error as Error }
  }
}

/** Seconds for which a session goes on whose time was over before what it decided is carried out. */
const prolongedSeconds = 60

/** @throws where it may work later. */
async function carryOutDue(parts: DecisionParts, tenantId: string, messageId: string): Promise<void> {
  await prolongSessionOf(parts.database, tenantId, messageId, prolongedSeconds)
  const due = await findDueDecision(parts.database, tenantId, messageId)
  const session = due === undefined ? undefined : await findSession(parts.database, due.keyHash)
  if (due === undefined || session === undefined) return
  const caller = { credentials: { principal: session.principal }, address: '', publicUrl: '' }
  await carryOutOnce(parts, { caller }, due).then(
    () => settleDecision(parts.database, tenantId, messageId, null),
    (error: unknown) => {
      if (!(error instanceof ServiceError) || errorTable[error.code satisfies ErrorCode].temporary)
        throw error
      return settleDecision(parts.database, tenantId, messageId, error.message)
    },
  )
}

async function carryOutOnce(
  parts: DecisionParts,
  visitor: Pick<Visitor, 'caller'>,
  { messageId, decision, contentSha256, reason, dueAt }: DueDecision,
): Promise<void> {
  const { message, approval: waiting } = await findMail(parts, visitor, messageId)
  if (waiting !== null && waiting.content_sha256 !== contentSha256) throw new ServiceError('approval_edited')
  if (decision === 'delete' && !stillWaits({ message, approval: waiting }, decision))
    throw new ServiceError('not_withheld')
  const { approval: known = null } = message
  const approval = known === null ? null : { id: known.id, content_sha256: contentSha256 }
  // Told twice, as after a crash, the door answers as it did the first time.
  const once = `decision-${messageId}-${Date.parse(dueAt)}`
  await carryOut(parts, visitor, { message, approval }, decision, { reason, once })
}
