/** Subscriptions at Stripe: a monthly price a plan, and what became of one. */
import type Stripe from 'stripe'
import type { Plan } from '../../../config/plans.ts'
import {
  type NewSubscription,
  type PaidInvoice,
  PaymentRefusedError,
  type SubscriptionState,
} from '../gateway.ts'
import { ask } from './client.ts'
import { outcomeOf } from './payment.ts'

/** Fields of an invoice that are fetched together with its subscription. */
const expand = ['latest_invoice.confirmation_secret']

const statuses: Record<string, SubscriptionState['status']> = {
  active: 'active',
  trialing: 'active',
  incomplete: 'incomplete',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'ended',
  incomplete_expired: 'ended',
}

/** Subscriptions of one Stripe account; remembers the prices of the plans. */
export class StripeSubscriptions {
  readonly #stripe: Stripe
  readonly #prices = new Map<string, string>()

  constructor(stripe: Stripe) {
    this.#stripe = stripe
  }

  async create(order: NewSubscription): Promise<SubscriptionState> {
    const price = await this.#priceOf(order)
    const { customer, method, subscriptionId, tenantId, plan } = order
    const made = await ask(() =>
      this.#stripe.subscriptions.create(
        {
          customer: customer ?? '',
          items: [{ price }],
          ...(method === null ? {} : { default_payment_method: method }),
          // What has to be confirmed is no error, but an incomplete subscription; so is a declined card.
          payment_behavior: 'allow_incomplete',
          metadata: { tenant_id: tenantId, subscription_id: subscriptionId, plan: plan.id },
          expand,
        },
        { idempotencyKey: `${subscriptionId}-create` },
      ),
    )
    const state = stateOf(made)
    if (state.status === 'incomplete') await this.#refuseDeclined(state)
    return state
  }

  /** Ends a subscription whose first payment was declined. @throws PaymentRefusedError then. */
  async #refuseDeclined({ reference, clientSecret }: SubscriptionState): Promise<void> {
    const intent = clientSecret?.split('_secret_')[0]
    if (intent === undefined) return
    const outcome = outcomeOf(await ask(() => this.#stripe.paymentIntents.retrieve(intent)))
    if (outcome.status !== 'failed') return
    await this.end(reference)
    throw new PaymentRefusedError(outcome.failure, false)
  }

  /**
   * Begins a new period with the other plan, which is paid for in full: credits of the old one were granted in full.
   * Where the payment fails, the old plan stays.
   */
  async change(reference: string, order: NewSubscription): Promise<SubscriptionState> {
    const price = await this.#priceOf(order)
    const current = await this.#retrieve(reference)
    const item = current.items.data[0]
    if (current.metadata.plan === order.plan.id) return stateOf(current)
    const changed = await ask(() =>
      this.#stripe.subscriptions.update(reference, {
        items: [{ ...(item === undefined ? {} : { id: item.id }), price }],
        billing_cycle_anchor: { type: 'now' },
        proration_behavior: 'none',
        payment_behavior: 'error_if_incomplete',
        cancel_at_period_end: false,
        ...(order.method === null ? {} : { default_payment_method: order.method }),
        metadata: { ...current.metadata, plan: order.plan.id },
        expand,
      }),
    )
    return stateOf(changed)
  }

  async setCancel(reference: string, atPeriodEnd: boolean): Promise<SubscriptionState> {
    return stateOf(
      await ask(() =>
        this.#stripe.subscriptions.update(reference, { cancel_at_period_end: atPeriodEnd, expand }),
      ),
    )
  }

  async end(reference: string): Promise<void> {
    try {
      const { status } = await this.#retrieve(reference)
      if (statuses[status] !== 'ended') await ask(() => this.#stripe.subscriptions.cancel(reference))
    } catch (error) {
      // It is gone.
      if (!(error instanceof PaymentRefusedError)) throw error
    }
  }

  /** Ends what names the tenant: a customer may have subscriptions that somebody has made by hand. */
  async endAll(customer: string, tenantId: string): Promise<void> {
    for (const { id, metadata } of await this.#listOf(customer))
      if (metadata.tenant_id === tenantId) await this.end(id)
  }

  /** All of a customer that are not canceled; none where the customer is gone. */
  async #listOf(customer: string): Promise<Stripe.Subscription[]> {
    try {
      return await ask(() =>
        this.#stripe.subscriptions.list({ customer, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
      )
    } catch (error) {
      if (error instanceof PaymentRefusedError && error.failure.code === 'resource_missing') return []
      throw error
    }
  }

  async find(reference: string): Promise<SubscriptionState> {
    return stateOf(await this.#retrieve(reference))
  }

  #retrieve(reference: string): Promise<Stripe.Subscription> {
    return ask(() => this.#stripe.subscriptions.retrieve(reference, { expand }))
  }

  /** The price of a plan: the one that is configured, else one that is found by what it says, or made. */
  async #priceOf({ plan, currency }: NewSubscription): Promise<string> {
    if (plan.stripe_price !== undefined) return plan.stripe_price
    const lookupKey = lookupKeyOf(plan, currency)
    const known = this.#prices.get(lookupKey)
    if (known !== undefined) return known
    const found = await ask(() => this.#stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 }))
    const price =
      found.data[0] ??
      (await ask(() =>
        this.#stripe.prices.create(
          {
            currency,
            unit_amount: plan.amount,
            recurring: { interval: 'month' },
            product_data: { name: plan.name },
            lookup_key: lookupKey,
          },
          { idempotencyKey: `price-${lookupKey}` },
        ),
      ))
    this.#prices.set(lookupKey, price.id)
    return price.id
  }
}

/** A price never changes at Stripe: another amount is another one. */
const lookupKeyOf = ({ id, amount }: Plan, currency: string) =>
  `agent_email_${id}_${amount}_${currency}_month`

function stateOf(subscription: Stripe.Subscription): SubscriptionState {
  const { id, status, metadata, items, latest_invoice: latest } = subscription
  const periodEnd = items.data[0]?.current_period_end
  const invoice = latest === null || typeof latest === 'string' ? null : latest
  const known = statuses[status] ?? 'past_due'
  return {
    reference: id,
    status: known,
    plan: metadata.plan ?? null,
    periodEnd: periodEnd === undefined ? null : new Date(periodEnd * 1_000).toISOString(),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    clientSecret: known === 'incomplete' ? (invoice?.confirmation_secret?.client_secret ?? null) : null,
    paid: invoice === null ? null : paidInvoice(invoice, metadata.plan ?? null),
  }
}

/** Reasons for which an invoice is one of a period. */
const periodic = ['subscription_create', 'subscription_cycle', 'subscription_update']

/**
 * What a paid invoice grants; null where it isn't paid, or not for a period: someone changed the subscription by hand,
 * and the invoice is for a part of one.
 */
export function paidInvoice(invoice: Stripe.Invoice, plan: string | null): PaidInvoice | null {
  const { id, status, billing_reason, amount_paid: amount, currency, lines } = invoice
  if (id === undefined || status !== 'paid' || plan === null) return null
  if (billing_reason === null || !periodic.includes(billing_reason)) return null
  const whole = lines.data.some(({ parent }) => parent?.subscription_item_details?.proration !== true)
  return whole ? { reference: id, plan, amount, currency } : null
}
