/** Revoking an API key: its row goes, and with it the key, on every process at once. */
import { auditEntry } from '../../domain/audit.ts'
import { isId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import { deleteApiKey } from '../../store/api-key.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'

/** Deletes a key for good; false where there is none within reach. */
export async function revokeKey(database: Database, principal: Principal, id: string): Promise<boolean> {
  if (!isId('apiKey', id)) return false
  return database.transaction(async (tx) => {
    const deleted = await deleteApiKey(tx, principal, id)
    if (deleted === undefined) return false
    await insertAuditEntries(tx, [
      auditEntry(
        principal.tenantId,
        deleted.inbox_id,
        'key_revoked',
        'low',
        `API key "${deleted.name}" was revoked.`,
        { key_id: id, key_prefix: deleted.key_prefix, user_id: principal.userId, by_key_id: principal.keyId },
      ),
    ])
    return true
  })
}
