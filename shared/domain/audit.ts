/** Audit entries: what is put on record. */
import { newId } from './ids.ts'

/** The types of audit entries. */
export const auditEventTypes = [
  'inject',
  'exfil',
  'pii',
  'policy',
  'msg_recv',
  'msg_sent',
  'key_created',
  'webhook_failed',
  'virus',
  'msg_released',
  'msg_bounced',
  'approval',
  'key_revoked',
  'inbox_deleted',
  'msg_deleted',
  'settings',
  'billing',
  'purge',
  'account_exported',
  'msg_complained',
  'webhook_disabled',
  'feedback',
  'secrets_shown',
  'msg_cancelled',
] as const
export type AuditEventType = (typeof auditEventTypes)[number]

export const auditSeverities = ['high', 'medium', 'low'] as const
export type AuditSeverity = (typeof auditSeverities)[number]

/** One audit entry; `metadata` never holds a secret or a mail body. */
export interface AuditEntry {
  tenantId: string
  id: string
  inboxId: string | null
  eventType: AuditEventType
  severity: AuditSeverity
  description: string
  metadata: Record<string, unknown>
  createdAt: string
}

/**
 * Who did what an entry puts on record: a user and an API key, each null where none is named. An entry with `notice_id`
 * is of a notice, and whoever it went to has done nothing; what they do by its link has `by_notice_id`. Columns of
 * `audit_entries` are made by the same rule, which the contract of the log proves.
 */
export function actorOf({
  event_type,
  metadata,
}: {
  event_type: AuditEventType
  metadata: Record<string, unknown>
}): { userId: string | null; keyId: string | null } {
  const { by_user_id, user_id, by_key_id, key_id, notice_id } = metadata
  const named = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return {
    userId: notice_id === undefined ? (named(by_user_id) ?? named(user_id)) : null,
    keyId: event_type === 'key_created' ? null : (named(by_key_id) ?? named(key_id)),
  }
}

/** An audit entry of now. */
export function auditEntry(
  tenantId: string,
  inboxId: string | null,
  eventType: AuditEventType,
  severity: AuditSeverity,
  description: string,
  metadata: Record<string, unknown> = {},
): AuditEntry {
  const now = Date.now()
  return {
    tenantId,
    id: newId('auditEntry', now),
    inboxId,
    eventType,
    severity,
    description,
    metadata,
    createdAt: new Date(now).toISOString(),
  }
}
