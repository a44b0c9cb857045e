/** POST /api_keys */

import { createApiKeyBody, createdApiKey } from '../../../domain/api-key.ts'
import { createKey } from '../../../flow/api-key/create.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const createApiKeyEndpoint = defineEndpoint({
  name: 'create_api_key',
  tag: 'API keys',
  summary: 'Create an API key',
  description:
    'The full key is in this response only. A key can not grant a scope it lacks, nor reach or last further than itself; a sandbox key can not create live keys. Without `scopes`, the key gets those of an agent, which can not release withheld mail.',
  body: createApiKeyBody,
  status: 201,
  answer: createdApiKey,
  wholeAccount: true,
  errors: [],
  handle: ({ deps: { database }, principal, body }) => createKey(database, principal, body),
})
