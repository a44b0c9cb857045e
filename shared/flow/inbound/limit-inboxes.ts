/** The rate at which one inbox takes mail: exact over all processes, since it is counted under the inbox's lock. */
import type { Accepting } from './pipeline-items.ts'

/**
 * Gives those of `items` that are about to be stored, and are too many for their inbox this minute, the outcome
 * `over_limit`, and so whatever was taken for a duplicate of them. `taken` has what each inbox has taken this minute.
 */
export function limitInboxes(items: readonly Accepting[], taken: ReadonlyMap<string, number>): void {
  const used = new Map(taken)
  for (const item of items) {
    const { inboxId, id } = item.arrival
    if (item.outcome !== 'stored' || item.perMinute === 0) continue
    const before = used.get(inboxId) ?? 0
    used.set(inboxId, before + 1)
    if (before < item.perMinute) continue
    for (const same of items) if (same.arrival.id === id) same.outcome = 'over_limit'
  }
}
