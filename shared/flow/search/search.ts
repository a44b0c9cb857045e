/** Searching the messages of an inbox, or of all inboxes of a tenant: best match first, with what matches shown. */

import { ServiceError } from '../../domain/errors.ts'
import { idsBetween } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import type { ListedMessage } from '../../domain/message.ts'
import type { Page } from '../../domain/pagination.ts'
import type { Sql } from '../../lib/sql.ts'
import {
  type FoundMessage,
  findSearched,
  findSearchedInboxes,
  type Search,
  sampleMatches,
  searchEverywhere,
  searchStretch,
} from '../../store/search.ts'
import { highlightAll, highlightBest } from './highlight.ts'
import { readQuery, type Term } from './query.ts'
import { inboxLexeme } from './vector.ts'

/** A message that was found, and where its page ends: a position to go on behind. */
export type Hit = Omit<FoundMessage, 'rank'> & Pick<ListedMessage, 'highlight'> & { position: string[] }

export interface SearchPage {
  /** One more than the page holds, where there is a further one of what was ranked together. */
  rows: Hit[]
  /** Where older messages are still to be searched: the position to go on at. */
  resume: string[] | null
  /** Whether this is the best of the newest messages only, and of those behind the page before. */
  truncated: boolean
}

/**
 * Where a search has got to: ranked over all of the inbox by the index of words, through a stretch of it, which is all
 * that it has or not, or at what is older than a stretch. `below` is where it had got to over all of the inbox, if it went
 * on stretch by stretch from there: what ranks higher was shown.
 */
type Place =
  | { kind: 'begin' }
  | { kind: 'everywhere'; after: Ranked }
  | { kind: 'all' | 'stretch'; after: Ranked; newest: string; oldest: string; below: Ranked | null }
  | { kind: 'older'; than: string; below: Ranked | null }
type Ranked = [rank: string, id: string]

/**
 * A page of results. What few messages match is looked up and ranked over all of the inbox. What many do, as a sample of
 * the inbox tells, would take as long as they are many: of it, the newest messages are searched, stretch by stretch, each
 * ranked by itself; so they are where all inboxes of a tenant are searched, and these are more than are looked up together.
 * `sqlOf` gives a connection whose statements may take so many milliseconds.
 * @throws ServiceError `validation_error`, `query_timeout`.
 */
export async function search(
  sqlOf: (ms: number) => Sql,
  { q, ...within }: Omit<Search, 'tsquery'> & { q: string },
  page: Page,
): Promise<SearchPage> {
  const { tsquery, terms } = readQuery(q)
  const asked: Search = { ...within, tsquery }
  const place = placeOf(page.after)
  const count = page.limit + 1
  const inboxes =
    place.kind === 'everywhere' || place.kind === 'begin'
      ? await findSearchedInboxes(sqlOf(limits.searchMs), asked, limits.searchInboxes)
      : null
  const everywhere = (of: readonly string[], after: Ranked | null, ms: number) =>
    searchEverywhere(sqlOf(ms), asked, of.map(inboxLexeme).join(' | '), after, count)
  const whole = (hits: FoundMessage[], truncated: boolean): SearchPage => ({
    rows: hits.map((hit) => shown(hit, terms, ['everywhere'])),
    resume: null,
    truncated,
  })
  if (inboxes?.length === 0) return { rows: [], resume: null, truncated: false }
  if (place.kind === 'everywhere' && inboxes !== null) {
    const hits = await everywhere(inboxes, place.after, limits.searchMs)
    if (hits !== null) return whole(hits, false)
    // More have come meanwhile than are ranked together.
  }
  if (
    place.kind === 'begin' &&
    inboxes !== null &&
    (await isWorthLookingUp(sqlOf(limits.searchMs), asked, inboxes))
  ) {
    const found = await everywhere(inboxes, null, limits.searchEverywhereMs).catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === 'query_timeout') return null
      throw error
    })
    if (found !== null) return whole(found, false)
  }
  const begun = place.kind === 'all' || place.kind === 'stretch' ? place : null
  const below = place.kind === 'everywhere' ? place.after : place.kind === 'begin' ? null : place.below
  const { hits, stretch, more } = await searchStretch(
    sqlOf(limits.searchMs),
    asked,
    place.kind === 'older' ? { olderThan: place.than } : begun,
    begun?.after ?? below,
    count,
  )
  if (stretch === null) return { rows: [], resume: null, truncated: false }
  const truncated = more || (place.kind !== 'begin' && place.kind !== 'all')
  return {
    rows: hits.map((hit) =>
      shown(hit, terms, [truncated ? 'stretch' : 'all', stretch.newest, stretch.oldest, ...(below ?? [])]),
    ),
    resume: more ? ['', '', 'older', stretch.oldest, '', ...(below ?? [])] : null,
    truncated,
  }
}

/** Whether there are more messages than are looked at one by one, of which not too many match to be ranked together. */
async function isWorthLookingUp(sql: Sql, asked: Search, inboxes: readonly string[]): Promise<boolean> {
  const searched = await findSearched(sql, asked, inboxes)
  if (searched === null || !searched.many) return false
  const ids = idsBetween(searched.oldest, searched.newest, limits.searchSampled)
  const { looked, matched } = await sampleMatches(sql, asked, ids)
  const estimate = (matched / Math.max(1, looked)) * searched.count
  return (
    matched < limits.searchSampledMatches || estimate <= limits.searchManyTimesRanked * limits.searchRanked
  )
}

/** Reads a position as {@link shown} and `resume` write it; one of an earlier release is taken up at the beginning. */
function placeOf(position: string[] | null): Place {
  const [rank = '', id = '', kind, first = '', second = '', ...behind] = position ?? []
  const below: Ranked | null = behind.length === 2 ? [behind[0]!, behind[1]!] : null
  if (kind === 'everywhere') return { kind, after: [rank, id] }
  if (kind === 'all' || kind === 'stretch')
    return { kind, after: [rank, id], newest: first, oldest: second, below }
  return kind === 'older' ? { kind, than: first, below } : { kind: 'begin' }
}

const shown = ({ rank, ...message }: FoundMessage, terms: Term[], place: string[]): Hit => ({
  ...message,
  highlight: {
    subject: highlightAll(message.subject, terms),
    body: highlightBest(message.body_sanitized, terms),
  },
  position: [String(rank), message.id, ...place],
})
