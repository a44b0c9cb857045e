/** Approvals: outbound messages that wait for a reviewer, the contract. */
import { z } from 'zod'
import { recipientFields } from './outbound.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { timestamp } from './timestamp.ts'

export const approvalStatuses = ['pending', 'approved', 'rejected', 'expired'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** Why a message waits: its inbox's level, its risk score, a policy, or that it could not be judged in full. */
export const holdReasons = ['level', 'risk', 'policy', 'unjudged'] as const
export type HoldReason = (typeof holdReasons)[number]

/** Characters of a body that a preview shows. */
export const previewCharacters = 200

const id = z.string().meta({ description: 'Prefix `apr_`.', examples: ['apr_01ka2b3c4d5e6f7g8h9j0kmnpq'] })
const messageId = z.string().meta({ examples: ['msg_01ka2b3c4d5e6f7g8h9j0kmnpq'] })
const reviewer = z
  .string()
  .meta({ description: 'Prefix `usr_`.', examples: ['usr_01ka2b3c4d5e6f7g8h9j0kmnpq'] })
const reason = z.string().meta({ examples: ['The invoice number is wrong.'] })

export const approval = z
  .object({
    id,
    inbox_id: z.string().meta({ examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    message_id: messageId,
    status: z.enum(approvalStatuses),
    message_preview: z.object({
      to: z.string().meta({ examples: ['ada@example.com'] }),
      subject: z.string().meta({ examples: ['Order 1815'] }),
      body_preview: z.string().meta({
        description: `The first ${previewCharacters} characters of the text.`,
        examples: ['It left our house this morning.'],
      }),
    }),
    recipients: z
      .array(z.object({ address: z.string(), field: z.enum(recipientFields) }))
      .meta({ description: 'Everyone it would go to, Bcc included.' }),
    reasons: z.array(z.enum(holdReasons)).meta({
      description:
        "Why it waits: the inbox's level, the risk score, a policy, or a check that gave no answer.",
    }),
    risk_score: z.int().nullable(),
    send_at: timestamp.nullable().meta({ examples: [null] }),
    reviewed_by: reviewer.nullable().meta({ examples: [null] }),
    resolved_at: timestamp.nullable().meta({ examples: [null] }),
    reason: reason.nullable().meta({ description: 'Of a rejection.', examples: [null] }),
    expires_at: timestamp,
    created_at: timestamp,
  })
  .meta({ id: 'Approval', description: 'An outbound message that waits, or waited, for a reviewer.' })
export type Approval = z.output<typeof approval>

export const approvalPage = pageOf('approvals', approval).meta({ id: 'ApprovalPage' })

export const approvalListQuery = z.strictObject({
  status: z.enum(approvalStatuses).optional(),
  inbox_id: z.string().max(64).optional().meta({ description: 'Only approvals of this inbox.' }),
  ...pageQuery,
})
export type ApprovalListQuery = z.output<typeof approvalListQuery>

export const rejectBody = z
  .strictObject({
    reason: z
      .string()
      .max(1_000)
      .optional()
      .meta({
        description: 'Kept on record, and shown to the agent on the message.',
        examples: ['The invoice number is wrong.'],
      }),
  })
  .nullish()
  .meta({ id: 'RejectApproval' })

export const approvalResolution = z
  .object({
    id,
    status: z.enum(['approved', 'rejected']),
    reviewed_by: reviewer,
    message_id: messageId,
    resolved_at: timestamp,
    reason: reason.optional().meta({ description: 'Only of a rejection that gave one.' }),
  })
  .meta({ id: 'ApprovalResolution' })
export type ApprovalResolution = z.output<typeof approvalResolution>

/** The approval as its message shows it. */
export const messageApproval = z
  .object({
    id,
    status: z.enum(approvalStatuses),
    expires_at: timestamp,
    reasons: z.array(z.enum(holdReasons)),
    reviewed_by: reviewer.nullable().meta({ examples: [null] }),
    resolved_at: timestamp.nullable().meta({ examples: [null] }),
    reason: reason.nullable().meta({ description: 'Of a rejection.', examples: [null] }),
  })
  .meta({ id: 'MessageApproval' })
