/** Deleting an inbox with everything in it. */
import { auditEntry } from '../../domain/audit.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Log } from '../../lib/log.ts'
import { waitAtMost } from '../../lib/wait-at-most.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { findHiddenInboxes, hideInbox, removeHiddenInbox } from '../../store/inbox-deletion.ts'
import { announcePolicyChange } from '../../store/policy-changes.ts'

interface DeleteParts {
  database: Database
  log: Log
}

/** Milliseconds that a caller waits for the rows to be gone: those of most inboxes are by then. */
const waitMs = 2_000

/**
 * Deletes an inbox, its messages, threads, attachments, deliveries and keys for good; false where there is none.
 * One short transaction takes it out of sight and frees its slug. Its rows are removed right after, bit by bit, since
 * a large inbox takes longer than a statement may, and mail for other inboxes must not wait for it.
 */
export async function deleteInbox(
  parts: DeleteParts & { policiesChanged(tenantId: string): void },
  principal: Principal,
  slug: string,
): Promise<boolean> {
  const { tenantId, userId, keyId } = principal
  const id = await parts.database.transaction(async (tx) => {
    const hidden = await hideInbox(tx, principal, slug)
    if (hidden === undefined) return undefined
    // Whoever takes the slug next is not to be refused mail by its policies.
    await announcePolicyChange(tx, tenantId)
    await insertAuditEntries(tx, [
      auditEntry(tenantId, hidden.id, 'inbox_deleted', 'medium', `Inbox "${slug}" was deleted.`, {
        slug,
        message_count: hidden.message_count,
        user_id: userId,
        key_id: keyId,
      }),
    ])
    return hidden.id
  })
  if (id === undefined) return false
  parts.policiesChanged(tenantId)
  await waitAtMost(waitMs, remove(parts, tenantId, id))
  return true
}

/** Removes what a process that ended, or lost its database, has left of deleted inboxes. */
export async function removeDeletedInboxes(parts: DeleteParts, signal?: AbortSignal): Promise<void> {
  for (const { tenantId, id } of await findHiddenInboxes(parts.database)) {
    if (signal?.aborted === true) return
    await remove(parts, tenantId, id)
  }
}

/** Never throws: what it leaves is hidden, and housekeeping removes it. */
async function remove({ database, log }: DeleteParts, tenantId: string, id: string): Promise<void> {
  try {
    await removeHiddenInbox(database, tenantId, id)
  } catch (error) {
    log.warn({ err: error, inbox_id: id }, 'rows of a deleted inbox are left; they are tried again')
  }
}
