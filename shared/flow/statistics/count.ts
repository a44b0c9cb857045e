/** Counts what has happened into rows of statistics, soon after; each thing once, whatever dies in between. */
import type { Counts } from '../../domain/statistics.ts'
import {
  findingCount,
  periodNames,
  riskCount,
  startOf,
  stepOf,
  verdictCount,
} from '../../domain/statistics.ts'
import type { Sql } from '../../lib/sql.ts'
import { refundReason } from '../../store/credit.ts'
import type { Database } from '../../store/database.ts'
import {
  type Addition,
  addCounts,
  claimCounting,
  clearCounts,
  findTenantsToClear,
  findUncountedLedgers,
  findUncountedTenants,
  moveCounted,
  noteRecipients,
  readLedger,
  readUncounted,
  takeWaitingCounts,
  type UncountedEvent,
} from '../../store/mail-statistics.ts'
import { oneByOne } from '../one-by-one.ts'

/** What one transaction counts at most. */
const together = 500
const clearEveryMs = 6 * 3_600_000
/** Days after which a recipient is new again. */
const recipientDays = 30

/** Numbers that happened at a time, of an inbox or of the account alone (null). */
interface Counted {
  inboxId: string | null
  at: string
  counts: Counts
}

/**
 * Counts events and what else waits, tenant by tenant. Any number of processes may do it at once.
 * @throws what failed, once all others are counted.
 */
export async function countStatistics(database: Database, signal?: AbortSignal): Promise<void> {
  await oneByOne(await findUncountedTenants(database), async (tenantId) => {
    for (let more = true; more && signal?.aborted !== true; )
      more = await database.transaction((tx) => countTenant(tx, tenantId))
  })
}

/** Counts credits that were used, account by account. @throws what failed, once all others are counted. */
export async function countCredits(database: Database, signal?: AbortSignal): Promise<void> {
  await oneByOne(await findUncountedLedgers(database), async ({ tenantId, accountId }) => {
    for (let more = true; more && signal?.aborted !== true; )
      more = await database.transaction((tx) => countLedger(tx, tenantId, accountId))
  })
}

/** The effects and how far they go commit together: what was rolled back is counted next time, what wasn't never again. */
async function countTenant(tx: Sql, tenantId: string): Promise<boolean> {
  const claim = await claimCounting(tx, tenantId)
  if (claim === undefined) return false
  const { events, through, more } = await readUncounted(tx, tenantId, claim.eventPosition, together)
  const waiting = await takeWaitingCounts(tx, tenantId, together)
  const fresh = await noteRecipients(
    tx,
    tenantId,
    events.flatMap(({ inboxId, createdAt, recipients }) =>
      recipients.map((address) => ({ inboxId, address, at: createdAt })),
    ),
    recipientDays,
  )
  const counted: Counted[] = [
    ...events.map((event) => ({ inboxId: event.inboxId, at: event.createdAt, counts: countsOf(event) })),
    ...fresh.map(({ inboxId, at }) => ({ inboxId, at, counts: { new_recipients: 1 } })),
    ...waiting.map(({ inboxId, createdAt, counts }) => ({ inboxId, at: createdAt, counts })),
  ]
  await addCounts(tx, tenantId, additionsOf(counted, Date.now()))
  await moveCounted(tx, tenantId, { ...claim, eventPosition: through })
  return more || waiting.length === together
}

async function countLedger(tx: Sql, tenantId: string, accountId: string): Promise<boolean> {
  const claim = await claimCounting(tx, tenantId)
  if (claim === undefined) return false
  const entries = await readLedger(tx, accountId, claim.creditSequence, together)
  // What a refund takes back was not used.
  const used = entries.filter(({ amount, reason }) => amount < 0 && reason !== refundReason)
  const counted = used.map(({ amount, createdAt }) => ({
    inboxId: null,
    at: createdAt,
    counts: { credits_used: -amount },
  }))
  await addCounts(tx, tenantId, additionsOf(counted, Date.now()))
  await moveCounted(tx, tenantId, {
    ...claim,
    creditSequence: entries.at(-1)?.sequence ?? claim.creditSequence,
  })
  return entries.length === together
}

/**
 * Removes steps that no period shows any more, and whom nobody has written to for `recipientDays`, tenant by tenant, now and
 * then: of those too to whom nothing happens any more.
 * @throws what failed, once all others are done.
 */
export async function clearStatistics(database: Database, signal?: AbortSignal): Promise<void> {
  const now = Date.now()
  const before = { '24h': isoStart('24h', now), '7d': isoStart('7d', now), '30d': isoStart('30d', now) }
  const forgetBefore = new Date(now - recipientDays * 86_400_000).toISOString()
  const due = await findTenantsToClear(database, new Date(now - clearEveryMs).toISOString())
  await oneByOne(
    due,
    (tenantId) =>
      database.transaction(async (tx) => {
        if ((await claimCounting(tx, tenantId)) !== undefined)
          await clearCounts(tx, tenantId, before, forgetBefore)
      }),
    signal,
  )
}

const isoStart = (period: Parameters<typeof startOf>[0], now: number): string =>
  new Date(startOf(period, now)).toISOString()

/** What an event adds. A message is counted by its verdict once: as it comes in, as it is held, or as it leaves unheld. */
export function countsOf(event: UncountedEvent): Counts {
  switch (event.type) {
    case 'message.received':
      // Nothing else tells of a message again that was withheld.
      return event.verdict === 'withheld' ? { released: 1 } : { received: 1, ...judgedOf(event) }
    case 'message.withheld':
      return { received: 1, ...judgedOf(event) }
    case 'approval.pending':
      return { held: 1, ...judgedOf(event) }
    case 'approval.resolved':
      return event.resolution === null ? {} : { [event.resolution]: 1 }
    case 'message.sent':
      return { sent: 1, ...(event.wasHeld ? {} : judgedOf(event)) }
    case 'message.failed':
      return { failed: 1, ...(event.wasHeld ? {} : judgedOf(event)) }
    case 'message.bounced':
      return { bounced: 1 }
    case 'message.complained':
      return { complained: 1 }
    default:
      return {}
  }
}

function judgedOf({ direction, verdict, riskScore, methods }: UncountedEvent): Counts {
  return {
    ...(verdict === null ? {} : { [verdictCount(direction, verdict)]: 1 }),
    ...(riskScore === null ? {} : { [riskCount(direction, riskScore)]: 1 }),
    ...Object.fromEntries(methods.map((method) => [findingCount(method), 1])),
  }
}

/** The numbers of each step of each period that shows them, of each inbox and of all together. */
function additionsOf(counted: readonly Counted[], now: number): Addition[] {
  const steps = new Map<string, Addition>()
  for (const { inboxId, at, counts } of counted)
    for (const period of periodNames) {
      const time = Date.parse(at)
      if (time < startOf(period, now) || Object.keys(counts).length === 0) continue
      const startsAt = new Date(stepOf(period, time)).toISOString()
      for (const of of new Set([null, inboxId])) {
        const key = `${of} ${period} ${startsAt}`
        const addition = steps.get(key) ?? { inboxId: of, period, startsAt, counts: {} }
        for (const [name, value] of Object.entries(counts))
          addition.counts[name] = (addition.counts[name] ?? 0) + value
        steps.set(key, addition)
      }
    }
  return [...steps.values()]
}
