/** Tells a session of new mail in an inbox: by the same stream of events that the API has. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import type { EventsAnswer } from '../../shared/api/answer.ts'
import { limits } from '../../shared/domain/limits.ts'
import { type Client, callEndpoint, type Refused } from './client-call.ts'
import { ProtocolError } from './protocol-error.ts'
import { noResource, parseResource, refusedAs } from './resources.ts'
import { forget, type Session, type Subscription, tell } from './sessions.ts'

/** A subscription, with all that it takes to open its stream again. */
interface Following {
  client: Client
  session: Session
  uri: string
  slug: string
  subscription: Subscription
  /** The last place of its events that is known; null: none yet. */
  after: string | null
  /** Whether its stream is being opened. */
  opening: boolean
}

// Lines end with a line feed alone: what a mail says may hold other separators, behind which it would write fields of its own.
const idField = /(?:^|\n)id: (\w+)(?=\n)/g
const eventField = /(?:^|\n)event: (?:message\.received|stream\.gap)\n/

/** Subscribes a session to an inbox. @throws ProtocolError where there is none, or too many are subscribed to already. */
export async function subscribe(client: Client, session: Session, uri: string): Promise<void> {
  const slug = slugOf(uri)
  const { subscriptions } = session
  if (subscriptions.has(slug)) return
  if (subscriptions.size >= limits.mcpSubscriptions)
    throw new ProtocolError(
      ErrorCode.InvalidRequest,
      `A session can subscribe to ${limits.mcpSubscriptions} inboxes: unsubscribe from one first.`,
    )
  const subscription: Subscription = {
    stream: null,
    resume: () => {
      if (subscription.stream === null && !following.opening) void followAgain(following, 0)
    },
  }
  const following: Following = { client, session, uri, slug, subscription, after: null, opening: false }
  // It counts from now on, however many are asked for at once.
  subscriptions.set(slug, subscription)
  const refused = await follow(following)
  if (refused === null) return
  giveUp(following)
  throw refusedAs(refused)
}

/** Ends a subscription, if there is one. @throws ProtocolError for what is no inbox. */
export function unsubscribe(session: Session, uri: string): void {
  const slug = slugOf(uri)
  const { subscriptions } = session
  const subscription = subscriptions.get(slug)
  subscriptions.delete(slug)
  forget(session, uri)
  subscription?.stream?.destroy()
}

/** Opens the stream of a subscription where it was left; answers why that was refused, else null. */
async function follow(following: Following): Promise<Refused | null> {
  const { client, session, uri, slug, subscription, after } = following
  const query = { slug, types: 'message.received', ...(after === null ? {} : { last_event_id: after }) }
  following.opening = true
  const called = await callEndpoint(client, 'stream_events', { query }, 'MCP resources/subscribe')
  following.opening = false
  if ('refusal' in called) return called
  const { stream } = called.value as EventsAnswer
  if (!isWanted(following)) {
    stream.destroy()
    return null
  }
  subscription.stream = stream
  stream.setEncoding('utf8')
  // Of each event only that it came is told: what it says is read where the client asks for it.
  stream.on('data', (text: string) => {
    for (const [, id] of text.matchAll(idField)) following.after = id!
    if (eventField.test(text)) tell(session, uri)
    if (session.listener === null && following.after !== null) stream.destroy()
  })
  stream.on('error', () => {})
  stream.once('close', () => {
    subscription.stream = null
    if (isHeard(following)) void followAgain(following)
  })
  return null
}

/** Opens a stream anew that has broken off, as readers of the API do; where that can never be again, ends the subscription. */
async function followAgain(following: Following, first: number = limits.mcpFollowMs): Promise<void> {
  const { session } = following
  for (let pause = first; ; pause = Math.min(2 * (pause || limits.mcpFollowMs / 2), limits.mcpFollowMsMax)) {
    following.opening = true
    await sleep(pause, undefined, { ref: false })
    following.opening = false
    if (!isHeard(following)) return
    const refused = await follow(following)
    if (refused === null) return
    if (!refused.temporary) {
      giveUp(following)
      // Its client asks again, and is told why.
      session.listener?.close()
      return
    }
  }
}

/** Whether there is somebody to be told: whoever listens later has it resumed. */
const isHeard = (following: Following): boolean => isWanted(following) && following.session.listener !== null

/** Whether nobody has ended it meanwhile: the session, or who subscribed. */
const isWanted = ({ session, slug, subscription }: Following): boolean =>
  !session.ended && session.subscriptions.get(slug) === subscription

function giveUp(following: Following): void {
  if (isWanted(following)) following.session.subscriptions.delete(following.slug)
}

/** @throws ProtocolError for what is no inbox. */
function slugOf(uri: string): string {
  const parsed = parseResource(uri)
  if (parsed?.kind !== 'inboxes') throw noResource(uri)
  return parsed.id
}
