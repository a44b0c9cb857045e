/** PUT /billing/auto-topup */

import { autoTopup, autoTopupBody } from '../../../domain/billing.ts'
import { setAutoTopup } from '../../../flow/billing/auto-topup.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const setAutoTopupEndpoint = defineEndpoint({
  name: 'set_auto_topup',
  tag: 'Billing',
  summary: 'Configure auto top-up',
  description:
    'Replaces the settings. When the balance falls below `threshold`, the service buys `credits` with the payment method, one top-up at a time and without the customer. If a top-up fails, it is tried again after 1 hour and after 24 hours. After the third failure, auto top-up is switched off, and the audit log records that. With a sandbox key the settings are kept, and nothing is ever bought.',
  body: autoTopupBody,
  status: 200,
  answer: autoTopup,
  errors: [],
  handle: ({ deps, principal, body }) => setAutoTopup(deps, principal, body),
})
