/** GET /inboxes/{slug}/canary */

import { canary } from '../../../domain/canary.ts'
import { findCanary } from '../../../store/canary.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { showCanary } from './show.ts'

export const getCanaryEndpoint = defineEndpoint({
  name: 'get_canary',
  tag: 'Inboxes',
  summary: 'Get the canary token',
  description:
    'Returns a token that nobody has a reason to send. Put it where only your agent reads it: into its instructions, its memory, or among its secrets. A message from any inbox of the tenant that contains the token of any of them (in its text, HTML, subject, headers, recipients or text attachments; reversed, broken up or encoded, too) scores 100 with the detection `canary` of `exfiltration`. It waits for approval, and the audit log gets an `exfil` entry.',
  status: 200,
  answer: canary,
  errors: ['not_found'],
  handle: async ({ deps: { database, keyring }, principal, path }) =>
    showCanary(keyring, principal.tenantId, found(await findCanary(database, principal, path('slug')))),
})
