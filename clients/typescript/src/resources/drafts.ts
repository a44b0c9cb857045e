/** Messages that are written bit by bit, and sent once. */
import { pages } from '../page.ts'
import type { RequestOptions, Transport } from '../transport.ts'
import type { Body, Query } from '../types.ts'

/** Drafts. */
export class DraftsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Makes a draft of an inbox, of whatever is known. */
  create(slug: string, body: Body<'create_draft'>, options?: RequestOptions) {
    return this.#transport.call('create_draft', { path: { slug }, body }, options)
  }

  /** Drafts of an inbox that are not sent, newest first. */
  list(slug: string, query: Query<'list_drafts'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_drafts',
        { path: { slug }, query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** A draft with all that it holds, but for the content of its files. */
  get(id: string, options?: RequestOptions) {
    return this.#transport.call('get_draft', { path: { draft_id: id } }, options)
  }

  /** Changes the fields that are present; null takes one out. */
  update(id: string, body: Body<'update_draft'>, options?: RequestOptions) {
    return this.#transport.call('update_draft', { path: { draft_id: id }, body }, options)
  }

  /** Deletes a draft for good. */
  delete(id: string, options?: RequestOptions) {
    return this.#transport.call('delete_draft', { path: { draft_id: id } }, options)
  }

  /** Sends a draft, once: asked again, the message that it became. */
  send(id: string, options?: RequestOptions) {
    return this.#transport.call('send_draft', { path: { draft_id: id } }, options)
  }
}
