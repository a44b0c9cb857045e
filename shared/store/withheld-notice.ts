/** Withheld mail that people are to be told of by mail, and who they are, in the database. */
import type { Sql } from '../lib/sql.ts'

/** What the window of an hour counts by, for each tenant. */
export const withheldNotices = 'withheld_notices'

/** Live tenants with withheld mail that nobody was told of, but for those told `perHour` times in the hour. */
export function findUntold(
  sql: Sql,
  { perHour, count }: { perHour: number; count: number },
): Promise<{ tenantId: string; accountId: string }[]> {
  return sql.query(
    `select t.id as "tenantId", t.account_id as "accountId"
     from tenants t join accounts c on c.id = t.account_id and c.deleted_at is null
     where t.mode = 'live'
       and exists (select from rare_states s where s.tenant_id = t.id and s.noun = 'message' and s.state = 'withheld'
         and not s.told)
       and not exists (select from rate_limits r where r.tenant_id = t.id and r.subject = $1 and r.seconds = 3600
         and r.count >= $2 and r.started_at + interval '1 hour' > now())
     limit $3`,
    [withheldNotices, perHour, count],
  )
}

/**
 * Takes up to `count` withheld messages of a tenant as told of: answers those that came in, newest first. Whoever does so
 * meanwhile takes none of them.
 */
export async function takeUntold(tx: Sql, tenantId: string, count: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `with taken as (
       update rare_states set told = true
       where tenant_id = $1 and noun = 'message' and state = 'withheld' and not told and id = any(array(
         select id from rare_states where tenant_id = $1 and noun = 'message' and state = 'withheld' and not told
         order by id desc limit $2))
       returning id)
     select m.id from taken join messages m on m.tenant_id = $1 and m.id = taken.id
     where m.direction = 'inbound' order by m.id desc`,
    [tenantId, count],
  )
  return rows.map(({ id }) => id)
}

/** Users who chose to be told of each, whose address is confirmed and who may decide; with `userId`, that one alone. */
export function findToldOfEach(
  sql: Sql,
  { accountId, userId = null, count }: { accountId: string; userId?: string | null; count: number },
): Promise<{ userId: string; email: string; language: string | null }[]> {
  return sql.query(
    `select u.id as "userId", u.email, u.language from users u join accounts c on c.id = u.account_id and c.deleted_at is null
     where u.account_id = $1 and ($2::text is null or u.id = $2) and u.notices = 'each' and u.role <> 'viewer'
       and u.email <> '' and u.email_confirmed_at is not null
     order by u.id limit $3`,
    [accountId, userId, count],
  )
}
