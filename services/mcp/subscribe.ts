/** Tells a session of new mail in an inbox: by the same stream of events that the API has. */
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { EventsAnswer } from '../../shared/api/answer.ts'
import { limits } from '../../shared/domain/limits.ts'
import { type Client, callEndpoint } from './client-call.ts'
import { noResource, parseResource } from './resources.ts'
import type { Session } from './sessions.ts'

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
  const query = { slug, types: 'message.received' }
  // It counts from now on, however many are asked for at once.
  subscriptions.set(slug, null)
  const called = await callEndpoint(client, 'stream_events', { query }, 'MCP resources/subscribe')
  if ('refusal' in called) {
    subscriptions.delete(slug)
    throw new McpError(ErrorCode.InvalidRequest, called.refusal)
  }
  const { stream } = called.value as EventsAnswer
  // Ended, or unsubscribed from, meanwhile.
  if (session.ended || subscriptions.get(slug) !== null) {
    stream.destroy()
    return
  }
  subscriptions.set(slug, stream)
  stream.setEncoding('utf8')
  // Of each event only that it came is told: what it says is read where the client asks for it.
  stream.on('data', (text: string) => {
    if (text.includes('event: message.received')) session.listener?.notify(uri)
  })
  stream.on('error', () => {})
  stream.once('close', () => {
    if (subscriptions.get(slug) === stream) subscriptions.delete(slug)
  })
}

/** Ends a subscription, if there is one. @throws McpError for what is no inbox. */
export function unsubscribe({ subscriptions }: Session, uri: string): void {
  const slug = slugOf(uri)
  subscriptions.get(slug)?.destroy()
  subscriptions.delete(slug)
}

/** @throws McpError for what is no inbox. */
function slugOf(uri: string): string {
  const parsed = parseResource(uri)
  if (parsed?.kind !== 'inboxes') throw noResource(uri)
  return parsed.id
}
