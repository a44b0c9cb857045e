/** What happened, counted. */
import type { RequestOptions, Transport } from '../transport.ts'
import type { Query } from '../types.ts'

/** Statistics. */
export class StatisticsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Mail in and out, verdicts, scores, webhooks and credits of the last hours or days, in steps. */
  get(query: Query<'get_statistics'> = {}, options?: RequestOptions) {
    return this.#transport.call('get_statistics', { query }, options)
  }
}
