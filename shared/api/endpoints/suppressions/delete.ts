/** DELETE /suppressions/{address} */

import { unsuppress } from '../../../flow/suppression/change.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const deleteSuppressionEndpoint = defineEndpoint({
  name: 'delete_suppression',
  tag: 'Suppressions',
  summary: 'Take an address off the list',
  description:
    'Mail goes to this address again at once. If it bounces again, it returns to the list. A key that is limited to one inbox can remove only what such a key has added, and nothing that bounced or complained.',
  status: 204,
  answer: null,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal, path }) => {
    found((await unsuppress(database, principal, path('address'))) || null)
    return undefined
  },
})
