/** Audit entries in the database. */
import type { AuditEntry } from '../domain/audit.ts'
import { cleanJson } from '../lib/clean-text.ts'
import type { Sql } from '../lib/sql.ts'

/** Writes audit entries in the transaction of the event they record. */
export async function insertAuditEntries(tx: Sql, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.query(
    `insert into audit_entries (tenant_id, id, inbox_id, event_type, severity, description, metadata, created_at)
     select "tenantId", id, "inboxId", "eventType", severity, description, metadata, "createdAt"
     from json_to_recordset($1) as a("tenantId" text, id text, "inboxId" text, "eventType" text, severity text,
       description text, metadata jsonb, "createdAt" timestamptz)`,
    [JSON.stringify(cleanJson(entries))],
  )
}
