/** Channels of Slack and Teams that are told of what waits for review. */
import type { RequestOptions, Transport } from '../transport.ts'
import type { Body } from '../types.ts'

/** Notice channels. */
export class NoticeChannelsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Makes a channel; its URL is never shown again. */
  create(body: Body<'create_notice_channel'>, options?: RequestOptions) {
    return this.#transport.call('create_notice_channel', { body }, options)
  }

  /** All channels of the account. */
  list(options?: RequestOptions) {
    return this.#transport.call('list_notice_channels', {}, options)
  }

  /** One channel. */
  get(channelId: string, options?: RequestOptions) {
    return this.#transport.call('get_notice_channel', { path: { channel_id: channelId } }, options)
  }

  /** Changes the fields that you send; a new URL makes a failed channel active again. */
  update(channelId: string, body: Body<'update_notice_channel'>, options?: RequestOptions) {
    return this.#transport.call('update_notice_channel', { path: { channel_id: channelId }, body }, options)
  }

  /** Ends a channel. */
  delete(channelId: string, options?: RequestOptions) {
    return this.#transport.call('delete_notice_channel', { path: { channel_id: channelId } }, options)
  }

  /** Posts a notice for trying it, and answers what the receiver said. */
  test(channelId: string, options?: RequestOptions) {
    return this.#transport.call('test_notice_channel', { path: { channel_id: channelId } }, options)
  }
}
