/** Threads: messages that belong together. */
import { pages } from '../page.ts'
import type { RequestOptions, Transport } from '../transport.ts'
import type { Query } from '../types.ts'

/** Threads. */
export class ThreadsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Threads of an inbox, the one with the newest message first. */
  list(slug: string, query: Query<'list_threads'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_threads',
        { path: { slug }, query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** A thread with its messages. */
  get(slug: string, threadId: string, options?: RequestOptions) {
    return this.#transport.call('get_thread', { path: { slug, thread_id: threadId } }, options)
  }
}
