/** Counting messages for rate-limit policies, in the transaction that takes them. */
import { hash } from 'node:crypto'
import type { AppliedPolicy, Firing } from '../../domain/policy.ts'
import type { Direction } from '../../domain/status.ts'
import type { Sql } from '../../lib/sql.ts'
import { oneForm } from '../../policy/address-pattern.ts'
import { firing, looksAt } from '../../policy/evaluate.ts'
import { rateLimitConfig, rateReason } from '../../policy/types/rate-limit.ts'
import {
  addToCounters,
  type Counter,
  counterKey,
  lockCounters,
  readCounters,
  type Used,
} from '../../store/policy-counter.ts'

/** A message to be counted. */
export interface Counted {
  tenantId: string
  inboxId: string
  /** The policies that apply to its inbox. */
  policies: readonly AppliedPolicy[]
  /** Inbound: the envelope sender. Outbound: every recipient of the envelope. */
  counterparties: readonly string[]
}

/** A rate limit as it concerns one message. */
interface RateUse {
  policy: AppliedPolicy
  reason: string
  max: number
  counters: Counter[]
}

/** A rate limit that fires, and the seconds until it may let the same through; undefined where it never does. */
export type LimitFiring = Firing & { retryAfter: number | undefined }

/**
 * Counts messages in order, and answers for each the rate limits that it is over. One that is over a limit that blocks
 * is counted nowhere: the caller must refuse it. All others count, and whoever counts the same waits for the transaction.
 */
export async function countMessages(
  tx: Sql,
  direction: Direction,
  messages: readonly Counted[],
): Promise<LimitFiring[][]> {
  const uses = messages.map((message) => rateUses(message, direction))
  const counters = uses.flat().flatMap((use) => use.counters)
  if (counters.length === 0) return messages.map(() => [])
  const used = await lockCounters(tx, counters)
  const added: (Counter & { count: number })[] = []
  const fired = uses.map((ofMessage) => {
    const over = overLimits(ofMessage, used)
    if (over.some(({ action }) => action === 'block')) return over
    for (const counter of ofMessage.flatMap((use) => use.counters)) {
      added.push({ ...counter, count: 1 })
      const { count = 0, seconds = counter.windowSeconds } = used.get(counterKey(counter)) ?? {}
      used.set(counterKey(counter), { count: count + 1, seconds })
    }
    return over
  })
  if (added.length > 0) await addToCounters(tx, added)
  return fired
}

/** The rate limits that a message would be over if it came now; nothing is counted. */
export async function wouldExceed(sql: Sql, direction: Direction, message: Counted): Promise<Firing[]> {
  const uses = rateUses(message, direction)
  if (uses.length === 0) return []
  return overLimits(
    uses,
    await readCounters(
      sql,
      uses.flatMap((use) => use.counters),
    ),
  )
}

const overLimits = (uses: RateUse[], used: Map<string, Used>): LimitFiring[] =>
  uses.flatMap(({ policy, reason, max, counters }) => {
    const full = counters.flatMap((counter) => {
      const { count = 0, seconds = counter.windowSeconds } = used.get(counterKey(counter)) ?? {}
      return count >= max ? [seconds] : []
    })
    if (full.length === 0) return []
    return [{ ...firing(policy, reason), retryAfter: max === 0 ? undefined : Math.max(...full) }]
  })

function rateUses({ tenantId, inboxId, policies, counterparties }: Counted, direction: Direction): RateUse[] {
  const limiting = policies.filter((policy) => policy.type === 'rate_limit' && looksAt(policy, direction))
  return limiting.map((policy) => {
    const config = rateLimitConfig.parse(policy.config)
    const whose =
      config.per === 'inbox'
        ? [`inbox:${inboxId}`]
        : [...new Set(counterparties.map((address) => `address:${oneForm(address)}`))]
    const counters = whose.map((subject) => ({
      tenantId,
      policyId: policy.id,
      subject: hash('sha256', `${direction}:${subject}`, 'hex'),
      windowSeconds: config.window_seconds,
    }))
    return { policy, reason: rateReason(config), max: config.max_messages, counters }
  })
}
