/** Exports a tenant's audit log, as lines of JSON that a reader can verify. */
import type { AuditLogFilters } from '../../domain/audit-log.ts'
import type { Principal } from '../../domain/principal.ts'
import { findChainHead, readChainLines } from '../../store/audit-chain.ts'
import type { Database } from '../../store/database.ts'
import { assertKeyLives } from '../access/key-lives.ts'
import { linkTenant } from './link.ts'

/** Places of the chain that one query looks at: some 500 KB of text. */
const pageSize = 1_000

/**
 * The entries within reach of `principal` that match, in the order of their chain up to its present end, as chunks of
 * whole lines (docs/AUDIT.md). What was written a moment ago is linked first, so that it is there too.
 * @throws ServiceError `unauthorized`, also midway, where the key is revoked.
 */
export async function* exportAuditLog(
  database: Database,
  principal: Principal,
  filters: AuditLogFilters,
): AsyncGenerator<string> {
  const { tenantId } = principal
  await linkTenant(database, tenantId)
  const { sequence: end } = await findChainHead(database, tenantId)
  for (let after = 0; after < end; after += pageSize) {
    await assertKeyLives(database, principal)
    const last = Math.min(end, after + pageSize)
    const lines = await readChainLines(database, principal, filters, { after, last })
    if (lines.length > 0) yield lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  }
}
