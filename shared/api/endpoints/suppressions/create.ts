/** POST /suppressions */

import { createSuppressionBody, suppression } from '../../../domain/suppression.ts'
import { suppress } from '../../../flow/suppression/change.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const createSuppressionEndpoint = defineEndpoint({
  name: 'create_suppression',
  tag: 'Suppressions',
  summary: 'Suppress an address',
  description:
    "No inbox sends to this address any more. Hard bounces and complaints add addresses by themselves. If the address is on the list already, it stays as it is, and you get it. What a key of one inbox has added is the account's once a key of the account adds it, too: the former can no longer remove it.",
  body: createSuppressionBody,
  status: 201,
  answer: suppression,
  errors: [],
  handle: ({ deps: { database, config }, principal, body }) =>
    suppress(database, principal, body, config.INBOX_DOMAIN),
})
