/** Rate limits on mail that is being accepted: counted in the transaction that stores it. */
import type { Sql } from '../../lib/sql.ts'
import { countMessages } from '../policy/count.ts'
import type { Accepting } from './pipeline-items.ts'

/**
 * Counts those of `items` that are about to be stored. One that is over a limit that blocks gets the outcome `over_limit`,
 * and so does whatever was taken for its duplicate; one over another limit carries that limit's id with it. Without such
 * policies it does nothing.
 */
export async function limitRates(tx: Sql, items: readonly Accepting[]): Promise<void> {
  const limited = items.filter(
    ({ outcome, policies }) => outcome === 'stored' && policies.some(({ type }) => type === 'rate_limit'),
  )
  if (limited.length === 0) return
  const fired = await countMessages(
    tx,
    'inbound',
    limited.map(({ arrival: { tenantId, inboxId, envelope }, policies }) => ({
      tenantId,
      inboxId,
      policies,
      counterparties: [envelope.mailFrom],
    })),
  )
  for (const [index, item] of limited.entries()) {
    const over = fired[index]!
    const blocking = over.find(({ action }) => action === 'block')
    if (blocking === undefined) {
      item.exceeded = over.map(({ policyId }) => policyId)
      continue
    }
    for (const same of items) {
      if (same.arrival.id !== item.arrival.id) continue
      same.outcome = 'over_limit'
      same.overLimit = blocking
    }
  }
}
