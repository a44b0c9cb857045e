/** Stage `settle`: writes what became of messages, ends their jobs and queues the next attempts, in one transaction. */
import { isLocalAddress } from '../../domain/address.ts'
import { type AuditEntry, auditEntry } from '../../domain/audit.ts'
import { allCameBack } from '../../domain/report-effects.ts'
import type { FailedRecipient } from '../../events/fields.ts'
import type { Sql } from '../../lib/sql.ts'
import { refusedCommand } from '../../mail/report/command.ts'
import { isHard, reasonOf } from '../../mail/report/reason.ts'
import type { HeldJob, Queue } from '../../queue/queue.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { recordOutboundAttempts, type SettledMessage } from '../../store/outbound-attempt.ts'
import { moveOutbound } from '../../store/outbound-message.ts'
import { suppressReturned } from '../bounce/suppress.ts'
import { emitEvents, type NewEvent } from '../events/emit.ts'
import type { Attempted } from './attempt-plan.ts'

/** One message whose attempt is over. */
export interface Settlement {
  /** Null where the claim on it was lost: what the peers took is put on record all the same, so that it isn't sent again. */
  job: HeldJob<'relay'> | null
  tenantId: string
  messageId: string
  /** Null where nothing was tried: the message is gone, or isn't to be sent any more. */
  attempted: Attempted | null
}

/**
 * Settles messages of concurrent attempts together.
 * @throws ClaimLostError where a job is held elsewhere by now; nothing is written then.
 */
export async function settle(
  items: readonly Settlement[],
  { database, queue, inboxDomain }: { database: Database; queue: Queue; inboxDomain: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    const jobs = items.flatMap(({ job }) => job ?? [])
    const finished = queue.finish(tx, 'relay', jobs)
    const again = items.flatMap(({ job, attempted }) =>
      job === null || attempted === null || attempted.next === null ? [] : [{ job, next: attempted.next }],
    )
    const [moved] = await Promise.all([
      recordOutboundAttempts(
        tx,
        items.flatMap(({ tenantId, messageId, attempted }) =>
          attempted === null
            ? []
            : [
                {
                  tenantId,
                  messageId,
                  recipients: attempted.recipients,
                  tried: attempted.tried,
                  simulated: attempted.simulated,
                  retryAt: attempted.retryAt?.toISOString() ?? null,
                },
              ],
        ),
      ),
      finished,
      queue.enqueue(
        tx,
        'relay',
        again.map(({ job, next }) => ({
          data: job.data,
          startAfter: next,
          ...(job.group === null ? {} : { group: job.group }),
        })),
      ),
    ])
    await endMoved(tx, moved, { queue, inboxDomain })
  })
}

/** What follows from messages having come to their end: suppressions, audit entries and events. */
export async function endMoved(
  tx: Sql,
  moved: readonly SettledMessage[],
  { queue, inboxDomain }: { queue: Queue; inboxDomain: string },
): Promise<void> {
  await endReturned(tx, moved, inboxDomain)
  await tell(tx, queue, moved)
}

/**
 * Suppresses addresses that their hosts don't know, and moves messages on that have come back from everybody before all
 * was settled: a report may overtake our own note.
 */
async function endReturned(tx: Sql, moved: readonly SettledMessage[], inboxDomain: string): Promise<void> {
  const byId = [...moved].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const message of byId) {
    const { tenantId, inboxId, id, status, recipients } = message
    if (status === 'sent' && recipients.some((one) => one.status === 'complained'))
      await moveOutbound(tx, tenantId, id, 'complained')
    else if (status === 'sent' && allCameBack(recipients.map((one) => one.status)))
      await moveOutbound(tx, tenantId, id, 'bounced')
    const unknown = recipients.filter(
      (one) => one.status === 'failed' && typeOf(one) === 'hard' && !isLocalAddress(one.address, inboxDomain),
    )
    await suppressReturned(
      tx,
      { tenantId, inboxId, messageId: id },
      unknown.map((one) => ({ address: one.address, type: 'hard', outcome: one })),
    )
  }
}

/** Whether a host has said that the address is no good, or only that it doesn't take this message. */
const typeOf = ({ code, enhancedCode, reason }: SettledMessage['recipients'][number]): 'hard' | 'soft' =>
  (code ?? 0) >= 500 && isHard(reasonOf(reason ?? '', enhancedCode, refusedCommand(reason ?? '')))
    ? 'hard'
    : 'soft'

/** Audit entries and events of the messages that have come to their end. */
async function tell(tx: Sql, queue: Queue, moved: readonly SettledMessage[]): Promise<void> {
  await insertAuditEntries(tx, moved.flatMap(entriesOf))
  await emitEvents(tx, queue, moved.flatMap(eventsOf))
}

function entriesOf(message: SettledMessage): AuditEntry[] {
  const { tenantId, inboxId, id, status, contentSha256, simulated, attempts, recipients } = message
  const about = { message_id: id, content_sha256: contentSha256, attempts }
  const sent = recipients.length - failedOf(message).length
  const entries: AuditEntry[] = []
  if (status === 'sent')
    entries.push(
      auditEntry(tenantId, inboxId, 'msg_sent', 'low', 'A message was sent.', {
        ...about,
        recipients: sent,
        simulated,
      }),
    )
  if (sent < recipients.length)
    entries.push(
      auditEntry(tenantId, inboxId, 'msg_bounced', 'medium', 'A message could not be handed over.', {
        ...about,
        recipients: failedOf(message),
      }),
    )
  return entries
}

function eventsOf(message: SettledMessage): NewEvent[] {
  const { tenantId, inboxId, id: messageId, status, simulated } = message
  const about = { tenantId, inboxId, messageId }
  const recipients = failedOf(message)
  if (status === 'failed') {
    const reason = 'No recipient could be reached.'
    return [{ type: 'message.failed', ...about, facts: { reason, recipients } }]
  }
  const bounced = recipients.map((recipient, index) => ({
    ...recipient,
    type: typeOf(message.recipients.filter((one) => one.status === 'failed')[index]!),
  }))
  const after = allCameBack(message.recipients.map((one) => one.status)) ? ('bounced' as const) : status
  return [
    { type: 'message.sent', ...about, facts: { simulated } },
    ...(bounced.length === 0
      ? []
      : [{ type: 'message.bounced' as const, ...about, facts: { recipients: bounced, status: after } }]),
  ]
}

function failedOf({ recipients }: SettledMessage): FailedRecipient[] {
  return recipients
    .filter(({ status }) => status === 'failed')
    .map(({ address, code, enhancedCode, reason }) => ({
      address,
      code: [code, enhancedCode].filter((part) => part !== null).join(' ') || null,
      reason: reason ?? '',
    }))
}
