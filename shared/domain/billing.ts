/** Billing: what is bought and paid with, the contract. */
import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'
import { timestamp } from './timestamp.ts'

/** Most credits of one order, whatever the prices say. */
const maxCredits = 1_000_000_000

const credits = z.int().min(1).max(maxCredits)
const paymentMethodId = z
  .string()
  .max(200)
  .nullable()
  .optional()
  .meta({ description: 'Prefix `pmt_`. Without one, the default payment method is used.' })

const gateway = z.string().meta({
  description: 'Who took the money: `stripe`, `manual` (nobody did; the order is on record), `simulated`.',
  examples: ['manual'],
})
const simulated = z
  .boolean()
  .meta({ description: 'Made with a sandbox key: no money was moved, and no credits granted.' })
const clientSecret = z.string().optional().meta({
  description:
    'While the status is `requires_action` or `incomplete`: what Stripe.js takes to let the customer confirm.',
})

export const purchaseBody = z
  .strictObject({
    credits: credits.meta({ description: 'How many to buy.', examples: [5_000] }),
    payment_method_id: paymentMethodId,
  })
  .meta({ id: 'Purchase' })
export type Purchase = z.output<typeof purchaseBody>

export const orderStatuses = ['processing', 'requires_action', 'paid', 'failed', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]
export const orderKinds = ['purchase', 'auto_topup', 'subscription'] as const
export type OrderKind = (typeof orderKinds)[number]

export const order = z
  .object({
    id: z.string().meta({ description: 'Prefix `ord_`.', examples: ['ord_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    kind: z.enum(orderKinds),
    status: z.enum(orderStatuses).meta({
      description:
        '`processing`: the outcome is not known yet, and is looked after. `requires_action`: the customer has to confirm (3-D Secure). `paid`: the credits are granted.',
      examples: ['paid'],
    }),
    credits: z.int().meta({ examples: [5_000] }),
    amount: z.int().meta({ description: 'In the smallest unit of the currency.', examples: [2_500] }),
    currency: z.string().meta({ examples: ['usd'] }),
    gateway,
    simulated,
    payment_method_id: z.string().nullable(),
    failure: z
      .object({
        code: z.string().meta({ examples: ['card_declined'] }),
        message: z.string().meta({ examples: ['Your card was declined.'] }),
      })
      .nullable()
      .meta({ examples: [null] }),
    refunded_amount: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Order' })
export type Order = z.output<typeof order>

export const purchasedOrder = order
  .extend({
    client_secret: clientSecret,
    balance: z.int().meta({ description: 'Credits of the account after it.', examples: [6_000] }),
  })
  .meta({ id: 'PurchasedOrder' })
export type PurchasedOrder = z.output<typeof purchasedOrder>

export const orderPage = pageOf('orders', order).meta({ id: 'OrderPage' })
export const orderQuery = z.strictObject({
  kind: z.enum(orderKinds).optional(),
  status: z.enum(orderStatuses).optional(),
  ...pageQuery,
})

export const paymentMethodBody = z
  .strictObject({
    token: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,255}$/, 'must be a token of the payment gateway')
      .refine((token) => !/^[0-9-]{12,}$/.test(token), 'must be a token, never the number of a card')
      .meta({
        description:
          'What the gateway gave the browser for the card: with Stripe, a payment method (`pm_…`) or a token (`tok_…`).',
        examples: ['pm_card_visa'],
      }),
    set_default: z.boolean().optional().meta({ description: 'The first one becomes the default anyway.' }),
  })
  .meta({ id: 'NewPaymentMethod' })
export type NewPaymentMethod = z.output<typeof paymentMethodBody>

export const updatePaymentMethodBody = z
  .strictObject({
    set_default: z.literal(true).meta({
      description: 'What is not to be the default any more gives way to another one.',
      examples: [true],
    }),
  })
  .meta({ id: 'PaymentMethodUpdate' })

export const paymentMethod = z
  .object({
    id: z.string().meta({ description: 'Prefix `pmt_`.', examples: ['pmt_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    gateway,
    type: z.string().meta({ examples: ['card'] }),
    brand: z
      .string()
      .nullable()
      .meta({ examples: ['visa'] }),
    last4: z
      .string()
      .nullable()
      .meta({ examples: ['4242'] }),
    exp_month: z
      .int()
      .nullable()
      .meta({ examples: [12] }),
    exp_year: z
      .int()
      .nullable()
      .meta({ examples: [2030] }),
    is_default: z.boolean(),
    created_at: timestamp,
  })
  .meta({ id: 'PaymentMethod' })
export type PaymentMethod = z.output<typeof paymentMethod>
export const paymentMethodPage = pageOf('payment_methods', paymentMethod).meta({ id: 'PaymentMethodPage' })
export const paymentMethodQuery = z.strictObject(pageQuery)

export const plan = z
  .object({
    id: z.string().meta({ examples: ['pro'] }),
    name: z.string().meta({ examples: ['Pro'] }),
    amount: z
      .int()
      .meta({ description: 'A month, in the smallest unit of the currency.', examples: [9_900] }),
    currency: z.string().meta({ examples: ['usd'] }),
    interval: z.literal('month'),
    credits: z.int().meta({ description: 'Granted with each month.', examples: [30_000] }),
  })
  .meta({ id: 'Plan' })
export const plans = z
  .object({
    plans: z.array(plan),
    credits: z.object({
      price_per_1000: z.int().meta({ description: 'In the smallest unit of the currency.', examples: [500] }),
      currency: z.string().meta({ examples: ['usd'] }),
      min: z.int().meta({ description: 'Fewest that can be bought at once.', examples: [1] }),
      max: z.int().meta({ description: 'Most that can be bought at once.', examples: [1_000_000] }),
    }),
  })
  .meta({ id: 'Plans' })

export const subscribeBody = z
  .strictObject({
    plan: z
      .string()
      .min(1)
      .max(40)
      .meta({ examples: ['pro'] }),
    payment_method_id: paymentMethodId,
  })
  .meta({ id: 'Subscribe' })
export type Subscribe = z.output<typeof subscribeBody>

export const subscriptionStatuses = ['incomplete', 'active', 'past_due', 'ended'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const subscription = z
  .object({
    id: z.string().meta({ description: 'Prefix `sub_`.', examples: ['sub_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    plan: z.string().meta({ examples: ['pro'] }),
    status: z.enum(subscriptionStatuses).meta({
      description: '`incomplete`: the first payment is not made yet. `past_due`: a renewal failed.',
      examples: ['active'],
    }),
    gateway,
    simulated,
    payment_method_id: z.string().nullable(),
    current_period_end: timestamp.nullable(),
    cancel_at_period_end: z.boolean(),
    client_secret: clientSecret,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.output<typeof subscription>

export const autoTopupBody = z
  .strictObject({
    enabled: z.boolean().meta({ examples: [true] }),
    threshold: z
      .int()
      .min(1)
      .max(maxCredits)
      .nullable()
      .optional()
      .meta({ description: 'A balance below this one is topped up. Needed to enable.', examples: [200] }),
    credits: credits
      .nullable()
      .optional()
      .meta({ description: 'How many are bought each time. Needed to enable.', examples: [5_000] }),
    payment_method_id: paymentMethodId,
  })
  .meta({ id: 'AutoTopupSettings' })
export type AutoTopupSettings = z.output<typeof autoTopupBody>

export const autoTopup = z
  .object({
    enabled: z.boolean(),
    threshold: z
      .int()
      .nullable()
      .meta({ examples: [200] }),
    credits: z
      .int()
      .nullable()
      .meta({ examples: [5_000] }),
    payment_method_id: z.string().nullable(),
    under_way: z.boolean().meta({ description: 'Whether a top-up is being paid for now.' }),
    failure: z
      .object({ code: z.string(), message: z.string(), at: timestamp })
      .nullable()
      .meta({ description: 'Why the last one failed; null when it did not.', examples: [null] }),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'AutoTopup' })
export type AutoTopup = z.output<typeof autoTopup>
