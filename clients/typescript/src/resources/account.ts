/** The account that a key belongs to. */
import type { RequestOptions, Transport } from '../transport.ts'
import type { Body } from '../types.ts'

/** The account of the key. */
export class AccountResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The account, with its users. */
  get(options?: RequestOptions) {
    return this.#transport.call('get_account', {}, options)
  }

  /** Mails its users a link by which they confirm their addresses. */
  sendConfirmation(options?: RequestOptions) {
    return this.#transport.call('send_confirmation', {}, options)
  }

  /** All that is stored of it: a tar archive. */
  export(options?: RequestOptions): Promise<Uint8Array> {
    return this.#transport.bytes('export_account', {}, options)
  }

  /** The same, as it comes: an archive may be large. A break is not made good. */
  exportStream(signal: AbortSignal = new AbortController().signal): Promise<ReadableStream<Uint8Array>> {
    return this.#transport.stream('export_account', 'application/x-tar', { signal })
  }

  /** Deletes it with all that it has. */
  delete(body: Body<'delete_account'>, options?: RequestOptions) {
    return this.#transport.call('delete_account', { body }, options)
  }
}
