/** The gateway `stripe`: cards through PaymentIntents, plans through Subscriptions, by the official SDK. */
import type Stripe from 'stripe'
import { type Config, ConfigError } from '../../../config/config.ts'
import { type MethodDetails, type PaymentGateway, PaymentRefusedError } from '../gateway.ts'
import { ask, type StripeSettings, stripeClient } from './client.ts'
import { findPaidInvoice, readStripeEvent } from './events.ts'
import { pay } from './payment.ts'
import { StripeSubscriptions } from './subscriptions.ts'

/** @throws ConfigError where the settings lack a key. */
export function stripeGateway({
  STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET,
  STRIPE_API_URL,
}: Config): PaymentGateway {
  const missing = Object.entries({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }).filter(
    ([, value]) => value === undefined,
  )
  if (STRIPE_SECRET_KEY === undefined || STRIPE_WEBHOOK_SECRET === undefined)
    throw new ConfigError(missing.map(([name]) => `${name}: required when BILLING_GATEWAY is stripe`))
  return createStripeGateway({
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    ...(STRIPE_API_URL === undefined ? {} : { url: STRIPE_API_URL }),
  })
}

export function createStripeGateway(settings: StripeSettings): PaymentGateway {
  const stripe = stripeClient(settings)
  const subscriptions = new StripeSubscriptions(stripe)
  return {
    name: 'stripe',
    needsMethod: true,
    renews: true,
    async createCustomer({ tenantId, name, email }) {
      const made = await ask(() =>
        stripe.customers.create(
          { name, email, metadata: { tenant_id: tenantId } },
          { idempotencyKey: `customer-${tenantId}` },
        ),
      )
      return made.id
    },
    addMethod: (customer, token) => addMethod(stripe, customer, token),
    async setDefaultMethod(customer, reference) {
      const invoice_settings = { default_payment_method: reference }
      await ask(() => stripe.customers.update(customer, { invoice_settings }))
    },
    async removeMethod(reference) {
      await ask(() => stripe.paymentMethods.detach(reference)).catch((error: unknown) => {
        // It is gone, or was never attached.
        if (!(error instanceof PaymentRefusedError)) throw error
      })
    },
    pay: (payment) => pay(stripe, payment),
    subscribe: (order) => subscriptions.create(order),
    changePlan: (reference, order) => subscriptions.change(reference, order),
    setCancel: (reference, atPeriodEnd) => subscriptions.setCancel(reference, atPeriodEnd),
    endSubscription: (reference) => subscriptions.end(reference),
    endAllSubscriptions: (customer, tenantId) => subscriptions.endAll(customer, tenantId),
    findSubscription: (reference) => subscriptions.find(reference),
    findPaidInvoice: (payment) => findPaidInvoice(stripe, payment),
    readEvent: (body, signature) => readStripeEvent(stripe, settings.webhookSecret, body, signature),
  }
}

async function addMethod(stripe: Stripe, customer: string, token: string): Promise<MethodDetails> {
  const id = token.startsWith('tok_') ? await methodOfToken(stripe, token) : token
  const method = await ask(() => stripe.paymentMethods.attach(id, { customer }))
  const { card } = method
  return {
    reference: method.id,
    type: method.type,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
  }
}

/** A token is good for one use: the key makes a repetition the same use. */
async function methodOfToken(stripe: Stripe, token: string): Promise<string> {
  const made = await ask(() =>
    stripe.paymentMethods.create({ type: 'card', card: { token } }, { idempotencyKey: `method-${token}` }),
  )
  return made.id
}
