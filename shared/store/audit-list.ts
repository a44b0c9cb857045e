/** Audit entries as the API reads them, in the database. */
import type { AuditEventType, AuditSeverity } from '../domain/audit.ts'
import type { AuditLogQuery } from '../domain/audit-log.ts'
import { firstIdAt } from '../domain/ids.ts'
import type { Page } from '../domain/pagination.ts'
import type { Reach } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'

export interface AuditRow {
  id: string
  inbox_id: string | null
  event_type: AuditEventType
  severity: AuditSeverity
  description: string
  metadata: Record<string, unknown>
  created_at: string
}

/** Entries within reach, newest first; one more than the page holds. */
export function listAuditEntries(
  sql: Sql,
  reach: Reach,
  {
    inbox_id,
    event_type,
    severity,
    since,
  }: Pick<AuditLogQuery, 'inbox_id' | 'event_type' | 'severity' | 'since'>,
  page: Page,
): Promise<AuditRow[]> {
  const values: unknown[] = [reach.tenantId, page.limit + 1]
  const conditions = ['tenant_id = $1']
  const where = (column: string, comparison: string, value: unknown) => {
    if (value !== undefined && value !== null)
      conditions.push(`${column} ${comparison} $${values.push(value)}`)
  }
  where('inbox_id', '=', reach.inboxId)
  where('inbox_id', '=', inbox_id)
  where('event_type', '=', event_type)
  where('severity', '=', severity)
  // An entry's id carries the very time of its created_at.
  where('id', '>=', since === undefined ? undefined : firstIdAt('auditEntry', since))
  where('id', '<', page.after?.[0])
  return sql.query<AuditRow>(
    `select id, inbox_id, event_type, severity, description, metadata, created_at from audit_entries
     where ${conditions.join(' and ')} order by id desc limit $2`,
    values,
  )
}
