/** Webhook deliveries of a time, to be made again, in the database. */
import { firstIdAt } from '../domain/ids.ts'
import type { Sql } from '../lib/sql.ts'

/**
 * Makes up to `count` deliveries that ended as `status` due again, for one attempt each, and answers their ids, oldest
 * first, and where to go on: of those that were made from `since` to before `until` (milliseconds), behind the id `after`.
 */
export async function reopenDeliveries(
  tx: Sql,
  { tenantId, inboxId, status }: { tenantId: string; inboxId: string; status: 'failed' | 'succeeded' },
  { since, until, after }: { since: number; until: number; after: string | null },
  count: number,
): Promise<{ ids: string[]; next: string | null }> {
  // Failed ones are few, and `rare_states` holds them.
  const [from, rare] =
    status === 'failed'
      ? ['rare_states', `and r.noun = 'delivery' and r.state = 'failed'`]
      : ['webhook_deliveries', `and r.status = 'succeeded'`]
  // Ids that were made just before their rows: a delivery's own time decides.
  const slackMs = 60_000
  const [row] = await tx.query<{ ids: string[]; looked: number; last: string | null }>(
    `with asked as materialized (
       select r.id from ${from} r where r.tenant_id = $1 and r.inbox_id = $2 ${rare} and r.id > $3 and r.id < $4
       order by r.id limit $5
     ), chosen as materialized (
       select d.id from asked a join webhook_deliveries d on d.tenant_id = $1 and d.id = a.id
       where d.status = $6 and d.created_at >= $7 and d.created_at < $8 order by d.id for no key update of d
     ), reopened as (
       update webhook_deliveries d set status = 'pending', by_hand = true, next_attempt_at = now(), updated_at = now()
       from chosen c where d.tenant_id = $1 and d.id = c.id returning d.id
     )
     select (select coalesce(json_agg(id order by id), '[]') from reopened) as ids,
       count(*)::int as looked, max(id) as last from asked`,
    [
      tenantId,
      inboxId,
      after ?? firstIdAt('webhookDelivery', since - slackMs),
      firstIdAt('webhookDelivery', until + slackMs),
      count,
      status,
      new Date(since).toISOString(),
      new Date(until).toISOString(),
    ],
  )
  const { ids, looked, last } = row!
  return { ids, next: looked === count ? last : null }
}
