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
    'Answers a new token, for when the one before has become known and raises alarms. The one before counts no more, at once: plant the new one.',
  body: noBody,
  status: 200,
  answer: canary,
  errors: ['not_found'],
  handle: async ({ deps, principal, path }) =>
    showCanary(deps.keyring, principal.tenantId, found(await rotateCanary(deps, principal, path('slug')))),
})
