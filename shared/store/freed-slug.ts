/** Slugs of deleted inboxes, in the database: who may take them again, and from when on anybody. */
import type { Sql } from '../lib/sql.ts'

/** SQL: keeps the slugs that a query answers as `slug` and `account_id`. */
export const keepSlugs = (query: string): string =>
  `insert into freed_slugs (slug, account_id, freed_at) select slug, account_id, now() from (${query}) f
   on conflict (slug) do update set account_id = excluded.account_id, freed_at = excluded.freed_at`

/**
 * Takes a slug out of those that are kept, for an inbox that this transaction has stored; false where it is kept for
 * somebody else, and the transaction must not commit.
 * Asked after the inbox is stored: that waits for whoever is deleting the one before, and then sees what they kept.
 */
export async function takeSlug(
  tx: Sql,
  { slug, accountId }: { slug: string; accountId: string },
  quarantineDays: number,
): Promise<boolean> {
  const [kept] = await tx.query<{ forOthers: boolean }>(
    `delete from freed_slugs where slug = $1
     returning account_id is distinct from $2 and freed_at > now() - make_interval(days => $3) as "forOthers"`,
    [slug, accountId, quarantineDays],
  )
  return kept?.forOthers !== true
}

/** Leaves the slugs of a deleted account to nobody, until their time is over. */
export async function disownSlugs(tx: Sql, accountId: string): Promise<void> {
  await tx.query('update freed_slugs set account_id = null where account_id = $1', [accountId])
}

/** Forgets up to `count` slugs that were kept for long enough; answers how many. */
export async function deleteOldSlugs(sql: Sql, quarantineDays: number, count: number): Promise<number> {
  const rows = await sql.query(
    `delete from freed_slugs where slug = any(array(
       select slug from freed_slugs where freed_at <= now() - make_interval(days => $1)
       order by freed_at limit $2 for update skip locked)) returning 1`,
    [quarantineDays, count],
  )
  return rows.length
}
