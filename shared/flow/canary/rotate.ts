/** Rotating an inbox's canary: for one that has become known, and raises alarms. */
import { auditEntry } from '../../domain/audit.ts'
import type { Principal } from '../../domain/principal.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { advanceCanary, type CanaryRow } from '../../store/canary.ts'
import type { Database } from '../../store/database.ts'

/** The one before counts no more, from the commit on. Undefined where there is no such inbox within reach. */
export function rotateCanary(
  { database }: { database: Database },
  principal: Principal,
  slug: string,
): Promise<CanaryRow | undefined> {
  return database.transaction(async (tx) => {
    const row = await advanceCanary(tx, principal, slug)
    if (row === undefined) return undefined
    const { tenantId, userId, keyId } = principal
    const description = `The canary of inbox "${slug}" was rotated.`
    await insertAuditEntries(tx, [
      auditEntry(tenantId, row.inboxId, 'settings', 'medium', description, {
        fields: ['canary'],
        generation: row.generation,
        user_id: userId,
        key_id: keyId,
      }),
    ])
    return row
  })
}
