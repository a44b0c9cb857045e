/** GET /billing/auto-topup */

import { autoTopup } from '../../../domain/billing.ts'
import { getAutoTopup } from '../../../flow/billing/auto-topup.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const getAutoTopupEndpoint = defineEndpoint({
  name: 'get_auto_topup',
  tag: 'Billing',
  summary: 'Get auto top-up',
  description: 'Returns the settings, whether a top-up is being paid, and why the last one failed.',
  status: 200,
  answer: autoTopup,
  errors: [],
  handle: ({ deps, principal }) => getAutoTopup(deps, principal),
})
