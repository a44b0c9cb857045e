/** POST /billing/stripe/webhook */
import { z } from 'zod'
import { receiveEvent } from '../../../../shared/flow/billing/events.ts'
import { defineEndpoint } from '../../endpoint.ts'

const received = z.object({ received: z.literal(true) }).meta({ id: 'EventReceived' })

export const receiveStripeEventEndpoint = defineEndpoint({
  name: 'receive_stripe_event',
  tag: 'Billing',
  summary: 'Receive an event of Stripe',
  description:
    'For Stripe only: takes events with a valid `Stripe-Signature`, each once, however often it is sent. 404 where another gateway is in use.',
  rawBody: true,
  status: 200,
  answer: received,
  errors: ['unauthorized', 'not_found', 'unavailable'],
  handle: async ({ deps, request }) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await receiveEvent(deps, 'stripe', body, String(request.headers['stripe-signature'] ?? ''))
    return { received: true as const }
  },
})
