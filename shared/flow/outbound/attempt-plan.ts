/** What an attempt means for a message: which recipients have their end, and when the others are tried again. */
import type { RecipientOutcome } from '../../domain/outbound.ts'
import type { OutboundMessage } from '../../store/outbound-message.ts'
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
  /** Whether anything was tried: what only had to wait counts as no attempt. */
  tried: boolean
  simulated: boolean
  /** When the job comes again; null when every recipient has its end. */
  next: Date | null
}

const hourMs = 3_600_000
/** Share of a delay by which it varies, so that what failed together isn't tried together. */
const jitter = 0.1
/** Milliseconds that a message waits at least where its destination only had no room. */
const leastWaitMs = 250

/** Works out what an attempt at `now` means; `random` is from 0 to 1. */
export function planAttempt(
  message: Pick<OutboundMessage, 'attempts' | 'firstAttemptAt'>,
  results: readonly HandedOver[],
  { delays, hours }: RetryPlan,
  now = Date.now(),
  random = Math.random(),
): Attempted {
  const firstAttempt = message.firstAttemptAt === null ? now : Date.parse(message.firstAttemptAt)
  const givenUp = now - firstAttempt >= hours * hourMs
  const recipients = results.flatMap((handed) => outcomeOf(handed, givenUp) ?? [])
  const ended = recipients.filter(({ status }) => status !== 'pending').length
  const tried = results.some(({ result }) => result.outcome !== 'waiting')
  return {
    recipients,
    tried,
    simulated: results.some(({ simulated }) => simulated),
    next: ended === results.length ? null : new Date(nextAttempt()),
  }

  function nextAttempt(): number {
    const deferred = results.some(({ result }) => result.outcome === 'deferred')
    const delay = delays[Math.min(message.attempts, delays.length - 1)] ?? 60
    const retryAt = now + delay * 1_000 * (1 + jitter * (2 * random - 1))
    const waits = results.flatMap(({ result }) =>
      result.outcome === 'waiting' ? [Math.max(result.notBefore ?? now, now + leastWaitMs)] : [],
    )
    return Math.min(...waits, ...(deferred ? [retryAt] : []))
  }
}

/** Null where nothing is to be written: the recipient wasn't tried. */
function outcomeOf({ index, result }: HandedOver, givenUp: boolean): RecipientOutcome | null {
  const { outcome, code, enhancedCode, text } = result
  if (outcome === 'sent') return { index, status: 'sent', code, enhancedCode, reason: text }
  if (outcome === 'failed') return { index, status: 'failed', code, enhancedCode, reason: text }
  if (givenUp) return { index, status: 'failed', code, enhancedCode: '4.4.7', reason: `given up: ${text}` }
  return outcome === 'deferred' ? { index, status: 'pending', code, enhancedCode, reason: text } : null
}
