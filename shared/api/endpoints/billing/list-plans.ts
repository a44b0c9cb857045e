/** GET /billing/plans */

import { plans } from '../../../domain/billing.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const listPlansEndpoint = defineEndpoint({
  name: 'list_plans',
  tag: 'Billing',
  summary: 'List plans and prices',
  description: 'The plans to subscribe to, and what credits cost by themselves.',
  status: 200,
  answer: plans,
  errors: [],
  handle: async ({ deps: { billing } }) => {
    const { currency, credits, plans } = billing.prices
    return {
      plans: plans.map(({ id, name, amount, credits }) => ({
        id,
        name,
        amount,
        currency,
        interval: 'month' as const,
        credits,
      })),
      credits: { ...credits, currency },
    }
  },
})
