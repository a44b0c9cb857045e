/** What stands beside a mail in the queue, and the addresses of its page: a mail is looked at from a page of the queue. */
import type { QueuedMail } from '../../shared/domain/review-queue.ts'
import { pendingOn } from './pending.ts'
import type { DashboardParts, Visitor } from './visitor.ts'

/** A page of the queue as the API answers it. */
export interface QueuePage {
  messages: QueuedMail[]
  next_cursor: string | null
}

/** Messages of the queue beside one; null at its ends. */
export interface Neighbours {
  newer: Place | null
  older: Place | null
}

/** A message, and the cursor of the page of the queue that it stands on; null: of the first one. */
export interface Place {
  id: string
  cursor: string | null
}

const withCursor = (path: string, cursor: string | null): string =>
  cursor === null ? path : `${path}?cursor=${encodeURIComponent(cursor)}`

/** The address of a mail's page. */
export const mailPath = ({ id, cursor }: Place): string => withCursor(`/dashboard/mail/${id}`, cursor)

/** The address of the page of the queue that a mail stands on, where that mail stands. */
export const queuePath = ({ id, cursor }: Place): string => `${withCursor('/dashboard', cursor)}#${id}`

/** The address of the same page, with all selected that are like that mail. */
export const likePath = ({ id, cursor }: Place): string => {
  const path = withCursor('/dashboard', cursor)
  return `${path}${path.includes('?') ? '&' : '?'}like=${id}#${id}`
}

/** Those of a message that waits, or did until a moment ago. A cursor that is no good leaves none. */
export async function neighboursOf(
  parts: Pick<DashboardParts, 'door' | 'database'>,
  visitor: Visitor,
  { id, cursor }: Place,
): Promise<Neighbours> {
  const { messages, next_cursor } = await undecided(parts, visitor, cursor)
  // Identifiers sort by time, and so does the queue.
  const newer = messages.findLast((one) => one.id > id)
  const older = messages.find((one) => one.id < id)
  if (older !== undefined || next_cursor === null)
    return { newer: placeOf(newer, cursor), older: placeOf(older, cursor) }
  const [first] = (await undecided(parts, visitor, next_cursor)).messages
  return { newer: placeOf(newer, cursor), older: placeOf(first, next_cursor) }
}

/** A page of the queue, without what somebody has decided on a moment ago. */
async function undecided(
  parts: Pick<DashboardParts, 'door' | 'database'>,
  visitor: Visitor,
  cursor: string | null,
): Promise<QueuePage> {
  const query = cursor === null ? {} : { cursor }
  const { answer } = await parts.door.invoke('list_review_queue', visitor.caller, { query })
  if (answer.kind !== 'json') return { messages: [], next_cursor: null }
  const page = answer.value as QueuePage
  const pending = await pendingOn(
    parts,
    visitor,
    page.messages.map(({ id }) => id),
  )
  const messages = page.messages.filter(({ id }) => pending.get(id)?.failure !== null)
  return { ...page, messages }
}

const placeOf = (message: { id: string } | undefined, cursor: string | null): Place | null =>
  message === undefined ? null : { id: message.id, cursor }

/** Where to go on once a message was decided on: the next older one, else the newest that waits; null: nothing is left. */
export async function nextAfter(
  parts: Pick<DashboardParts, 'door' | 'database'>,
  visitor: Visitor,
  place: Place,
): Promise<Place | null> {
  const { older } = await neighboursOf(parts, visitor, place)
  if (older !== null) return older
  const [first] = (await undecided(parts, visitor, null)).messages
  return placeOf(first, null)
}
