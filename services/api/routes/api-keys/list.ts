/** GET /api_keys */
import { apiKeyListQuery, apiKeyPage } from '../../../../shared/domain/api-key.ts'
import { listApiKeys } from '../../../../shared/store/api-key.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listApiKeysEndpoint = defineEndpoint({
  name: 'list_api_keys',
  tag: 'API keys',
  summary: 'List API keys',
  description: "Keys of the caller's mode (live or sandbox), newest first, without their secrets.",
  query: apiKeyListQuery,
  status: 200,
  answer: apiKeyPage,
  errors: [],
  handle: async ({ deps: { database, keyring }, principal, query }) => {
    const { items, ...page } = await listPage(
      { keyring, list: 'api_keys', principal, query },
      (asked) => listApiKeys(database, principal, asked),
      ({ id }) => [id],
    )
    return { api_keys: items, ...page }
  },
})
