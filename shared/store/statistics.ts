/** Sees to it that Postgres knows its tables soon after their first rows. */
import type { Log } from '../lib/log.ts'
import type { Sql } from '../lib/sql.ts'

const everyMs = 2_000

/**
 * Analyzes tables that have rows but no statistics yet, until each has had its first.
 * tenant_id leads every index, so without statistics all indexes of a table look equally good, and Postgres may walk
 * a whole tenant to find one row; autovacuum comes round a minute later, and a busy start takes thousands of mails
 * in that time. Answers how to stop it.
 */
export function analyzeFirstRows(sql: Sql, log: Log): () => void {
  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    analyzeUnknown(sql)
      .then(
        (left) => {
          if (left === 0) clearInterval(timer)
        },
        (error: unknown) => log.debug({ err: error }, 'tables could not be analyzed now'),
      )
      .finally(() => {
        running = false
      })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Analyzes what can be; answers how many tables have no statistics yet. */
async function analyzeUnknown(sql: Sql): Promise<number> {
  const tables = await sql.query<{ name: string; filled: boolean }>(
    `select oid::regclass::text as name, pg_relation_size(oid) > 0 as filled from pg_class
     where relkind = 'r' and reltuples < 0 and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
       and case when current_setting('server_version_num')::int >= 170000 then has_table_privilege(oid, 'maintain')
         else pg_has_role(relowner, 'member') end`,
  )
  const filled = tables.filter((table) => table.filled).map(({ name }) => name)
  if (filled.length > 0) await sql.query(`analyze ${filled.join(', ')}`)
  return tables.length - filled.length
}
