/** The canaries of a tenant: its inboxes' tokens, and those that a message may hold. */
import type { Keyring } from '../lib/keyring.ts'
import type { Sql } from '../lib/sql.ts'
import { bareCanary, canaryMark, canaryOf } from '../risk/exfiltration/canary.ts'
import { type CanaryRow, listCanaries } from '../store/canary.ts'

const signWith =
  (keyring: Keyring) =>
  (text: string): string =>
    keyring.sign('canary', text)

/** The token of an inbox, as it is shown. */
export const tokenOf = (
  keyring: Keyring,
  tenantId: string,
  { inboxId, generation }: Pick<CanaryRow, 'inboxId' | 'generation'>,
): string => canaryOf(signWith(keyring), tenantId, inboxId, generation)

/**
 * What all tokens of a tenant begin with: one, and another while what a former key has made still counts. It takes no
 * look into the database, and most messages hold none.
 */
export const marksOf = (keyring: Keyring, tenantId: string): string[] =>
  keyring.all.map((one) => canaryMark(signWith(one), tenantId))

/** The tokens of the tenant's inboxes that are among `marked`, what stands in a message behind a mark of the tenant. */
export async function plantedAmong(
  { database, keyring }: { database: Sql; keyring: Keyring },
  tenantId: string,
  marked: readonly string[],
): Promise<string[]> {
  if (marked.length === 0) return []
  const candidates = new Set(marked)
  const rows = await listCanaries(database, tenantId)
  return rows
    .flatMap((row) => keyring.all.map((one) => tokenOf(one, tenantId, row)))
    .filter((token) => candidates.has(bareCanary(token)))
}
