/** Tells a session of new mail in an inbox: by the same stream of events that the API has. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { EventsAnswer } from '../../shared/api/answer.ts'
import { limits } from '../../shared/domain/limits.ts'
import { type Client, callEndpoint, type Refused } from './client-call.ts'
import { noResource, parseResource } from './resources.ts'
import { type Session, type Subscription, tell } from './sessions.ts'

/** A subscription, with all that it takes to open its stream again. */
interface Following {
  client: Client
  session: Session
  uri: string
  slug: string
  subscription: Subscription
}

/** Subscribes a session to an inbox. @throws McpError where there is none, or too many are subscribed to already. */
export async function subscribe(client: Client, session: Session, uri: string): Promise<void> {
  const slug = slugOf(uri)
  const { subscriptions } = session
  if (subscriptions.has(slug)) return
  if (subscriptions.size >= limits.mcpSubscriptions)
    throw new McpError(
      ErrorCode.InvalidRequest,
      `A session can subscribe to ${limits.mcpSubscriptions} inboxes: unsubscribe from one first.`,
    )
  const subscription: Subscription = { stream: null }
  // It counts from now on, however many are asked for at once.
  subscriptions.set(slug, subscription)
  const following = { client, session, uri, slug, subscription }
  const refused = await follow(following)
  if (refused === null) return
  forget(following)
  throw new McpError(ErrorCode.InvalidRequest, refused.refusal)
}

/** Ends a subscription, if there is one. @throws McpError for what is no inbox. */
export function unsubscribe({ subscriptions, missed }: Session, uri: string): void {
  const slug = slugOf(uri)
  const subscription = subscriptions.get(slug)
  subscriptions.delete(slug)
  missed.delete(uri)
  subscription?.stream?.destroy()
}

/** Opens the stream of a subscription; answers why that was refused, else null. */
async function follow(following: Following): Promise<Refused | null> {
  const { client, session, uri, slug, subscription } = following
  const query = { slug, types: 'message.received' }
  const called = await callEndpoint(client, 'stream_events', { query }, 'MCP resources/subscribe')
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
    if (text.includes('event: message.received')) tell(session, uri)
  })
  stream.on('error', () => {})
  stream.once('close', () => {
    subscription.stream = null
    if (isWanted(following)) void followAgain(following)
  })
  return null
}

/** Opens a stream anew that has broken off, as readers of the API do; where that can never be again, ends the subscription. */
async function followAgain(following: Following): Promise<void> {
  const { session, uri } = following
  for (let pause: number = limits.mcpFollowMs; ; pause = Math.min(2 * pause, limits.mcpFollowMsMax)) {
    await sleep(pause, undefined, { ref: false })
    if (!isWanted(following)) return
    const refused = await follow(following)
    if (refused === null) {
      // What came meanwhile was told to nobody.
      tell(session, uri)
      return
    }
    if (!refused.temporary) {
      forget(following)
      // Its client asks again, and is told why.
      session.listener?.close()
      return
    }
  }
}

/** Whether nobody has ended it meanwhile: the session, or who subscribed. */
const isWanted = ({ session, slug, subscription }: Following): boolean =>
  !session.ended && session.subscriptions.get(slug) === subscription

function forget(following: Following): void {
  if (isWanted(following)) following.session.subscriptions.delete(following.slug)
}

/** @throws McpError for what is no inbox. */
function slugOf(uri: string): string {
  const parsed = parseResource(uri)
  if (parsed?.kind !== 'inboxes') throw noResource(uri)
  return parsed.id
}
