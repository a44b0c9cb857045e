/** Pauses before a job is tried again, which no test has to sit out to see that it is. */
import type { Sql } from '../../shared/lib/sql.ts'

/** Makes due now what has failed and waits to be tried again, of all queues; what nobody has tried yet waits on. */
export async function endPauses(sql: Sql): Promise<void> {
  await sql.query(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`)
}
