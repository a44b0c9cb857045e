/** Addresses that nothing is sent to. */
import { pages } from '../page.ts'
import type { RequestOptions, Transport } from '../transport.ts'
import type { Body, Query } from '../types.ts'

/** Suppressions. */
export class SuppressionsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Suppressed addresses. */
  list(query: Query<'list_suppressions'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_suppressions',
        { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** Has nothing sent to an address. */
  create(body: Body<'create_suppression'>, options?: RequestOptions) {
    return this.#transport.call('create_suppression', { body }, options)
  }

  /** Has mail sent to it again. */
  delete(address: string, options?: RequestOptions) {
    return this.#transport.call('delete_suppression', { path: { address } }, options)
  }
}
