/** POST /analyze */

import { analyzeBody, analyzed } from '../../../domain/analyze.ts'
import { analyze } from '../../../flow/analyze/analyze.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const analyzeEndpoint = defineEndpoint({
  name: 'analyze',
  tag: 'Messages',
  summary: 'Analyse a message',
  description:
    'Scores a message, given in parts or as a whole (`.eml`, base64), with the code that scores mail that comes and leaves: parser, antivirus where there is something to scan, all scorers. Nothing is stored, sent or put on record. Policies are left out (see `POST /policies/simulate`). Without `peer_address` the sender of an inbound message is not authenticated.',
  body: analyzeBody,
  bodyBytes: 'message',
  status: 200,
  answer: analyzed,
  errors: ['not_found', 'message_too_large', 'credits_exhausted'],
  handle: ({ deps, principal, body }) =>
    analyze({ ...deps.outbound, database: deps.database }, principal, body),
})
