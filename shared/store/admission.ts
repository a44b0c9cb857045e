/** Admission of API requests in the database: live key, rate limits and charge of many requests in one statement. */
import { limits } from '../domain/limits.ts'
import type { Scope } from '../domain/scopes.ts'
import type { Role } from '../domain/user.ts'
import type { Sql } from '../lib/sql.ts'
import { databaseCode, lockNotAvailable } from './store-error.ts'

/** At most `limit` requests of a key in `seconds`, from the first one on. */
export interface RateWindow {
  seconds: number
  limit: number
}

/** A request to be admitted. */
export interface AdmissionRequest {
  /** SHA-256 of the key, hex. */
  keyHash: string
  /** Credits it costs; 0 for sandbox keys and for what failed. */
  credits: number
  /** Id of the ledger entry (`crd_`), should one be written. */
  entryId: string
  reason: string
  reference: string
}

/** Where a request stands in one rate window, itself included. */
export interface RateUse {
  seconds: number
  limit: number
  used: number
  /** Seconds until the window ends. */
  reset: number
}

export interface AdmissionResult {
  /** Whether the key exists and has not expired. */
  live: boolean
  /** What the user of the key is now; null: they are gone, and their key was kept. */
  role: Role | null
  /** The scopes that such a kept key was left with, and no process may remember others; null: its user is there. */
  kept: Scope[] | null
  /** Whether every rate window has room. */
  allowed: boolean
  /** Whether it cost nothing, or was paid for. */
  paid: boolean
  /** Whether it is neither paid for nor refused, because someone else held its account. */
  busy: boolean
  /** The account whose balance it leaves below the threshold of an auto top-up that is not under way; else null. */
  low: string | null
  rates: RateUse[]
}

/**
 * Admits requests, in order, and answers a result for each: counts them in the rate windows of their keys, and takes
 * the credits of those within the limits for as long as the balance lasts, with a ledger entry each.
 *
 * Of two windows the longer one counts what the shorter one lets pass: who is told to wait a second has not lost the
 * minute. Where both are used up, both are told.
 *
 * One statement, so one round trip and one commit for them all. Counters of the shorter window are locked before those
 * of the longer one, and these before accounts, each in the order of ids, so that two batches can't wait for each other;
 * `locked` reads the newest balance, not the snapshot's. A window that was begun while this statement waited for it ends
 * later than its length from now on: its length is told.
 *
 * The statement waits up to `limits.accountLockMs` for a lock. Where one isn't to be had in that time, it is made a
 * second time, for which accounts that are held are left out: their requests are `busy`, all others are served.
 * @throws ServiceError `unavailable` where the second one waits in vain for a counter, too.
 */
export async function admitRequests(
  sql: Sql,
  requests: AdmissionRequest[],
  windows: RateWindow[],
): Promise<AdmissionResult[]> {
  const values = [
    JSON.stringify(requests.map((request, n) => ({ n, ...request }))),
    JSON.stringify(windows),
    String(limits.accountLockMs),
  ]
  const admit = (text: string) => sql.query<AdmissionResult & { n: number }>(text, values)
  const rows = await admit(admitWaiting).catch((error: unknown) => {
    if (databaseCode(error) !== lockNotAvailable) throw error
    return admit(admitFree)
  })
  const byOrdinal = new Map(rows.map(({ n, ...result }) => [n, result]))
  return requests.map(
    (_, n) =>
      byOrdinal.get(n) ?? {
        live: false,
        role: null,
        kept: null,
        allowed: true,
        paid: true,
        busy: false,
        low: null,
        rates: [],
      },
  )
}

/** Counts `requests` of each key of `asked`, none too, in those windows `w` that are `which`. */
const countRequests = (
  asked: string,
  which: string,
) => `insert into rate_limits as r (tenant_id, subject, seconds, started_at, count)
  select a.tenant_id, a.key_id, w.seconds, now(), a.requests
  from ${asked} a join windows w on ${which}
  order by a.tenant_id, a.key_id
  on conflict (tenant_id, subject, seconds) do update set
    count = excluded.count + case when r.started_at + make_interval(secs => r.seconds) > now() then r.count else 0 end,
    started_at = case when r.started_at + make_interval(secs => r.seconds) > now() then r.started_at else now() end
  returning r.tenant_id, r.subject, r.seconds, r.count,
    least(r.seconds, greatest(0, extract(epoch from r.started_at + make_interval(secs => r.seconds) - now()))) as reset`

/** The lock timeout is set for this statement only: alone, it is its transaction. */
const admitStatement = (held: 'wait' | 'skip') => `
with bounded as materialized (
  select set_config('lock_timeout', $3, true) as lock_timeout
), asked as materialized (
  select a.n, a.credits, a."entryId", a.reason, a.reference, k.tenant_id, k.id as key_id, t.account_id, u.role,
    case when u.id is null then k.scopes end as kept,
    row_number() over (partition by k.tenant_id, k.id order by a.n) as ordinal,
    count(*) over (partition by k.tenant_id, k.id) as together
  from bounded b cross join json_to_recordset($1) as a(n int, "keyHash" text, credits int, "entryId" text, reason text, reference text)
  join api_keys k on k.key_hash = decode(a."keyHash", 'hex') and (k.expires_at is null or k.expires_at > now())
  join tenants t on t.id = k.tenant_id
  left join users u on u.account_id = t.account_id and u.id = k.user_id
  where b.lock_timeout is not null
), windows as materialized (
  select seconds, "limit", rank() over (order by seconds) as place
  from json_to_recordset($2) as w(seconds int, "limit" int)
), counted as (
  ${countRequests('(select tenant_id, key_id, count(*) as requests from asked group by 1, 2)', 'w.place = 1')}
), paced as materialized (
  select a.*, w.seconds, w."limit", c.count - a.together + a.ordinal as used, c.reset,
    coalesce(c.count - a.together + a.ordinal <= w."limit", true) as paced
  from asked a
  left join counted c on c.tenant_id = a.tenant_id and c.subject = a.key_id
  left join windows w on w.seconds = c.seconds
), passing as materialized (
  select tenant_id, key_id, count(*) filter (where paced) as requests from paced group by 1, 2
), counted_on as (
  ${countRequests('passing', 'w.place > 1')}
), rated as materialized (
  select p.n, p.credits, p."entryId", p.reason, p.reference, p.account_id, p.role, p.kept,
    p.paced and coalesce(u.used <= w."limit", true) as allowed,
    to_json(array_remove(array[
      case when p.seconds is not null
        then jsonb_build_object('seconds', p.seconds, 'limit', p."limit", 'used', p.used, 'reset', p.reset) end,
      case when w.seconds is not null
        then jsonb_build_object('seconds', w.seconds, 'limit', w."limit", 'used', u.used, 'reset', c.reset) end
    ], null)) as rates
  from paced p
  join passing k on k.tenant_id = p.tenant_id and k.key_id = p.key_id
  left join counted_on c on c.tenant_id = p.tenant_id and c.subject = p.key_id
  left join windows w on w.seconds = c.seconds
  cross join lateral (select c.count + case when p.paced then p.ordinal - k.requests else 1 end as used) u
), locked as (
  select id, credits, topup_below from accounts
  where id in (select account_id from rated where allowed and credits > 0)
  order by id for no key update${held === 'skip' ? ' skip locked' : ''}
), priced as materialized (
  select r.n, r.credits, r."entryId", r.reason, r.reference, r.account_id,
    l.credits - sum(r.credits) over (partition by r.account_id order by r.n) as balance, l.topup_below
  from rated r join locked l on l.id = r.account_id
  where r.allowed and r.credits > 0
), debited as (
  update accounts a set credits = p.balance, updated_at = now()
  from (select account_id, min(balance) as balance from priced where balance >= 0 group by account_id) p
  where a.id = p.account_id
), entries as (
  insert into credit_entries (account_id, id, amount, reason, balance_after, reference)
  select account_id, "entryId", -credits, reason, balance, reference from priced where balance >= 0 order by n
)
select r.n, true as live, r.role, r.kept, r.allowed, r.rates, coalesce(p.balance >= 0, true) as paid,
  r.allowed and r.credits > 0 and p.n is null as busy,
  case when p.balance < p.topup_below then p.account_id end as low
from rated r left join priced p on p.n = r.n`
const admitWaiting = admitStatement('wait')
const admitFree = admitStatement('skip')

/** Counters of one length of window that one call deletes at most. */
const endedWindows = 5_000

/** Deletes counters of windows of these lengths that have ended; never waits for those that are being counted. */
export async function deleteEndedWindows(sql: Sql, seconds: number[]): Promise<void> {
  await sql.query(
    `with ended as materialized (
       select e.* from unnest($1::int[]) as w(seconds) cross join lateral (
         select r.tenant_id, r.subject, r.seconds from rate_limits r
         where r.seconds = w.seconds and r.started_at < now() - make_interval(secs => w.seconds)
         order by r.started_at limit $2 for update skip locked) as e)
     delete from rate_limits r using ended e
     where r.tenant_id = e.tenant_id and r.subject = e.subject and r.seconds = e.seconds`,
    [seconds, endedWindows],
  )
}

/**
 * Counts a request of a caller without a key; answers where that leaves it. Rolled back with what it was for.
 * Its own counter is locked before ended ones are deleted, and those that others hold are left to them: two callers
 * can't wait for each other.
 */
export const countPublicRequest = (tx: Sql, subject: string, window: RateWindow): Promise<RateUse> =>
  countAsking(tx, { tenantId: 'public', subject }, window)

/** The same for what a tenant asks for, whichever of its keys it asks with. */
export async function countAsking(
  tx: Sql,
  { tenantId, subject }: { tenantId: string; subject: string },
  { seconds, limit }: RateWindow,
): Promise<RateUse> {
  const [row] = await tx.query<RateUse>(
    `insert into rate_limits as r (tenant_id, subject, seconds, started_at, count)
     values ($4, $1, $2, now(), 1)
     on conflict (tenant_id, subject, seconds) do update set
       count = case when r.started_at + make_interval(secs => r.seconds) > now() then r.count + 1 else 1 end,
       started_at = case when r.started_at + make_interval(secs => r.seconds) > now() then r.started_at else now() end
     returning seconds, $3::int as "limit", count as used,
       greatest(0, extract(epoch from started_at + make_interval(secs => seconds) - now()))::float8 as reset`,
    [subject, seconds, limit, tenantId],
  )
  await deleteEndedWindows(tx, [seconds])
  return row!
}

/** Where a caller without a key stands; nothing is counted. */
export async function findPublicUse(
  sql: Sql,
  subject: string,
  { seconds, limit }: RateWindow,
): Promise<RateUse> {
  const [row] = await sql.query<Pick<RateUse, 'used' | 'reset'>>(
    `select count as used, extract(epoch from started_at + make_interval(secs => seconds) - now())::float8 as reset
     from rate_limits
     where tenant_id = 'public' and subject = $1 and seconds = $2
       and started_at + make_interval(secs => seconds) > now()`,
    [subject, seconds],
  )
  return { seconds, limit, used: 0, reset: 0, ...row }
}
