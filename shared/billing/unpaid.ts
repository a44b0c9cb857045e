/** The two gateways that move no money: `manual` puts orders on record, `simulated` is the sandbox. */
import { hash } from 'node:crypto'
import {
  type Failure,
  type NewSubscription,
  type PaymentGateway,
  type PaymentOutcome,
  PaymentRefusedError,
  type SubscriptionState,
} from './gateway.ts'
import { nextMonth } from './next-month.ts'

const declined: Failure = { code: 'card_declined', message: 'The card was declined (simulated).' }

/** Every order counts as paid: whoever runs the service collects the money, or gives credits away. */
export function manualGateway(): PaymentGateway {
  return unpaidGateway('manual')
}

/**
 * What a sandbox key gets. Like Stripe's test cards, a token with `chargeDeclined` in it is declined, and one with
 * `authenticationRequired` has to be confirmed.
 */
export function simulatedGateway(): PaymentGateway {
  return unpaidGateway('simulated')
}

function unpaidGateway(name: string): PaymentGateway {
  return {
    name,
    needsMethod: false,
    renews: false,
    createCustomer: async ({ tenantId }) => tenantId,
    addMethod: async (_customer, token) => ({
      // The token may be worth something at another gateway: only what it asks for is kept.
      reference: `${behaviourOf(token)}_${hash('sha256', token, 'hex').slice(0, 24)}`,
      type: name,
      brand: null,
      last4: null,
      expMonth: null,
      expYear: null,
    }),
    setDefaultMethod: async () => {},
    removeMethod: async () => {},
    pay: async ({ method, orderId, offSession }) => outcomeOf(method, orderId, offSession),
    subscribe: async (order) => begin(order),
    changePlan: async (_reference, order) => begin(order),
    setCancel: async (reference, atPeriodEnd) => ({
      ...unchanged(reference),
      cancelAtPeriodEnd: atPeriodEnd,
    }),
    endSubscription: async () => {},
    findSubscription: async (reference) => unchanged(reference),
  }
}

type Behaviour = 'pays' | 'declines' | 'asks'

const behaviourOf = (token: string): Behaviour =>
  /chargeDeclined/i.test(token) ? 'declines' : /authenticationRequired/i.test(token) ? 'asks' : 'pays'

function outcomeOf(method: string | null, orderId: string, offSession: boolean): PaymentOutcome {
  if (method?.startsWith('declines_')) return { status: 'failed', reference: null, failure: declined }
  if (!method?.startsWith('asks_')) return { status: 'paid', reference: null }
  if (!offSession) return { status: 'requires_action', reference: `simulated_${orderId}`, clientSecret: null }
  const failure = {
    code: 'authentication_required',
    message: 'The customer has to confirm the payment (simulated).',
  }
  return { status: 'failed', reference: null, failure }
}

function begin({ subscriptionId, plan, currency, method }: NewSubscription): SubscriptionState {
  if (method?.startsWith('declines_')) throw new PaymentRefusedError(declined, false)
  const now = new Date()
  const state = {
    ...unchanged(subscriptionId),
    plan: plan.id,
    periodEnd: nextMonth(now),
    anchorDay: now.getUTCDate(),
  }
  const reference = `${subscriptionId}:${plan.id}:${now.toISOString().slice(0, 10)}`
  return { ...state, paid: { reference, plan: plan.id, amount: plan.amount, currency } }
}

const unchanged = (reference: string): SubscriptionState => ({
  reference,
  status: 'active',
  plan: null,
  periodEnd: null,
  cancelAtPeriodEnd: false,
  clientSecret: null,
  paid: null,
})
