/** Deleting an inbox with everything in it. */
import { auditEntry } from '../../domain/audit.ts'
import type { Principal } from '../../domain/principal.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { deleteInbox as removeInbox } from '../../store/inbox.ts'

/** Deletes an inbox, its messages, threads, attachments, deliveries and keys for good; false where there is none. */
export function deleteInbox(database: Database, principal: Principal, slug: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const deleted = await removeInbox(tx, principal, slug)
    if (deleted === undefined) return false
    await insertAuditEntries(tx, [
      auditEntry(principal.tenantId, deleted.id, 'inbox_deleted', 'medium', `Inbox "${slug}" was deleted.`, {
        slug,
        message_count: deleted.message_count,
        user_id: principal.userId,
        key_id: principal.keyId,
      }),
    ])
    return true
  })
}
