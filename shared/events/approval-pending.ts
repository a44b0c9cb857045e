/** The event `approval.pending`: an outbound message waits for a person. */
import { z } from 'zod'
import { timestamp } from '../domain/timestamp.ts'
import { truncate } from '../lib/clean-text.ts'
import { defineEvent } from './event.ts'

/** What the flow tells of it. */
export interface PendingFacts {
  /** `apr_` */
  approval_id: string
  /** ISO 8601. */
  expires_at: string
}

/** Characters of a body that the preview shows. */
const previewCharacters = 200

const data = z.object({
  id: z
    .string()
    .meta({ description: 'The approval, prefix `apr_`.', examples: ['apr_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
  inbox_id: z.string().meta({ examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
  message_id: z.string().meta({ examples: ['msg_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
  status: z.literal('pending'),
  message_preview: z.object({
    to: z.string().meta({ examples: ['ada@example.com'] }),
    subject: z.string().meta({ examples: ['Re: Order 1815'] }),
    body_preview: z.string().meta({ description: 'Beginning of the body.', examples: ['It is on its way.'] }),
  }),
  expires_at: timestamp,
  created_at: timestamp,
})

export const approvalPendingEvent = defineEvent<'approval.pending', PendingFacts, z.output<typeof data>>({
  name: 'approval.pending',
  description: 'An outbound message is held until a person approves or rejects it.',
  data,
  payload: ({ id, inbox_id, to, subject, body }, { approval_id, expires_at }, at) => ({
    event: 'approval.pending',
    timestamp: at,
    data: {
      id: approval_id,
      inbox_id,
      message_id: id,
      status: 'pending',
      message_preview: { to, subject, body_preview: truncate(body, previewCharacters) },
      expires_at,
      created_at: at,
    },
  }),
})
