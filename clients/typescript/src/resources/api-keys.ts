/** API keys of the account. */
import { pages } from '../page.ts'
import type { RequestOptions, Transport } from '../transport.ts'
import type { Body, Query } from '../types.ts'

/** API keys. */
export class ApiKeysResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Makes a key; its text is in this answer alone. */
  create(body: Body<'create_api_key'>, options?: RequestOptions) {
    return this.#transport.call('create_api_key', { body }, options)
  }

  /** Keys, without their texts. */
  list(query: Query<'list_api_keys'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_api_keys',
        { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** Revokes a key, at once. */
  delete(keyId: string, options?: RequestOptions) {
    return this.#transport.call('delete_api_key', { path: { key_id: keyId } }, options)
  }
}
