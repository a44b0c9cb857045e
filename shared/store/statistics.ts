/** Sees to it that Postgres plans by what its tables hold now, also while they fill. */
import type { Log } from '../lib/log.ts'
import type { Sql } from '../lib/sql.ts'
import type { Database } from './database.ts'

const everyMs = 2_000
/** Pages of 8 KiB by which a table has outgrown its statistics, once it has also doubled: fewer are read in no time. */
const outgrownPages = 4
/** Changes to rows of the queue since it was analyzed from which they count: fewer jobs are looked through in no time. */
const queueChanges = 500
/** Seconds after which the queue may be analyzed again. */
const queueRestSeconds = 10
/** Any number: processes that share a database take turns, and who finds another at it leaves it to that. */
const turn = 7_203_015

/**
 * Analyzes tables that have rows but no statistics, or have doubled since these were made, and the queue once it was
 * changed as often as it has rows: where its statistics have seen no job of a kind, Postgres expects none, and to fetch a batch
 * of a thousand that wait, it compares each that waits with each of the batch. A plan is kept as long as its
 * connection and its statistics: one that was made over a few rows reads a table whole, for each message that follows.
 * tenant_id leads every index, so without statistics all indexes of a table look equally good, and Postgres may walk
 * a whole tenant to find one row. Autovacuum comes round a minute later, and a busy start takes thousands of mails in
 * that time. Answers how to stop it.
 */
export function keepStatistics(database: Database, log: Log): () => void {
  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    analyzeOutgrown(database)
      .catch((error: unknown) => log.debug({ err: error }, 'tables could not be analyzed now'))
      .finally(() => {
        running = false
      })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Analyzes what has outgrown its statistics, each table for itself; answers those that were analyzed, and none that was locked. */
export async function analyzeOutgrown(database: Database): Promise<string[]> {
  const analyzed: string[] = []
  for (const table of await findOutgrown(database)) {
    await database.transaction(async (tx) => {
      const [row] = await tx.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${turn}) as mine`)
      if (!row!.mine || (await findOutgrown(tx, table)).length === 0) return
      // Whoever waits for a table that is being vacuumed has Postgres end the vacuum.
      await tx.query(`analyze (skip_locked) ${table}`)
      if (await isLockedHere(tx, table)) analyzed.push(table)
    })
  }
  return analyzed
}

/** Whether this transaction holds the lock of ANALYZE, which keeps it to the end: whoever skips a table only warns. */
async function isLockedHere(tx: Sql, table: string): Promise<boolean> {
  const rows = await tx.query(
    `select from pg_locks where locktype = 'relation' and pid = pg_backend_pid() and relation = $1::regclass
       and database = (select oid from pg_database where datname = current_database())
       and mode = 'ShareUpdateExclusiveLock' and granted`,
    [table],
  )
  return rows.length > 0
}

/** Of the service's tables, or of one, those whose statistics say nothing of most of what they hold. */
async function findOutgrown(sql: Sql, table: string | null = null): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `select t.oid::regclass::text as name
     from pg_class t, lateral (select pg_relation_size(t.oid) / current_setting('block_size')::int as now) pages
     where t.relkind = 'r' and t.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
       and ($1::text is null or t.oid = to_regclass($1))
       and (t.reltuples < 0 and pages.now > 0
         or pages.now >= 2 * t.relpages and pages.now >= t.relpages + ${outgrownPages}
         or t.oid = to_regclass('pgboss.job_common')
           and pg_stat_get_mod_since_analyze(t.oid) >= greatest(t.reltuples, ${queueChanges})
           and coalesce(pg_stat_get_last_analyze_time(t.oid) < now() - interval '${queueRestSeconds} s', true))
       and case when current_setting('server_version_num')::int >= 170000 then has_table_privilege(t.oid, 'maintain')
         else pg_has_role(t.relowner, 'member') end`,
    [table],
  )
  return rows.map(({ name }) => name)
}
