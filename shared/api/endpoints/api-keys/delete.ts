/** DELETE /api_keys/{key_id} */

import { revokeKey } from '../../../flow/api-key/revoke.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const deleteApiKeyEndpoint = defineEndpoint({
  name: 'delete_api_key',
  tag: 'API keys',
  summary: 'Revoke an API key',
  description: 'Revokes the key for good. The next request with it gets 401.',
  status: 204,
  answer: null,
  wholeAccount: true,
  errors: ['not_found'],
  handle: async ({ deps: { database }, principal, path }) => {
    found((await revokeKey(database, principal, path('key_id'))) || null)
    return undefined
  },
})
