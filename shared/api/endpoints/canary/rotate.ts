/** POST /inboxes/{slug}/canary/rotate */

import { canary } from '../../../domain/canary.ts'
import { rotateCanary } from '../../../flow/canary/rotate.ts'
import { defineEndpoint, found, noBody } from '../../endpoint.ts'
import { showCanary } from './show.ts'

export const rotateCanaryEndpoint = defineEndpoint({
  name: 'rotate_canary',
  tag: 'Inboxes',
  summary: 'Rotate the canary token',
  description:
    'Returns a new token. Use this if the old one has become known and raises false alarms. The old token stops counting at once, so plant the new one.',
  body: noBody,
  status: 200,
  answer: canary,
  errors: ['not_found'],
  handle: async ({ deps, principal, path }) =>
    showCanary(deps.keyring, principal.tenantId, found(await rotateCanary(deps, principal, path('slug')))),
})
