/** What an attempt means for a message: which recipients have their end, and when the others are tried again. */
import type { RecipientOutcome } from '../../domain/outbound.ts'
import type { Outcome } from '../../relay/transport.ts'
import type { OutboundMessage, StoredRecipient } from '../../store/outbound-message.ts'
import type { HandedOver } from './hand-over.ts'

/** How long, and how often, delivery is tried. */
export interface RetryPlan {
  /** Seconds before each attempt after the first; the last one is used for all that follow. */
  delays: readonly number[]
  /** Hours after the first attempt in which delivery is given up. */
  hours: number
}

/** What is to be written of an attempt. */
export interface Attempted {
  recipients: RecipientOutcome[]
  /** Whether it counts as an attempt: not where recipients only had to wait, or were left out. */
  tried: boolean
  simulated: boolean
  /** When the job comes again; null when every recipient has its end. */
  next: Date | null
  /** When recipients that were put off are tried again; null where none was. */
  retryAt: Date | null
}

const hourMs = 3_600_000
/** Share of a delay by which it varies, so that what failed together isn't tried together. */
const jitter = 0.1
/** Milliseconds that a message waits at least where its destination only had no room. */
const leastWaitMs = 250

type Planned = Pick<OutboundMessage, 'attempts' | 'firstAttemptAt' | 'retryAt' | 'recipients'>

/** Recipients that an attempt at `now` is for: who was put off is left out until it is time for them. */
export function dueRecipients(
  { recipients, retryAt }: Pick<Planned, 'recipients' | 'retryAt'>,
  now = Date.now(),
): StoredRecipient[] {
  const early = retryAt !== null && now < Date.parse(retryAt)
  return recipients.filter(({ status, reason }) => status === 'pending' && !(early && reason !== null))
}

/**
 * Works out what an attempt at `now` means; `random` is from 0 to 1. Attempts and their delays are those of recipients
 * that were put off: whoever is, while such ones are left out, is tried again with them.
 */
export function planAttempt(
  message: Planned,
  results: readonly HandedOver[],
  { delays, hours }: RetryPlan,
  now = Date.now(),
  random = Math.random(),
): Attempted {
  const firstAttempt = message.firstAttemptAt === null ? now : Date.parse(message.firstAttemptAt)
  const givenUp = now - firstAttempt >= hours * hourMs
  const recipients = results.flatMap((handed) => outcomeOf(handed, givenUp) ?? [])
  const left = results.filter(({ result }) => !isFinal(result.outcome) && !(givenUp && isInVain(result)))
  const deferred = left.some(({ result }) => result.outcome === 'deferred')
  const leftOut = message.recipients.some(
    ({ status, index }) => status === 'pending' && !results.some((one) => one.index === index),
  )
  const ended = left.length === 0 && !leftOut
  const retryAt = leftOut ? Date.parse(message.retryAt!) : deferred ? now + delayMs() : null
  const waits = left.flatMap(({ result }) =>
    result.outcome === 'waiting' ? [Math.max(result.notBefore ?? now, now + leastWaitMs)] : [],
  )
  if (retryAt !== null) waits.push(leftOut ? Math.max(retryAt, now + leastWaitMs) : retryAt)
  return {
    recipients,
    tried: ended ? results.some(({ result }) => result.outcome !== 'waiting') : deferred && !leftOut,
    simulated: results.some(({ simulated }) => simulated),
    next: ended ? null : new Date(Math.min(...waits)),
    retryAt: retryAt === null ? null : new Date(retryAt),
  }

  function delayMs(): number {
    const seconds = delays[Math.min(message.attempts, delays.length - 1)] ?? 60
    return seconds * 1_000 * (1 + jitter * (2 * random - 1))
  }
}

/** Whether it was tried, or would have been in vain. Who found no room, or whose attempt was cut short, gets one first. */
const isInVain = ({ outcome, down }: HandedOver['result']): boolean => outcome === 'deferred' || down === true

const isFinal = (outcome: Outcome): boolean => outcome === 'sent' || outcome === 'failed'

/** Null where nothing is to be written: the recipient wasn't tried. */
function outcomeOf({ index, result }: HandedOver, givenUp: boolean): RecipientOutcome | null {
  const { outcome, code, enhancedCode, text } = result
  if (outcome === 'sent') return { index, status: 'sent', code, enhancedCode, reason: text }
  if (outcome === 'failed') return { index, status: 'failed', code, enhancedCode, reason: text }
  if (givenUp && isInVain(result))
    return { index, status: 'failed', code, enhancedCode: '4.4.7', reason: `given up: ${text}` }
  return outcome === 'deferred' ? { index, status: 'pending', code, enhancedCode, reason: text } : null
}
