/** What was found in messages, in the database. */
import type { Detection } from '../domain/analysis.ts'
import type { Sql } from '../lib/sql.ts'
import { inboxIsThere } from './inbox-deletion.ts'

/** Of those of `ids` that were written here and are judged, in no order. */
export function findOutboundDetections(
  sql: Sql,
  tenantId: string,
  ids: readonly string[],
): Promise<{ id: string; detections: Detection[] }[]> {
  return sql.query(
    `select id, security_analysis -> 'detections' as detections from messages
     where tenant_id = $1 and id = any($2) and direction = 'outbound' and security_analysis is not null`,
    [tenantId, ids],
  )
}

/** Of those of `ids` that are there for readers, in no order. */
export function findSubjects(
  sql: Sql,
  tenantId: string,
  ids: readonly string[],
): Promise<{ id: string; subject: string }[]> {
  return sql.query(
    `select m.id, m.subject from messages m where m.tenant_id = $1 and m.id = any($2) and ${inboxIsThere('m')}`,
    [tenantId, ids],
  )
}

/** What was found in each of those of `ids` that are judged, in one sentence or two. */
export async function findSummaries(
  sql: Sql,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql.query<{ id: string; summary: string }>(
    `select id, coalesce(security_analysis ->> 'summary', '') as summary from messages
     where tenant_id = $1 and id = any($2) and security_analysis is not null`,
    [tenantId, ids],
  )
  return new Map(rows.map(({ id, summary }) => [id, summary]))
}

/** What such a message says beside its subject. */
export async function findOutboundTexts(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<{ body: string; html: string | null }> {
  const [row] = await sql.query<{ body: string; html: string | null }>(
    'select body, html from message_contents where tenant_id = $1 and message_id = $2',
    [tenantId, id],
  )
  return row ?? { body: '', html: null }
}
