/** Audit entries as the API reads them, in the database. */
import type { AuditEventType, AuditSeverity } from '../domain/audit.ts'
import type { AuditLogQuery } from '../domain/audit-log.ts'
import { firstIdAt } from '../domain/ids.ts'
import type { Page } from '../domain/pagination.ts'
import type { Reach } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'
import { type Looked, lookThrough } from './look.ts'

export interface AuditRow {
  id: string
  inbox_id: string | null
  event_type: AuditEventType
  severity: AuditSeverity
  description: string
  metadata: Record<string, unknown>
  created_at: string
}

const actorColumn = (actor: string) => (actor.startsWith('usr_') ? 'actor_user_id' : 'actor_key_id')

/** Entries within reach, newest first, as far as they were looked at. */
export function listAuditEntries(
  sql: Sql,
  reach: Reach,
  filters: Pick<AuditLogQuery, 'inbox_id' | 'event_type' | 'severity' | 'actor' | 'since'>,
  page: Page,
): Promise<Looked<AuditRow>> {
  const { inbox_id, event_type, severity, actor, since } = filters
  const values: unknown[] = [reach.tenantId]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const asked: Record<'actor' | 'type' | 'severity' | 'inbox', string[]> = {
    actor: [],
    type: [],
    severity: [],
    inbox: [],
  }
  if (actor !== undefined) asked.actor.push(`e.${actorColumn(actor)} = ${bind(actor)}`)
  if (event_type !== undefined) asked.type.push(`e.event_type = ${bind(event_type)}`)
  // In the words of the index, which holds those of the others only.
  if (severity !== undefined)
    asked.severity.push(
      `e.severity = ${bind(severity)}`,
      ...(severity === 'low' ? [] : [`e.severity <> 'low'`]),
    )
  for (const id of [reach.inboxId, inbox_id])
    if (id !== null && id !== undefined) asked.inbox.push(`e.inbox_id = ${bind(id)}`)
  // The filter that leaves the fewest decides what is looked at; there is an index for each, in the order of the list.
  const first = (['actor', 'type', 'severity', 'inbox'] as const).find(
    (one) => asked[one].length > 0 && !(one === 'severity' && severity === 'low'),
  )
  const chosen = first === undefined ? [] : asked[first]
  const bounds: string[] = []
  // An entry's id carries the very time of its created_at.
  if (since !== undefined) bounds.push(`e.id >= ${bind(firstIdAt('auditEntry', since))}`)
  if (page.after !== null) bounds.push(`e.id < ${bind(page.after[0])}`)
  return lookThrough(
    sql,
    {
      own: 'e',
      ids: `select e.id, e.event_type, e.severity, e.inbox_id from audit_entries e where ${['e.tenant_id = $1', ...chosen, ...bounds].join(' and ')}
        order by e.id desc`,
      row: 'audit_entries e on e.tenant_id = $1 and e.id = k.id',
      conditions: Object.values(asked).flatMap((conditions) => (conditions === chosen ? [] : conditions)),
      columns: 'e.id, e.inbox_id, e.event_type, e.severity, e.description, e.metadata, e.created_at',
    },
    values,
    page.limit,
  )
}
