/** DELETE /suppressions/{address} */
import { unsuppress } from '../../../../shared/flow/suppression/change.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const deleteSuppressionEndpoint = defineEndpoint({
  name: 'delete_suppression',
  tag: 'Suppressions',
  summary: 'Take an address off the list',
  description: 'It is sent to again, at once. Should it bounce again, it comes back.',
  status: 204,
  answer: null,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal, path }) => {
    found((await unsuppress(database, principal, path('address'))) || null)
    return undefined
  },
})
