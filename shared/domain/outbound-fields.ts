/** What the single message shows when it is outbound: who it goes to, what became of each, and who decides. */
import { z } from 'zod'
import { messageApproval } from './approval.ts'
import { entities } from './entity.ts'
import { recipientFields, recipientStatuses } from './outbound.ts'
import { timestamp } from './timestamp.ts'

const recipient = z
  .object({
    address: z.string().meta({ examples: ['ada@example.com'] }),
    field: z.enum(recipientFields),
    status: z.enum(recipientStatuses),
    code: z
      .int()
      .nullable()
      .meta({ description: 'Last reply code of the receiving server.', examples: [250] }),
    enhanced_code: z
      .string()
      .nullable()
      .meta({ description: 'RFC 3463.', examples: ['2.1.5'] }),
    reason: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: 'Recipient' })

const redaction = z
  .object({
    type: z.enum(entities),
    part: z.enum(['subject', 'text', 'html', 'headers', 'filenames']),
    count: z.int().meta({ examples: [1] }),
  })
  .meta({ id: 'Redaction' })

/** Fields of outbound messages; inbound ones lack them all. */
export const outboundFields = {
  recipients: z
    .array(recipient)
    .optional()
    .meta({ description: 'Outbound only: every recipient of the envelope, Bcc included.' }),
  redactions: z
    .array(redaction)
    .optional()
    .meta({
      description: 'Outbound only: what policies took out before the message was stored.',
      examples: [[]],
    }),
  send_at: timestamp
    .nullable()
    .optional()
    .meta({ description: 'Outbound only.', examples: [null] }),
  sent_at: timestamp
    .nullable()
    .optional()
    .meta({ description: 'Outbound only.', examples: [null] }),
  simulated: z
    .boolean()
    .optional()
    .meta({
      description: 'Outbound only: whether the sandbox only pretended to send to somebody.',
      examples: [false],
    }),
  failure: z
    .object({
      code: z.string().meta({ examples: ['policy_blocked'] }),
      reason: z.string().meta({ examples: ['Blocked by a policy made after the message was taken.'] }),
    })
    .nullable()
    .optional()
    .meta({ description: 'Outbound only: why it failed as a whole.', examples: [null] }),
  edited: z
    .boolean()
    .optional()
    .meta({
      description:
        'Outbound only: whether a reviewer has edited it. Subject, bodies and recipients are then those of the reviewer.',
      examples: [false],
    }),
  approval: messageApproval
    .optional()
    .meta({ description: 'Outbound only, where a reviewer decides, or decided.' }),
}
