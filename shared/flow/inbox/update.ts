/** Changing an inbox's settings. */
import { auditEntry } from '../../domain/audit.ts'
import type { UpdateInbox } from '../../domain/inbox.ts'
import type { Principal } from '../../domain/principal.ts'
import { levelName } from '../../domain/security-level.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { type InboxRow, updateInbox as writeInbox } from '../../store/inbox.ts'
import type { InboxParts } from './create.ts'

/** Changes the fields that are present, and puts that on record; undefined where there is no such inbox. */
export async function updateInbox(
  parts: InboxParts,
  principal: Principal,
  slug: string,
  changes: UpdateInbox,
): Promise<InboxRow | undefined> {
  if (changes.webhook_url != null) await parts.checkWebhookUrl(changes.webhook_url)
  return parts.database.transaction(async (tx) => {
    const inbox = await writeInbox(tx, principal, slug, changes)
    if (inbox === undefined) return undefined
    // URLs can carry secrets of the receiver: the record names the field only.
    const { webhook_url, metadata, security_level, ...others } = changes
    const shown = {
      ...others,
      ...(security_level === undefined ? {} : { security_level: levelName(security_level) }),
    }
    const named = { webhook_url, metadata }
    const fields = Object.entries(named).flatMap(([field, value]) => (value === undefined ? [] : [field]))
    await insertAuditEntries(tx, [
      auditEntry(
        principal.tenantId,
        inbox.id,
        'settings',
        'low',
        `Settings of inbox "${slug}" were changed.`,
        {
          ...shown,
          fields: [...Object.keys(shown), ...fields],
          user_id: principal.userId,
          key_id: principal.keyId,
        },
      ),
    ])
    return inbox
  })
}
