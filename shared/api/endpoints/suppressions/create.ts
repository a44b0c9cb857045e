/** POST /suppressions */

import { createSuppressionBody, suppression } from '../../../domain/suppression.ts'
import { suppress } from '../../../flow/suppression/change.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const createSuppressionEndpoint = defineEndpoint({
  name: 'create_suppression',
  tag: 'Suppressions',
  summary: 'Suppress an address',
  description:
    'Nothing is sent to it any more, from any inbox. Hard bounces and complaints do the same by themselves. An address that is on the list already stays as it is, and is answered.',
  body: createSuppressionBody,
  status: 201,
  answer: suppression,
  errors: [],
  handle: ({ deps: { database, config }, principal, body }) =>
    suppress(database, principal, body, config.INBOX_DOMAIN),
})
