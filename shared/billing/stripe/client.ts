/** The connection to Stripe, and what its errors mean to us. */
import type Stripe from 'stripe'
import { GatewayUnavailableError, PaymentRefusedError } from '../gateway.ts'
import { stripeLibrary } from './library.ts'

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  /** Another place that speaks Stripe's protocol. */
  url?: string
  /** Milliseconds that one request may take; it is made twice at most. */
  timeoutMs?: number
}

/** Together with its repetition less than a request of ours may take. */
const timeoutMs = 15_000

export function stripeClient({ secretKey, url, timeoutMs: limit = timeoutMs }: StripeSettings): Stripe {
  const at = url === undefined ? undefined : new URL(url)
  return new (stripeLibrary())(secretKey, {
    timeout: limit,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'agent-email-service' },
    ...(at === undefined
      ? {}
      : {
          host: at.hostname,
          protocol: at.protocol === 'http:' ? 'http' : 'https',
          port: at.port === '' ? (at.protocol === 'http:' ? 80 : 443) : Number(at.port),
        }),
  })
}

/**
 * Runs a call to Stripe.
 * @throws PaymentRefusedError for what Stripe refuses, GatewayUnavailableError for all that may work later: 5xx, 429, no
 * answer, and a key of ours that Stripe doesn't take.
 */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw translate(error)
  }
}

function translate(error: unknown): unknown {
  const { errors } = stripeLibrary()
  if (error instanceof errors.StripeCardError) {
    const code = error.decline_code ?? error.code ?? 'card_declined'
    return new PaymentRefusedError({ code, message: error.message }, false)
  }
  if (error instanceof errors.StripeInvalidRequestError && error.statusCode !== 409)
    return new PaymentRefusedError({ code: error.code ?? 'invalid_request', message: error.message }, true)
  if (error instanceof errors.StripeError) {
    const { type, statusCode, code } = error
    // Its message may quote what was sent, or a part of our key.
    return new GatewayUnavailableError(`${type} ${statusCode ?? ''} ${code ?? ''}`.trim())
  }
  return error
}
