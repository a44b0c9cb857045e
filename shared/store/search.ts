/** Searching the messages of an inbox, or of all inboxes of a tenant, in the database. */
import { firstIdAt } from '../domain/ids.ts'
import { limits } from '../domain/limits.ts'
import { tagsOf } from '../domain/tags.ts'
import type { Sql } from '../lib/sql.ts'
import { contentHidden } from './content-hidden.ts'
import {
  fillBodies,
  filterConditions,
  filteredColumns,
  idTimeSlack,
  inInbox,
  joinContents,
  type MessageFilters,
  type StoredSummary,
  summaryColumns,
  type WithBodies,
} from './message.ts'

/** A message that a search found, with how well it matches. */
export type FoundMessage = StoredSummary & { rank: number }

/** What is searched for, and where. `tsquery` is the text form of one. */
export interface Search {
  tenantId: string
  /** Null: all inboxes that are there. */
  inboxId: string | null
  tsquery: string
  filters: MessageFilters
  /** Whether what is withheld, and drafts that pass it on, are found too: who may not read them could guess at what they say. */
  withheldToo: boolean
}

/** A stretch of an inbox's messages, by their ids: all of them, those older than one, or those from one to another. */
export type Stretch = null | { olderThan: string } | { newest: string; oldest: string }

/** The messages that are searched, as far as a search has to know before it begins. */
export interface Searched {
  /** Ids of the newest and of the oldest. */
  newest: string
  oldest: string
  /** How many there have been, about. */
  count: number
  /** Whether more are in question than a search looks at one by one. */
  many: boolean
}

/** The inboxes that a search is of: those of the tenant that are there, or the one; null where they are more than `most`. */
export async function findSearchedInboxes(
  sql: Sql,
  { tenantId, inboxId }: Pick<Search, 'tenantId' | 'inboxId'>,
  most: number,
): Promise<string[] | null> {
  if (inboxId !== null) return [inboxId]
  const rows = await sql.query<{ id: string }>(
    'select i.id from inboxes i where i.tenant_id = $1 and i.deleted_at is null limit $2',
    [tenantId, most + 1],
  )
  return rows.length > most ? null : rows.map(({ id }) => id)
}

/** What there is to be searched in these `inboxes`, all that the search is of; null where there is nothing. */
export async function findSearched(
  sql: Sql,
  search: Search,
  inboxes: readonly string[],
): Promise<Searched | null> {
  const { tenantId, inboxId, filters } = search
  const since = firstIdAt('message', Math.max(0, (filters.since ?? 0) - idTimeSlack))
  const values: unknown[] = [tenantId, inboxes, since, limits.searchLooked]
  const { condition } = inInbox(inboxId, (value) => `$${values.push(value)}`)
  const within = `from messages m where m.tenant_id = $1${condition('m')}`
  const [row] = await sql.query<
    Omit<Searched, 'newest' | 'oldest'> & { newest: string | null; oldest: string }
  >(
    `select (select m.id ${within} order by m.id desc limit 1) as newest,
       (select m.id ${within} order by m.id limit 1) as oldest,
       coalesce((select sum(i.message_count) from inboxes i where i.tenant_id = $1 and i.id = any($2)), 0)::float8 as count,
       exists (select 1 ${within} and m.id >= $3 order by m.id desc offset $4) as many`,
    values,
  )
  return row === undefined || row.newest === null ? null : { ...row, newest: row.newest }
}

/**
 * How many of the messages just behind these ids match what is searched for, whatever else is asked of them. Some are
 * passed over, so that none is taken for the number that it has.
 */
export async function sampleMatches(
  sql: Sql,
  { tenantId, inboxId, tsquery }: Search,
  ids: readonly string[],
): Promise<{ looked: number; matched: number }> {
  const values: unknown[] = [tenantId, tsquery, ids]
  const { condition } = inInbox(inboxId, (value) => `$${values.push(value)}`)
  const [row] = await sql.query<{ looked: number; matched: number }>(
    `with looked as materialized (
       select distinct k.id from unnest($3::text[]) with ordinality as at(id, place) cross join lateral (
         select m.id from messages m where m.tenant_id = $1${condition('m')} and m.id >= at.id order by m.id offset at.place % 5 limit 1
       ) k
     )
     select count(*)::int as looked, (count(*) filter (where ts_match_vq(s.vector, $2::tsquery)))::int as matched
     from looked l join message_search s on s.tenant_id = $1 and s.message_id = l.id`,
    values,
  )
  return row!
}

/** The best matches behind `after` (a rank and an id) of a stretch. */
export interface StretchHits {
  hits: FoundMessage[]
  /** What was looked at: up to `limits.searchLooked` messages; null where there are none. */
  stretch: { newest: string; oldest: string } | null
  /** Whether there are older messages than these. */
  more: boolean
}

/** Searches the newest messages of a stretch one by one, whatever they say: best match first, `count` of them. */
export async function searchStretch(
  sql: Sql,
  search: Search,
  where: Stretch,
  after: readonly [rank: string, id: string] | null,
  count: number,
): Promise<StretchHits> {
  const { values, bind, inbox, conditions } = bound(search)
  const since = search.filters.since
  const sinceId = since === undefined ? '' : ` and m.id >= ${bind(firstIdAt('message', since - idTimeSlack))}`
  const inStretch =
    where === null
      ? ''
      : 'olderThan' in where
        ? ` and m.id < ${bind(where.olderThan)}`
        : ` and m.id between ${bind(where.oldest)} and ${bind(where.newest)}`
  const within = `from messages m where m.tenant_id = $1${inbox('m')}${sinceId}`
  // Called by name, the comparison is no question to the index of words: that would answer for all of the inbox.
  const rows = await sql.query<
    { newest: string | null; oldest: string; more: boolean } & (WithBodies<FoundMessage> | { id: null })
  >(
    `with looked as materialized (
       select ${filteredColumns} ${within}${inStretch} order by m.id desc limit ${bind(limits.searchLooked)}
     ), matched as materialized (
       select m.id, ts_rank(s.vector, $2::tsquery) as rank
       from looked m join message_search s on s.tenant_id = $1 and s.message_id = m.id
       where ts_match_vq(s.vector, $2::tsquery)${conditions}
     ), page as materialized (
       select * from matched r ${behind(after, bind)} order by r.rank desc, r.id desc limit ${bind(count)}
     )
     select x.*, r.* from (
       select max(id) as newest, min(id) as oldest,
         exists (select ${within} and m.id < (select min(id) from looked)) as more from looked
     ) x left join lateral (
       select p.rank, ${summaryColumns} from page p join messages m on m.tenant_id = $1 and m.id = p.id ${joinContents}
     ) r on true order by r.rank desc, r.id desc`,
    values,
  )
  const { newest: from, oldest: to, more } = rows[0]!
  const hits = rows.flatMap(({ newest: _, oldest: __, more: ___, ...row }) =>
    row.id === null ? [] : [fillBodies(row as unknown as WithBodies<FoundMessage>)],
  )
  return { hits, stretch: from === null ? null : { newest: from, oldest: to }, more }
}

/**
 * Searches all of the inboxes by the index of words: right for what few messages say. Best match first, `count` of them;
 * null where more than `limits.searchRanked` match, of which that many were found, and not the newest. `scope` is a
 * tsquery that only messages of these inboxes match.
 */
export async function searchEverywhere(
  sql: Sql,
  search: Search,
  scope: string,
  after: readonly [rank: string, id: string] | null,
  count: number,
): Promise<FoundMessage[] | null> {
  const { values, bind, inbox, conditions } = bound(search)
  // The tenant is not asked for where words are looked up: its own index must not be walked for that. The words are of
  // inboxes of the tenant.
  const rows = await sql.query<{ found: number } & (WithBodies<FoundMessage> | { id: null })>(
    `with found as materialized (
       select s.message_id as id, s.vector from message_search s
       where s.vector @@ (${bind(scope)}::tsquery && $2::tsquery) limit ${bind(limits.searchRanked + 1)}
     ), ranked as materialized (
       select f.id, ts_rank(f.vector, $2::tsquery) as rank
       from found f join messages m on m.tenant_id = $1 and m.id = f.id${inbox('m')} where true${conditions}
     ), page as materialized (
       select * from ranked r ${behind(after, bind)} order by r.rank desc, r.id desc limit ${bind(count)}
     )
     select x.*, r.* from (select count(*)::int as found from found) x left join lateral (
       select p.rank, ${summaryColumns} from page p join messages m on m.tenant_id = $1 and m.id = p.id ${joinContents}
     ) r on true order by r.rank desc, r.id desc`,
    values,
  )
  if (rows[0]!.found > limits.searchRanked) return null
  return rows.flatMap(({ found: _, ...row }) =>
    row.id === null ? [] : [fillBodies(row as unknown as WithBodies<FoundMessage>)],
  )
}

/** Parameters of a search, `$1` the tenant and `$2` the query, and what its inbox and its filters add to a condition. */
function bound({ tenantId, inboxId, tsquery, filters, withheldToo }: Search) {
  const values: unknown[] = [tenantId, tsquery]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const { condition: inbox, there } = inInbox(inboxId, bind)
  const tags = tagsOf(filters.label ?? [], filters.metadata ?? {})
  const readable = withheldToo ? [] : [`not (${contentHidden})`]
  const conditions = [...filterConditions(filters, tags, bind), ...there, ...readable]
    .map((condition) => ` and ${condition}`)
    .join('')
  return { values, bind, inbox, conditions }
}

const behind = (
  after: readonly [rank: string, id: string] | null,
  bind: (value: unknown) => string,
): string => (after === null ? '' : `where (r.rank, r.id) < (${bind(after[0])}::real, ${bind(after[1])})`)
