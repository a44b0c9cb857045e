/** DELETE /suppressions/{address} */

import { unsuppress } from '../../../flow/suppression/change.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const deleteSuppressionEndpoint = defineEndpoint({
  name: 'delete_suppression',
  tag: 'Suppressions',
  summary: 'Take an address off the list',
  description:
    'It is sent to again, at once. Should it bounce again, it comes back. A key that is limited to one inbox takes off what such a key put there, and nothing that bounced or complained.',
  status: 204,
  answer: null,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal, path }) => {
    found((await unsuppress(database, principal, path('address'))) || null)
    return undefined
  },
})
