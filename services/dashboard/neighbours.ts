/** What stands beside a mail in the queue, and the addresses of its page: a mail is looked at from a page of the queue. */
import {
  type QueuedMail,
  type QueueSort,
  queueSorts,
  unjudgedRank,
} from '../../shared/domain/review-queue.ts'
import { pendingOn } from './pending.ts'
import type { QueuePlace } from './queue-place.ts'
import type { DashboardParts, Visitor } from './visitor.ts'

/** A page of the queue as the API answers it. */
export interface QueuePage {
  messages: QueuedMail[]
  next_cursor: string | null
}

/** Messages of the queue beside one; null at its ends. */
export interface Neighbours {
  before: Place | null
  after: Place | null
}

/** A message, and the page of the queue that it stands on. */
export interface Place extends QueuePlace {
  id: string
}

/** As slugs are, and longer ones: it leads nowhere but to the page of an inbox. */
const slug = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** What the address of a page says of its place in the queue. */
export function queuePlaceOf({
  cursor,
  sort,
  inbox,
}: {
  cursor?: unknown
  sort?: unknown
  inbox?: unknown
}): QueuePlace {
  return {
    ...(typeof inbox === 'string' && slug.test(inbox) ? { inbox } : {}),
    cursor: typeof cursor === 'string' ? cursor : null,
    sort: queueSorts.find((one) => one === sort) ?? 'newest',
  }
}

/** The parameters of an address that say so; the API takes the same. */
export const queryOf = ({ cursor, sort }: QueuePlace): Record<string, string> => ({
  ...(sort === 'newest' ? {} : { sort }),
  ...(cursor === null ? {} : { cursor }),
})

const withQuery = (path: string, query: Record<string, string>): string =>
  Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`

/** The address of a mail's page. */
export const mailPath = ({ id, inbox, ...page }: Place): string =>
  withQuery(`/dashboard/mail/${id}`, { ...queryOf(page), ...(inbox === undefined ? {} : { inbox }) })

/** The address of the page of a mail that one comes to from its inbox. */
export const mailOfInbox = (id: string, inbox: string): string =>
  mailPath({ id, inbox, cursor: null, sort: 'newest' })

/** The address of a page of the queue. */
export const queuePagePath = (page: QueuePlace): string => withQuery('/dashboard', queryOf(page))

/** The address of the first page of the queue in an order. */
export const queueStart = (sort: QueueSort): string => queuePagePath({ cursor: null, sort })

/** The address of the page of the queue that a mail stands on, where that mail stands. */
export const queuePath = ({ id, ...page }: Place): string => `${queuePagePath(page)}#${id}`

/** The address of the same page, with all selected that are like that mail. */
export const likePath = ({ id, ...page }: Place): string =>
  `${withQuery('/dashboard', { ...queryOf(page), like: id })}#${id}`

/** The same address, and what was done a moment ago. */
export const withDone = (path: string, what: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}done=${what}`

/** Those of a message that waits, or did until a moment ago. A cursor that is no good leaves none. */
export async function neighboursOf(
  parts: Pick<DashboardParts, 'door' | 'database'>,
  visitor: Visitor,
  place: RankedPlace,
): Promise<Neighbours> {
  const { cursor, sort } = place
  const { messages, next_cursor } = await undecided(parts, visitor, place)
  const before = placeOf(
    messages.findLast((one) => standsBefore(sort, one, place)),
    place,
  )
  const after = messages.find((one) => standsBefore(sort, place, one))
  if (after !== undefined || next_cursor === null) return { before, after: placeOf(after, { cursor, sort }) }
  const next = { cursor: next_cursor, sort }
  const [first] = (await undecided(parts, visitor, next)).messages
  return { before, after: placeOf(first, next) }
}

/** A place, and the score of its message. */
export type RankedPlace = Place & Pick<QueuedMail, 'risk_score'>

type Ranked = Pick<QueuedMail, 'id' | 'risk_score'>

/** Whether the queue has one message before another. Identifiers sort by time. */
function standsBefore(sort: QueueSort, one: Ranked, other: Ranked): boolean {
  const [risk, otherRisk] = [one.risk_score ?? unjudgedRank, other.risk_score ?? unjudgedRank]
  return sort === 'risk' && risk !== otherRisk ? risk > otherRisk : one.id > other.id
}

/** A page of the queue, without what somebody has decided on a moment ago. */
async function undecided(
  parts: Pick<DashboardParts, 'door' | 'database'>,
  visitor: Visitor,
  page: QueuePlace,
): Promise<QueuePage> {
  const query = queryOf(page)
  const { answer } = await parts.door.invoke('list_review_queue', visitor.caller, { query })
  if (answer.kind !== 'json') return { messages: [], next_cursor: null }
  const found = answer.value as QueuePage
  const pending = await pendingOn(
    parts,
    visitor,
    found.messages.map(({ id }) => id),
  )
  const messages = found.messages.filter(({ id }) => pending.get(id)?.failure !== null)
  return { ...found, messages }
}

const placeOf = (message: { id: string } | undefined, { cursor, sort }: QueuePlace): Place | null =>
  message === undefined ? null : { id: message.id, cursor, sort }

/** Where to go on once a message was decided on: the next one in the order of the queue, else the first that waits; null: nothing is left. */
export async function nextAfter(
  parts: Pick<DashboardParts, 'door' | 'database'>,
  visitor: Visitor,
  place: RankedPlace,
): Promise<Place | null> {
  const { after } = await neighboursOf(parts, visitor, place)
  if (after !== null) return after
  const start = { cursor: null, sort: place.sort }
  const [first] = (await undecided(parts, visitor, start)).messages
  return placeOf(first, start)
}
