/** Changing an inbox's settings. */
import { auditEntry } from '../../domain/audit.ts'
import type { UpdateInbox } from '../../domain/inbox.ts'
import { loosens } from '../../domain/inbox-key.ts'
import type { Principal } from '../../domain/principal.ts'
import { levelName, loosensLevel } from '../../domain/security-level.ts'
import type { Sql } from '../../lib/sql.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { type InboxRow, lockGuards, updateInbox as writeInbox } from '../../store/inbox.ts'
import { enableWebhook } from '../../store/webhook-health.ts'
import type { InboxParts } from './create.ts'
import { requireWebhookScope } from './webhook-scope.ts'

/**
 * Changes the fields that are present, and puts that on record; undefined where there is no such inbox.
 * @throws ServiceError `forbidden`, `validation_error`.
 */
export async function updateInbox(
  parts: InboxParts,
  principal: Principal,
  slug: string,
  changes: UpdateInbox,
): Promise<InboxRow | undefined> {
  requireWebhookScope(principal, changes)
  if (changes.webhook_url != null) await parts.checkWebhookUrl(changes.webhook_url)
  return parts.database.transaction(async (tx) => {
    if (principal.inboxId !== null) await mustNotLoosen(tx, principal, slug, changes)
    const { webhook_enabled, ...settings } = changes
    const written = await writeInbox(tx, principal, slug, settings)
    if (written === undefined) return undefined
    const switchedOn = webhook_enabled === true || changes.webhook_url !== undefined
    if (switchedOn) await enableWebhook(tx, principal.tenantId, written.id)
    const inbox = switchedOn ? { ...written, webhook_disabled_at: null } : written
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

/** An agent's own key may raise the level of its inbox, and pause it, but not undo what somebody else did. */
async function mustNotLoosen(
  tx: Sql,
  principal: Principal,
  slug: string,
  { security_level, status, retention_days }: UpdateInbox,
): Promise<void> {
  const now = await lockGuards(tx, principal, slug)
  if (now === undefined) return
  if (security_level !== undefined && loosensLevel(now.securityLevel, security_level))
    throw loosens("lower its inbox's security level, or let an inbox send that only receives")
  if (status === 'active' && now.status === 'paused') throw loosens('end the pause of its inbox')
  if (retention_days != null && retention_days < (now.retentionDays ?? Number.POSITIVE_INFINITY))
    throw loosens('have mail removed sooner')
}
