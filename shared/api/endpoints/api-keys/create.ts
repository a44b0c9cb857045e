/** POST /api_keys */

import { createApiKeyBody, createdApiKey } from '../../../domain/api-key.ts'
import { createKey } from '../../../flow/api-key/create.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const createApiKeyEndpoint = defineEndpoint({
  name: 'create_api_key',
  tag: 'API keys',
  summary: 'Create an API key',
  description:
    'Only this response contains the full key. A key can not grant a scope that it lacks, more inboxes than it has, or a longer life than its own. A sandbox key can not create live keys. If you leave out `scopes`, the new key gets those of an agent, which can not release withheld mail.',
  body: createApiKeyBody,
  status: 201,
  answer: createdApiKey,
  wholeAccount: true,
  errors: [],
  handle: ({ deps: { database }, principal, body }) => createKey(database, principal, body),
})
