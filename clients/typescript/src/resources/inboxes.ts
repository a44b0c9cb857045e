/** Inboxes: the addresses that agents have. */
import { pages } from '../page.ts'
import type { RequestOptions, Transport } from '../transport.ts'
import type { Body, Query } from '../types.ts'

/** Inboxes. */
export class InboxesResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Makes an inbox; mail for its address arrives from then on. */
  create(body: Body<'create_inbox'>, options?: RequestOptions) {
    return this.#transport.call('create_inbox', { body }, options)
  }

  /** Inboxes, the newest first. */
  list(query: Query<'list_inboxes'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_inboxes',
        { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** An inbox, with how many messages it has of each kind. */
  get(slug: string, options?: RequestOptions) {
    return this.#transport.call('get_inbox', { path: { slug } }, options)
  }

  /** Changes what is given. */
  update(slug: string, body: Body<'update_inbox'>, options?: RequestOptions) {
    return this.#transport.call('update_inbox', { path: { slug }, body }, options)
  }

  /** Deletes an inbox with all its mail. */
  delete(slug: string, options?: RequestOptions) {
    return this.#transport.call('delete_inbox', { path: { slug } }, options)
  }

  /** The token that gives the alarm when somebody sends it. */
  canary(slug: string, options?: RequestOptions) {
    return this.#transport.call('get_canary', { path: { slug } }, options)
  }

  /** Makes another token of it. */
  rotateCanary(slug: string, options?: RequestOptions) {
    return this.#transport.call('rotate_canary', { path: { slug } }, options)
  }
}
