/** Applies a bounce or complaint to the message that it is about: recipients, status, suppressions, audit, events. */
import { isLocalAddress } from '../../domain/address.ts'
import { type AuditEntry, auditEntry } from '../../domain/audit.ts'
import type { MailReport } from '../../domain/mail-report.ts'
import type { RecipientStatus } from '../../domain/outbound.ts'
import {
  allCameBack,
  concernedBy,
  effectsOf,
  type RecipientEffect,
  suppressing,
} from '../../domain/report-effects.ts'
import type { OutboundStatus } from '../../domain/status.ts'
import type { Sql } from '../../lib/sql.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { moveOutbound } from '../../store/outbound-message.ts'
import { lockReported, recordReported } from '../../store/report.ts'
import type { NewEvent } from '../events/emit.ts'
import { suppressReturned } from './suppress.ts'

/** A report that came by the return path of a message of the same inbox. */
export interface Returned {
  tenantId: string
  inboxId: string
  /** The message that it is about. */
  messageId: string
  /** Index of the recipient whose return path it came by; null where several shared it. */
  recipient: number | null
  /** The report itself, as it is stored. */
  reportId: string
  report: MailReport
  /** Whether the words of the report may be shown: not where it is withheld itself. */
  quotable: boolean
}

/**
 * Does, within the transaction, all that a report calls for; answers the events to be emitted. A report on a message that
 * is gone, or that says nothing new, does nothing.
 */
export async function applyReport(tx: Sql, returned: Returned, inboxDomain: string): Promise<NewEvent[]> {
  const { tenantId, inboxId, messageId, report } = returned
  const message = await lockReported(tx, returned)
  if (message === undefined) return []
  const concerned = concernedBy(message.recipients, returned.recipient)
  const effects = effectsOf(report, concerned).map((effect) =>
    returned.quotable ? effect : withoutWords(effect),
  )
  await recordReported(
    tx,
    tenantId,
    messageId,
    effects.map(({ outcome }) => outcome),
  )
  const ended = effects.filter(({ type }) => type !== null)
  const delayed = effects.filter(({ type }) => type === null)
  await insertAuditEntries(tx, [
    ...entriesOf(returned, ended, 'medium'),
    ...entriesOf(returned, delayed, 'low'),
  ])
  if (ended.length === 0) return []
  const moved = await moveMessage(tx, returned, statusesAfter(message.recipients, ended))
  await suppressReturned(
    tx,
    { tenantId, inboxId, messageId },
    suppressing(ended, concerned).filter(({ address }) => !isLocalAddress(address, inboxDomain)),
  )
  return [eventOf(returned, ended, moved ?? message.status)]
}

/** A report whose own words are held back says its codes only. */
const withoutWords = ({ outcome, ...effect }: RecipientEffect): RecipientEffect => ({
  ...effect,
  outcome: { ...outcome, reason: 'The report about it is withheld.' },
})

function statusesAfter(
  recipients: readonly { index: number; status: RecipientStatus }[],
  ended: readonly RecipientEffect[],
): RecipientStatus[] {
  const after = new Map(ended.map(({ outcome }) => [outcome.index, outcome.status]))
  return recipients.map(({ index, status }) => after.get(index) ?? status)
}

/** One complaint is one about the message; it has bounced when nobody is left who has it. @returns what it is then; null: as it was. */
async function moveMessage(
  tx: Sql,
  { tenantId, messageId }: Returned,
  statuses: readonly RecipientStatus[],
): Promise<OutboundStatus | null> {
  const to: OutboundStatus | null = statuses.includes('complained')
    ? 'complained'
    : allCameBack(statuses)
      ? 'bounced'
      : null
  // While it is queued for others, or not settled yet, settling moves it.
  if (to !== null) await moveOutbound(tx, tenantId, messageId, to)
  return to
}

function entriesOf(
  { tenantId, inboxId, messageId, reportId, report }: Returned,
  effects: readonly RecipientEffect[],
  severity: 'low' | 'medium',
): AuditEntry[] {
  if (effects.length === 0) return []
  const about = {
    message_id: messageId,
    report_message_id: reportId,
    recipients: effects.map(({ address, type, outcome: { code, enhancedCode, reason } }) => ({
      address,
      type,
      code,
      enhanced_code: enhancedCode,
      reason,
    })),
  }
  if (report.kind === 'complaint')
    return [
      auditEntry(tenantId, inboxId, 'msg_complained', 'medium', 'A recipient complained about a message.', {
        ...about,
        feedback_type: report.feedbackType,
      }),
    ]
  const description = severity === 'low' ? 'A message is delayed.' : 'A message came back.'
  return [auditEntry(tenantId, inboxId, 'msg_bounced', severity, description, about)]
}

function eventOf(
  { tenantId, inboxId, messageId, report }: Returned,
  ended: readonly RecipientEffect[],
  status: OutboundStatus,
): NewEvent {
  const about = { tenantId, inboxId, messageId }
  if (report.kind === 'complaint')
    return {
      type: 'message.complained',
      ...about,
      facts: {
        recipients: ended.map(({ address }) => ({ address })),
        feedback_type: report.feedbackType,
      },
    }
  const recipients = ended.map(({ address, type, outcome: { code, enhancedCode, reason } }) => ({
    address,
    code: [code, enhancedCode].filter((part) => part !== null).join(' ') || null,
    reason: reason ?? '',
    type: type === 'hard' ? ('hard' as const) : ('soft' as const),
  }))
  return { type: 'message.bounced', ...about, facts: { recipients, status } }
}
