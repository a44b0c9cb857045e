/** The event `approval.resolved`: a held outbound message was approved or rejected, or nobody did in time. */
import { z } from 'zod'
import { timestamp } from '../domain/timestamp.ts'
import { defineEvent } from './event.ts'

const resolutions = ['approved', 'rejected', 'expired'] as const

/** What the flow tells of it. */
export interface ResolvedFacts {
  /** `apr_` */
  approval_id: string
  status: (typeof resolutions)[number]
  /** `usr_`; null when it expired. */
  reviewed_by: string | null
  /** What the reviewer said. */
  reason: string | null
}

const data = z.object({
  id: z
    .string()
    .meta({ description: 'The approval, prefix `apr_`.', examples: ['apr_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
  inbox_id: z.string().meta({ examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
  message_id: z.string().meta({ examples: ['msg_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
  status: z.enum(resolutions),
  reviewed_by: z
    .string()
    .nullable()
    .meta({
      description: 'Prefix `usr_`; null when it expired.',
      examples: ['usr_01ka2b3c4d5e6f7g8h9j0kmnpq'],
    }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'What the reviewer said.', examples: [null] }),
  resolved_at: timestamp,
})

export const approvalResolvedEvent = defineEvent<'approval.resolved', ResolvedFacts, z.output<typeof data>>({
  name: 'approval.resolved',
  description: 'A held outbound message was approved or rejected, or its time ran out.',
  data,
  payload: ({ id, inbox_id }, { approval_id, status, reviewed_by, reason }, at) => ({
    event: 'approval.resolved',
    timestamp: at,
    data: { id: approval_id, inbox_id, message_id: id, status, reviewed_by, reason, resolved_at: at },
  }),
})
