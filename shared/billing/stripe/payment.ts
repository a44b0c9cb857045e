/** Payments at Stripe: PaymentIntents, and what became of one. */
import type Stripe from 'stripe'
import {
  GatewayUnavailableError,
  type Payment,
  type PaymentOutcome,
  PaymentRefusedError,
} from '../gateway.ts'
import { ask } from './client.ts'

/** The outcome of a payment. `error` is why the last attempt failed. */
export function outcomeOf(intent: Stripe.PaymentIntent): PaymentOutcome {
  const { id: reference, status, client_secret: clientSecret, last_payment_error: error } = intent
  if (status === 'succeeded') return { status: 'paid', reference }
  if (status === 'requires_action' || status === 'requires_confirmation')
    return { status: 'requires_action', reference, clientSecret }
  if (status === 'processing' || status === 'requires_capture') return { status: 'processing', reference }
  const failure =
    status === 'canceled'
      ? { code: 'canceled', message: 'The payment was canceled.' }
      : {
          code: error?.decline_code ?? error?.code ?? 'payment_failed',
          message: error?.message ?? 'The payment failed.',
        }
  return { status: 'failed', reference, failure }
}

/** Pays an order, or asks what became of it. The key that is made of the order makes a repetition the same payment. */
export async function pay(stripe: Stripe, payment: Payment): Promise<PaymentOutcome> {
  const { reference, orderId, tenantId, amount, currency, customer, method, offSession, description } =
    payment
  if (reference !== null) return askAfter(stripe, reference)
  try {
    const intent = await ask(() =>
      stripe.paymentIntents.create(
        {
          amount,
          currency,
          description,
          ...(customer === null ? {} : { customer }),
          ...(method === null ? {} : { payment_method: method }),
          confirm: true,
          ...(offSession ? { off_session: true } : {}),
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          metadata: { tenant_id: tenantId, order_id: orderId },
        },
        { idempotencyKey: orderId },
      ),
    )
    return outcomeOf(intent)
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error
    const { failure, invalid } = error
    // What Stripe says of a bad request names its own things, which are no business of the customer's.
    const message = invalid ? 'The payment gateway refused the payment.' : failure.message
    return { status: 'failed', reference: null, failure: { code: failure.code, message } }
  }
}

/** What became of a payment that was begun. One that Stripe does not know has failed: nobody will ever tell more of it. */
async function askAfter(stripe: Stripe, reference: string): Promise<PaymentOutcome> {
  try {
    return outcomeOf(await ask(() => stripe.paymentIntents.retrieve(reference)))
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error
    const { code } = error.failure
    // A question that is refused says nothing of the payment.
    if (code !== 'resource_missing') throw new GatewayUnavailableError(`a question was refused: ${code}`)
    const message = 'The payment gateway knows of no such payment.'
    return { status: 'failed', reference, failure: { code: 'payment_unknown', message } }
  }
}
