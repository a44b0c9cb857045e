/** Plans, orders and means of payment. */
import { pages } from '../page.ts'
import type { RequestOptions, Transport } from '../transport.ts'
import type { Body, Query } from '../types.ts'

/** Billing. */
export class BillingResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** What can be bought. */
  plans(options?: RequestOptions) {
    return this.#transport.call('list_plans', {}, options)
  }

  /** Orders, the newest first. */
  orders(query: Query<'list_orders'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_orders',
        { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** An order. */
  order(orderId: string, options?: RequestOptions) {
    return this.#transport.call('get_order', { path: { order_id: orderId } }, options)
  }

  /** Adds a means of payment. */
  createPaymentMethod(body: Body<'create_payment_method'>, options?: RequestOptions) {
    return this.#transport.call('create_payment_method', { body }, options)
  }

  /** Means of payment. */
  paymentMethods(query: Query<'list_payment_methods'> = {}, options?: RequestOptions) {
    return pages((cursor) =>
      this.#transport.call(
        'list_payment_methods',
        { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        options,
      ),
    )
  }

  /** Makes a payment method the default. */
  updatePaymentMethod(
    paymentMethodId: string,
    body: Body<'update_payment_method'>,
    options?: RequestOptions,
  ) {
    return this.#transport.call(
      'update_payment_method',
      { path: { payment_method_id: paymentMethodId }, body },
      options,
    )
  }

  /** Takes one out. */
  deletePaymentMethod(paymentMethodId: string, options?: RequestOptions) {
    return this.#transport.call(
      'delete_payment_method',
      { path: { payment_method_id: paymentMethodId } },
      options,
    )
  }

  /** Subscribes to a plan. */
  subscribe(body: Body<'subscribe'>, options?: RequestOptions) {
    return this.#transport.call('subscribe', { body }, options)
  }

  /** The subscription. */
  subscription(options?: RequestOptions) {
    return this.#transport.call('get_subscription', {}, options)
  }

  /** Ends it with what is paid for. */
  cancelSubscription(options?: RequestOptions) {
    return this.#transport.call('cancel_subscription', {}, options)
  }

  /** What is bought when credits run out. */
  autoTopup(options?: RequestOptions) {
    return this.#transport.call('get_auto_topup', {}, options)
  }

  /** Changes that. */
  setAutoTopup(body: Body<'set_auto_topup'>, options?: RequestOptions) {
    return this.#transport.call('set_auto_topup', { body }, options)
  }
}
