/** POST /billing/stripe/webhook */

import { z } from 'zod'
import { limits } from '../../../domain/limits.ts'
import { receiveEvent } from '../../../flow/billing/events.ts'
import { defineEndpoint } from '../../endpoint.ts'

const received = z.object({ received: z.literal(true) }).meta({ id: 'EventReceived' })

export const receiveStripeEventEndpoint = defineEndpoint({
  name: 'receive_stripe_event',
  tag: 'Billing',
  summary: 'Receive an event of Stripe',
  description:
    'Only Stripe calls this. It accepts events with a valid `Stripe-Signature`, and handles each event once, however often it is sent. If another gateway is in use, the answer is 404.',
  rawBody: true,
  bodyBytes: limits.gatewayEventBytes,
  status: 200,
  answer: received,
  errors: ['unauthorized', 'not_found', 'unavailable'],
  handle: async ({ deps, raw }) => {
    await receiveEvent(deps, 'stripe', raw.content, raw.signature)
    return { received: true as const }
  },
})
