/** Stripe's webhook events: their signature, and what they say. */
import type Stripe from 'stripe'
import { type GatewayEvent, type OwnSubscription, type PaidPeriod, PaymentRefusedError } from '../gateway.ts'
import { ask } from './client.ts'
import { stripeLibrary } from './library.ts'
import { outcomeOf } from './payment.ts'
import { paidInvoice } from './subscriptions.ts'

/** Reads an event; undefined where the signature is not of `secret`, or too old. */
export function readStripeEvent(
  stripe: Stripe,
  secret: string,
  body: Uint8Array,
  signature: string,
): GatewayEvent | undefined {
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(Buffer.from(body), signature, secret)
  } catch (error) {
    if (error instanceof stripeLibrary().errors.StripeSignatureVerificationError) return undefined
    throw error
  }
  return { id: event.id, ...meaningOf(event) }
}

type Meaning = GatewayEvent extends infer Event ? (Event extends unknown ? Omit<Event, 'id'> : never) : never

function meaningOf(event: Stripe.Event): Meaning {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const intent = event.data.object
      const { tenant_id: tenantId, order_id: id } = intent.metadata
      return {
        kind: 'payment',
        reference: intent.id,
        order: tenantId === undefined || id === undefined ? null : { tenantId, id },
        amount: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
        currency: intent.currency,
        outcome: outcomeOf(intent),
      }
    }
    case 'charge.refunded': {
      const { payment_intent: payment, amount_refunded: refunded } = event.data.object
      const reference = typeof payment === 'string' ? payment : payment?.id
      return reference === undefined ? { kind: 'other' } : { kind: 'refund', reference, refunded }
    }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted': {
      const { id: reference, metadata } = event.data.object
      return { kind: 'subscription', reference, subscription: ownSubscription(metadata) }
    }
    case 'invoice.paid':
      return invoiceMeaning(event.data.object)
    default:
      return { kind: 'other' }
  }
}

/** The invoice that a PaymentIntent has paid; null where it has paid none of a period. */
export async function findPaidInvoice(stripe: Stripe, intent: string): Promise<PaidPeriod | null> {
  try {
    const found = await ask(() =>
      stripe.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: intent },
        expand: ['data.invoice'],
        limit: 1,
      }),
    )
    const invoice = found.data[0]?.invoice
    return invoice === undefined || typeof invoice === 'string' || !('status' in invoice)
      ? null
      : paidPeriod(invoice)
  } catch (error) {
    // Stripe knows of no such payment.
    if (error instanceof PaymentRefusedError) return null
    throw error
  }
}

function invoiceMeaning(invoice: Stripe.Invoice): Meaning {
  const of = invoice.parent?.subscription_details?.subscription
  const reference = typeof of === 'string' ? of : of?.id
  const paid = paidPeriod(invoice)
  return paid === null || reference === undefined
    ? { kind: 'other' }
    : { kind: 'invoice', reference, ...paid }
}

function paidPeriod(invoice: Stripe.Invoice): PaidPeriod | null {
  const metadata = invoice.parent?.subscription_details?.metadata ?? {}
  const paid = paidInvoice(invoice, metadata.plan ?? null)
  return paid === null ? null : { subscription: ownSubscription(metadata), invoice: paid }
}

function ownSubscription({
  tenant_id: tenantId,
  subscription_id: id,
}: Stripe.Metadata): OwnSubscription | null {
  return tenantId === undefined || id === undefined ? null : { tenantId, id }
}
