/** What stands beside a mail in the queue, and the addresses of its page: a mail is looked at from a page of the queue. */
import type { QueuedMail } from '../../shared/domain/review-queue.ts'
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
  { door }: Pick<DashboardParts, 'door'>,
  { caller }: Visitor,
  { id, cursor }: Place,
): Promise<Neighbours> {
  const list = async (from: string | null): Promise<QueuePage> => {
    const query = from === null ? {} : { cursor: from }
    const { answer } = await door.invoke('list_review_queue', caller, { query })
    return answer.kind === 'json' ? (answer.value as QueuePage) : { messages: [], next_cursor: null }
  }
  const { messages, next_cursor } = await list(cursor)
  // Identifiers sort by time, and so does the queue.
  const newer = messages.findLast((one) => one.id > id)
  const older = messages.find((one) => one.id < id)
  if (older !== undefined || next_cursor === null)
    return { newer: placeOf(newer, cursor), older: placeOf(older, cursor) }
  const [first] = (await list(next_cursor)).messages
  return { newer: placeOf(newer, cursor), older: placeOf(first, next_cursor) }
}

const placeOf = (message: { id: string } | undefined, cursor: string | null): Place | null =>
  message === undefined ? null : { id: message.id, cursor }

/** Where to go on once a message was decided on: the next older one, else the newest that waits; null: nothing is left. */
export async function nextAfter(
  parts: Pick<DashboardParts, 'door'>,
  visitor: Visitor,
  place: Place,
): Promise<Place | null> {
  const { older } = await neighboursOf(parts, visitor, place)
  if (older !== null) return older
  const { door } = parts
  const { answer } = await door.invoke('list_review_queue', visitor.caller, { query: { limit: '1' } })
  const [first] = answer.kind === 'json' ? (answer.value as QueuePage).messages : []
  return placeOf(first, null)
}
