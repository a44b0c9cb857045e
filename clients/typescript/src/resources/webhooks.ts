/** The webhook of an inbox, and what came of its deliveries. */
import { pages } from '../page.ts'
import type { RequestOptions, Transport } from '../transport.ts'
import type { Body, Query } from '../types.ts'
import { verifyWebhook } from '../webhooks.ts'

/** Webhooks. */
export class WebhooksResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Verifies a webhook that came in: see `verifyWebhook`, which needs no client. */
  readonly verify = verifyWebhook

  /** URL and secret. */
  get(slug: string, options?: RequestOptions) {
    return this.#transport.call('get_webhook', { path: { slug } }, options)
  }

  /** Makes another secret; the one before signs along for a day. */
  rotateSecret(slug: string, options?: RequestOptions) {
    return this.#transport.call('rotate_webhook_secret', { path: { slug } }, options)
  }

  /** Has the present secret sign alone from now on. */
  dropPreviousSecrets(slug: string, options?: RequestOptions) {
    return this.#transport.call('drop_previous_webhook_secrets', { path: { slug } }, options)
  }

  /** Sends an event for trying it, and answers what the receiver said. */
  test(slug: string, options?: RequestOptions) {
    return this.#transport.call('test_webhook', { path: { slug } }, options)
  }

  /** Deliveries, the newest first. */
  deliveries(slug: string, query: Query<'list_webhook_deliveries'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_webhook_deliveries',
        { path: { slug }, query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** Makes one again. */
  redeliver(slug: string, deliveryId: string, options?: RequestOptions) {
    return this.#transport.call('redeliver_webhook', { path: { slug, delivery_id: deliveryId } }, options)
  }

  /** Makes those of a while again. */
  replay(slug: string, body: Body<'replay_webhook'>, options?: RequestOptions) {
    return this.#transport.call('replay_webhook', { path: { slug }, body }, options)
  }
}
