/** What rate-limit policies have counted, in the database: shared by all processes, exact under concurrency. */
import type { Sql } from '../lib/sql.ts'

/** One counter: of one policy, for one inbox or counterparty (`subject`: SHA-256, lowercase hex). */
export interface Counter {
  tenantId: string
  policyId: string
  subject: string
  windowSeconds: number
}

/** What a counter has counted in its window. */
export interface Used {
  count: number
  /** Until the window ends. */
  seconds: number
}

/** Identifies a counter among others. */
export const counterKey = ({ policyId, subject }: Pick<Counter, 'policyId' | 'subject'>): string =>
  `${policyId}:${subject}`

type UsedRow = Pick<Counter, 'policyId' | 'subject'> & Used
const usedColumns = `c.policy_id as "policyId", encode(c.subject_hash, 'hex') as subject, c.used as count,
  greatest(1, ceil(extract(epoch from c.ends_at - now())))::int as seconds`

/**
 * Locks counters for the rest of the transaction, and answers what each has counted in its window, by {@link counterKey}.
 * They are locked in one order, so that two transactions can't wait for each other; a window that has ended begins anew,
 * and so does one that has counted nothing, since it was begun by what was refused.
 */
export async function lockCounters(tx: Sql, counters: readonly Counter[]): Promise<Map<string, Used>> {
  const rows = await tx.query<UsedRow>(
    `insert into policy_counters as c (tenant_id, policy_id, subject_hash, used, ends_at)
     select distinct on ("tenantId", "policyId", subject) "tenantId", "policyId", decode(subject, 'hex'), 0,
       now() + make_interval(secs => "windowSeconds")
     from json_to_recordset($1) as w("tenantId" text, "policyId" text, subject text, "windowSeconds" int)
     order by "tenantId", "policyId", subject
     on conflict (tenant_id, policy_id, subject_hash) do update set
       used = case when c.ends_at > now() then c.used else 0 end,
       ends_at = case when c.ends_at > now() and c.used > 0 then c.ends_at else excluded.ends_at end
     returning ${usedColumns}`,
    [JSON.stringify(counters)],
  )
  return usedByKey(rows)
}

/** What counters have counted in their windows, by {@link counterKey}; one that has counted nothing is missing. */
export async function readCounters(sql: Sql, counters: readonly Counter[]): Promise<Map<string, Used>> {
  const rows = await sql.query<UsedRow>(
    `select ${usedColumns}
     from json_to_recordset($1) as w("tenantId" text, "policyId" text, subject text)
     join policy_counters c on c.tenant_id = w."tenantId" and c.policy_id = w."policyId"
       and c.subject_hash = decode(w.subject, 'hex') and c.ends_at > now()`,
    [JSON.stringify(counters)],
  )
  return usedByKey(rows)
}

const usedByKey = (rows: UsedRow[]) =>
  new Map(rows.map(({ count, seconds, ...counter }) => [counterKey(counter), { count, seconds }]))

/** Ended counters that are removed on the way, so that strangers' addresses don't pile up. */
const endedPerWrite = 100

/** Adds to counters that this transaction has locked; and removes some whose window has ended. */
export async function addToCounters(tx: Sql, counters: (Counter & { count: number })[]): Promise<void> {
  const values = [JSON.stringify(counters)]
  await Promise.all([
    tx.query(
      `update policy_counters c set used = c.used + w.count
       from (select "tenantId", "policyId", subject, sum(count)::int as count
         from json_to_recordset($1) as w("tenantId" text, "policyId" text, subject text, count int) group by 1, 2, 3) as w
       where c.tenant_id = w."tenantId" and c.policy_id = w."policyId" and c.subject_hash = decode(w.subject, 'hex')`,
      values,
    ),
    tx.query(
      `delete from policy_counters c using (
         select e.tenant_id, e.policy_id, e.subject_hash
         from (select distinct "tenantId" from json_to_recordset($1) as w("tenantId" text)) as t
         cross join lateral (select * from policy_counters p where p.tenant_id = t."tenantId" and p.ends_at < now()
           order by p.ends_at limit ${endedPerWrite} for update skip locked) as e) as ended
       where c.tenant_id = ended.tenant_id and c.policy_id = ended.policy_id and c.subject_hash = ended.subject_hash`,
      values,
    ),
  ])
}

/** Forgets what a policy has counted. */
export async function deleteCounters(tx: Sql, tenantId: string, policyId: string): Promise<void> {
  await tx.query('delete from policy_counters where tenant_id = $1 and policy_id = $2', [tenantId, policyId])
}
