/** Messages: read, sent, answered, released. */
import { fieldOf, isObject, isText } from '../answer.ts'
import { pages } from '../page.ts'
import type { RequestOptions, Transport } from '../transport.ts'
import type { Answer, Body, Query, Schema } from '../types.ts'
import { clock, waitedSince } from '../waiting.ts'

/** Messages. */
export class MessagesResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Sends a message. Its `status` says what became of it: `queued`, `scheduled`, or `withheld`, where it waits for a person and must not be sent again. */
  send(slug: string, body: Body<'send_message'>, options?: RequestOptions) {
    return this.#transport.call('send_message', { path: { slug }, body }, options)
  }

  /** Messages of an inbox, the newest first; with `q` those that say so. */
  list(slug: string, query: Query<'list_messages'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_messages',
        { path: { slug }, query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** Messages of all inboxes that the key sees, the newest first; with `q` those that say so. */
  listAll(query: Query<'list_all_messages'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_all_messages',
        { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** A message. */
  get(messageId: string, options?: RequestOptions) {
    const parts = { path: { message_id: messageId } }
    return this.#transport.call('get_message', parts, options) as Promise<Schema<'Message'>>
  }

  /** A message as an agent reads it: a piece of its new text, with its links, its codes and what is known of its sender. */
  agentView(messageId: string, query: Omit<Query<'get_message'>, 'view'> = {}, options?: RequestOptions) {
    const parts = { path: { message_id: messageId }, query: { ...query, view: 'agent' as const } }
    return this.#transport.call('get_message', parts, options) as Promise<Schema<'MessageAgentView'>>
  }

  /** Changes its labels or metadata. */
  update(messageId: string, body: Body<'update_message'>, options?: RequestOptions) {
    return this.#transport.call('update_message', { path: { message_id: messageId }, body }, options)
  }

  /** Deletes it for good, with its attachments and raw bytes. */
  delete(messageId: string, options?: RequestOptions) {
    return this.#transport.call('delete_message', { path: { message_id: messageId } }, options)
  }

  /** Answers a message. */
  reply(messageId: string, body: Body<'reply_to_message'>, options?: RequestOptions) {
    return this.#transport.call('reply_to_message', { path: { message_id: messageId }, body }, options)
  }

  /** Answers all whom it went to. */
  replyAll(messageId: string, body: Body<'reply_all_to_message'>, options?: RequestOptions) {
    return this.#transport.call('reply_all_to_message', { path: { message_id: messageId }, body }, options)
  }

  /** Passes a message on. */
  forward(messageId: string, body: Body<'forward_message'>, options?: RequestOptions) {
    return this.#transport.call('forward_message', { path: { message_id: messageId }, body }, options)
  }

  /** Takes back one that has not left. */
  cancel(messageId: string, options?: RequestOptions) {
    return this.#transport.call('cancel_message', { path: { message_id: messageId } }, options)
  }

  /** Releases one that came in and is withheld. */
  release(messageId: string, options?: RequestOptions) {
    return this.#transport.call('release_message', { path: { message_id: messageId } }, options)
  }

  /** It as it was before policies redacted it. */
  original(messageId: string, options?: RequestOptions) {
    return this.#transport.call('get_original_message', { path: { message_id: messageId } }, options)
  }

  /** The very bytes that came, or left (`message/rfc822`). */
  raw(messageId: string, options?: RequestOptions): Promise<Uint8Array> {
    return this.#transport.bytes('get_raw_message', { path: { message_id: messageId } }, options)
  }

  /** Its attachments. */
  attachments(messageId: string, options?: RequestOptions) {
    return this.#transport.call('list_attachments', { path: { message_id: messageId } }, options)
  }

  /** Says that it was judged wrongly, or rightly: how the next one like it is judged follows. */
  giveFeedback(messageId: string, body: Body<'give_feedback'>, options?: RequestOptions) {
    return this.#transport.call('give_feedback', { path: { message_id: messageId }, body }, options)
  }

  /** Takes back what was said of it. */
  takeBackFeedback(messageId: string, options?: RequestOptions) {
    return this.#transport.call('take_back_feedback', { path: { message_id: messageId } }, options)
  }

  /** All that was said of messages, as JSON lines. */
  exportFeedback(options?: RequestOptions): Promise<Uint8Array> {
    return this.#transport.bytes('export_feedback', {}, options)
  }

  /** Judges a text without storing or sending it. */
  analyze(body: Body<'analyze'>, options?: RequestOptions) {
    return this.#transport.call('analyze', { body }, options)
  }

  /**
   * Waits once, for up to a minute: its `message` is null where none came. Where the connection is lost, what came in
   * meanwhile counts.
   */
  wait(
    slug: string,
    query: Query<'wait_for_message'> = {},
    options?: RequestOptions,
  ): Promise<Answer<'wait_for_message'>> {
    return this.#transport.call('wait_for_message', { path: { slug }, query: waitingOn(query) }, options)
  }

  /**
   * Waits for the first message that matches, for as long as `timeout` (in seconds, 300 unless told), and answers null where
   * none came. Pass `since` for those that came in before the call, too. @throws ConnectionError for an answer that is none.
   */
  async waitFor(
    slug: string,
    { timeoutSeconds, timeout = timeoutSeconds ?? 300, ...filter }: WaitFilter & WaitLimit = {},
    options?: RequestOptions,
  ): Promise<Schema<'Message'> | null> {
    const until = clock() + timeout * 1_000
    const { since, ...others } = filter
    let from: Pick<Query<'wait_for_message'>, 'since' | 'cursor'> = since === undefined ? {} : { since }
    for (;;) {
      const left = Math.ceil((until - clock()) / 1_000)
      if (left <= 0) return null
      const query = { ...others, ...from, timeout: Math.min(left, longestWait) }
      const answer = await this.wait(slug, query, options)
      const message = fieldOf(answer, 'message', isMessageOrNull)
      if (message !== null) return message
      // In place of `since`: the service takes one of them.
      from = { cursor: fieldOf(answer, 'next_cursor', isText) }
    }
  }
}

/** What a message that is waited for must have. */
export type WaitFilter = Omit<Query<'wait_for_message'>, 'timeout' | 'cursor' | 'waited'>

/** How long is waited, in seconds. */
interface WaitLimit {
  timeout?: number
  /** @deprecated What `timeout` was called. */
  timeoutSeconds?: number
}

/** What each attempt of a wait asks: one that is made again goes on with the one whose answer was lost. */
function waitingOn(query: Query<'wait_for_message'>): () => Query<'wait_for_message'> {
  const { timeout, waited = 0 } = query
  const began = clock()
  let attempts = 0
  return () => {
    if (attempts++ === 0) return query
    const seconds = Math.floor((clock() - began) / 1_000)
    return {
      ...query,
      waited: waitedSince(began - 1_000 * waited),
      ...(timeout === undefined ? {} : { timeout: Math.max(1, timeout - seconds) }),
    }
  }
}

/** Seconds that the service is asked to wait at a time: proxies give up on what has been silent for 60. */
const longestWait = 55

const isMessageOrNull = (value: unknown): value is Schema<'Message'> | null =>
  value === null || isObject(value)
