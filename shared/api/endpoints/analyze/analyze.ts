/** POST /analyze */

import { analyzeBody, analyzed } from '../../../domain/analyze.ts'
import { analyze } from '../../../flow/analyze/analyze.ts'
import { defineEndpoint } from '../../endpoint.ts'

export const analyzeEndpoint = defineEndpoint({
  name: 'analyze',
  tag: 'Messages',
  summary: 'Analyse a message',
  description:
    'Scores a message in the same way as real mail: it is parsed, scanned for viruses if it has anything to scan, and judged by all scorers. Give the message in parts, as a whole (`.eml`, base64), or as a draft. Nothing is stored, sent or recorded. Policies are left out (see `POST /policies/simulate`). Without `peer_address`, the sender of an inbound message is not authenticated.',
  body: analyzeBody,
  bodyBytes: 'message',
  status: 200,
  answer: analyzed,
  errors: [
    'not_found',
    'draft_sent',
    'message_withheld',
    'attachment_unavailable',
    'message_too_large',
    'credits_exhausted',
  ],
  handle: ({ deps, principal, body }) =>
    analyze({ ...deps.outbound, database: deps.database }, principal, body),
})
