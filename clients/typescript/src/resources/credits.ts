/** Credits: what is left, and where they went. */
import { pages } from '../page.ts'
import type { RequestOptions, Transport } from '../transport.ts'
import type { Body, Query } from '../types.ts'

/** Credits. */
export class CreditsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** How many there are. */
  get(options?: RequestOptions) {
    return this.#transport.call('get_credits', {}, options)
  }

  /** What has come in and gone out. */
  history(query: Query<'list_credit_history'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_credit_history',
        { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** Buys credits. */
  purchase(body: Body<'purchase_credits'>, options?: RequestOptions) {
    return this.#transport.call('purchase_credits', { body }, options)
  }
}
