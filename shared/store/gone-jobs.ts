/** Jobs whose message or delivery is gone, in the database. */
import type { Sql } from '../lib/sql.ts'

/**
 * Deletes the jobs of a tenant that name a message or a delivery which is not there any more. A worker would find that
 * out as well, but for a delivery that is due later not before then. Jobs being worked on end by themselves.
 */
export async function deleteGoneJobs(sql: Sql, tenantId: string): Promise<void> {
  await sql.query(
    `delete from pgboss.job j where j.data ->> 'tenantId' = $1 and j.state <> 'active' and (
       j.data ? 'messageId' and not exists (
         select from messages m where m.tenant_id = $1 and m.id = j.data ->> 'messageId')
       or j.data ? 'deliveryId' and not exists (
         select from webhook_deliveries d where d.tenant_id = $1 and d.id = j.data ->> 'deliveryId'))`,
    [tenantId],
  )
}
