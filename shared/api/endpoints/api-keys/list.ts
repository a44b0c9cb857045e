/** GET /api_keys */

import { apiKeyListQuery, apiKeyPage } from '../../../domain/api-key.ts'
import { listApiKeys } from '../../../store/api-key.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listApiKeysEndpoint = defineEndpoint({
  name: 'list_api_keys',
  tag: 'API keys',
  summary: 'List API keys',
  description:
    "Lists the keys of the caller's mode (live or sandbox), newest first. The secrets are left out.",
  query: apiKeyListQuery,
  status: 200,
  answer: apiKeyPage,
  wholeAccount: true,
  errors: [],
  handle: async ({ deps, principal, query, signal }) => {
    const { items, ...page } = await listPage(
      { deps, signal, list: 'api_keys', principal, query },
      (asked, sql) => listApiKeys(sql, principal, asked),
      ({ id }) => [id],
    )
    return { api_keys: items, ...page }
  },
})
