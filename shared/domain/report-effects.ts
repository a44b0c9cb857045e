/** What a report about a message means for its recipients: no I/O, so that each rule can be tested by itself. */
import type { BouncedRecipient, MailReport } from './mail-report.ts'
import type { RecipientOutcome, RecipientStatus } from './outbound.ts'
import { suppressionKey } from './suppression.ts'

/** A recipient of the message that is reported about. */
interface Known {
  index: number
  address: string
  status: RecipientStatus
}

/** What is to be done about one recipient. */
export interface RecipientEffect {
  address: string
  /** What is written of it; its status is the one it had where nothing has become of it yet. */
  outcome: RecipientOutcome
  /** Null where it is delayed only. */
  type: 'hard' | 'soft' | 'complaint' | null
}

/** Characters of what a peer says that are kept. */
const longestReason = 500

/** Statuses from which a recipient can bounce: the report may overtake our own note that it was sent. */
const mayBounce: ReadonlySet<RecipientStatus> = new Set(['pending', 'sent'])

/**
 * The effects of `report` on `recipients`, those whom it can be about, each once. Nothing for recipients that have
 * their end already, so that a second report of the same changes nothing; nothing for addresses that the message wasn't
 * sent to.
 */
export function effectsOf(report: MailReport, recipients: readonly Known[]): RecipientEffect[] {
  const effects = new Map<number, RecipientEffect>()
  const add = (known: Known, effect: Omit<RecipientEffect, 'address'>) => {
    if (!effects.has(known.index) || effects.get(known.index)!.type === null)
      effects.set(known.index, { address: known.address, ...effect })
  }
  if (report.kind === 'complaint') {
    // "Not spam" is no complaint (RFC 5965 §7.3).
    if (report.feedbackType === 'not-spam') return []
    for (const known of complainersOf(report.recipients, recipients))
      if (mayBounce.has(known.status))
        add(known, {
          type: 'complaint',
          outcome: {
            index: known.index,
            status: 'complained',
            code: null,
            enhancedCode: null,
            reason: `reported as ${report.feedbackType}`,
          },
        })
    return [...effects.values()]
  }
  for (const reported of report.recipients) {
    if (reported.action !== 'failed' && reported.action !== 'delayed') continue
    const known = recipientOf(reported, recipients)
    if (known === undefined || !mayBounce.has(known.status)) continue
    const failed = reported.action === 'failed'
    add(known, {
      type: failed ? (reported.hard ? 'hard' : 'soft') : null,
      outcome: {
        index: known.index,
        status: failed ? 'bounced' : known.status,
        code: reported.code,
        enhancedCode: reported.enhancedCode,
        reason: reasonText(reported),
      },
    })
  }
  return [...effects.values()]
}

/**
 * The recipients whom a report can be about, by the return path that it came by: the one whose path it is, else all who
 * shared it.
 */
export const concernedBy = <Of extends Known>(recipients: readonly Of[], recipient: number | null): Of[] =>
  recipients.filter(({ index }) => recipient === null || index === recipient)

/**
 * The effects that put their address on the suppression list. Recipients who shared a return path can report each other:
 * of several, a report suppresses nobody.
 */
export const suppressing = (
  effects: readonly RecipientEffect[],
  concerned: readonly Known[],
): RecipientEffect[] =>
  concerned.length > 1 ? [] : effects.filter(({ type }) => type === 'hard' || type === 'complaint')

/** Whether all that became of a message is that it came back, or never got there. */
export const allCameBack = (statuses: readonly RecipientStatus[]): boolean =>
  statuses.includes('bounced') && statuses.every((status) => status === 'bounced' || status === 'failed')

/**
 * The recipient that a report names. Where it can only be about one, it is that one whatever the report calls it: mail is
 * forwarded, and the report then names where it went in the end.
 */
function recipientOf(
  { address, originalAddress }: BouncedRecipient,
  recipients: readonly Known[],
): Known | undefined {
  const named = [address, originalAddress ?? ''].map(suppressionKey)
  return (
    recipients.find((known) => named.includes(suppressionKey(known.address))) ??
    (recipients.length === 1 ? recipients[0] : undefined)
  )
}

function complainersOf(named: readonly string[], recipients: readonly Known[]): readonly Known[] {
  const keys = named.map(suppressionKey)
  const found = recipients.filter(({ address }) => keys.includes(suppressionKey(address)))
  return found.length === 0 && recipients.length === 1 ? recipients : found
}

const reasonText = ({ text, reason }: BouncedRecipient): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longestReason)
    .toWellFormed() || reason.replaceAll('_', ' ')
