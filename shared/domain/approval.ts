/** Approvals: outbound messages that wait for a reviewer, the contract. */
import { z } from 'zod'
import { attachment } from './attachment.ts'
import { limits } from './limits.ts'
import { securityAnalysis } from './message-analysis.ts'
import { recipientFields } from './outbound.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { sendFields } from './send.ts'
import { messageStatuses, verdicts } from './status.ts'
import { timestamp } from './timestamp.ts'

export const approvalStatuses = ['pending', 'approved', 'rejected', 'expired'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** Why a message waits: its inbox's level, its risk score, a policy, that it could not be judged in full, or that it answers what is withheld. */
export const holdReasons = ['level', 'risk', 'policy', 'unjudged', 'withheld'] as const
export type HoldReason = (typeof holdReasons)[number]

/** Characters of a body that a preview shows. */
export const previewCharacters = 200

const id = z.string().meta({ description: 'Prefix `apr_`.', examples: ['apr_01ka2b3c4d5e6f7g8h9j0kmnpq'] })
const messageId = z.string().meta({ examples: ['msg_01ka2b3c4d5e6f7g8h9j0kmnpq'] })
const reviewer = z
  .string()
  .meta({ description: 'Prefix `usr_`.', examples: ['usr_01ka2b3c4d5e6f7g8h9j0kmnpq'] })
const contentSha256 = z.string().meta({
  description:
    'SHA-256 of the message as it would leave, lowercase hex: what is approved is what is sent. Of a message with Bcc recipients, a line `Bcc: address` (CRLF) for each of them is hashed behind it.',
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
})
const revision = z.int().meta({ description: '1 is what the agent asked for.', examples: [1] })
const contentHidden = z.boolean().meta({
  description:
    'Whether the message passes on a withheld one, nobody has approved it, and the key lacks the scope `messages:read_withheld`: texts, recipients, header fields, attachments, and what detections quote are left out (empty, or null).',
  examples: [false],
})
const recipients = z
  .array(z.object({ address: z.string(), field: z.enum(recipientFields) }))
  .meta({ description: 'Everyone it would go to, Bcc included.' })
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
    recipients,
    reasons: z.array(z.enum(holdReasons)).meta({
      description:
        "Why it waits: the inbox's level, the risk score, a policy, a check that gave no answer, or that it answers or forwards a withheld message.",
    }),
    risk_score: z.int().nullable(),
    revision,
    edited: z.boolean().meta({ description: 'Whether a reviewer has edited it.', examples: [false] }),
    content_sha256: contentSha256,
    content_hidden: contentHidden,
    send_at: timestamp.nullable().meta({ examples: [null] }),
    reviewed_by: reviewer.nullable().meta({ examples: [null] }),
    resolved_at: timestamp.nullable().meta({ examples: [null] }),
    reason: reason.nullable().meta({ description: 'Of a rejection.', examples: [null] }),
    expires_at: timestamp,
    created_at: timestamp,
  })
  .meta({ id: 'Approval', description: 'An outbound message that waits, or waited, for a reviewer.' })
export type Approval = z.output<typeof approval>

const readBefore = z
  .object({
    message_id: messageId,
    inbox_id: z.string().meta({ examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    inbox_slug: z.string().meta({ examples: ['support-agent'] }),
    thread_id: z.string().meta({ examples: ['thr_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    from: z.string().meta({ examples: ['ada@example.com'] }),
    from_name: z.string().meta({ examples: ['Ada'] }),
    subject: z.string().meta({ examples: ['Order 1815'] }),
    status: z.enum(messageStatuses),
    verdict: z.enum(verdicts).nullable(),
    risk_score: z.int().nullable(),
    authenticated: z.boolean().meta({
      description: 'Whether the domain of its sender is proven (DMARC).',
      examples: [true],
    }),
    received_at: timestamp,
    read_at: timestamp.meta({ description: 'When the key read it, the last time before it wrote.' }),
  })
  .meta({ id: 'ReadBefore', description: 'An inbound message that an agent had read before it wrote.' })
export type ReadBefore = z.output<typeof readBefore>

export const approvalDetail = approval
  .extend({
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .meta({ description: 'Every header field as it would leave, in order, decoded and unfolded.' }),
    attachments: z.array(attachment),
    provenance: z.array(readBefore).meta({
      description: `What the key that wrote the message had read before, newest first: the last ${limits.recordedReadsShown} inbound messages of the ${limits.recordedReadsPerKey} that are kept of a key for ${limits.recordedReadDays} days. Mail that the agent got from a webhook, an event stream or with another key isn't among them.`,
    }),
  })
  .meta({
    id: 'ApprovalDetail',
    description: 'An approval with all that a reviewer looks at beside the bodies.',
  })
export type ApprovalDetail = z.output<typeof approvalDetail>

export const approvalPage = pageOf('approvals', approval).meta({ id: 'ApprovalPage' })

export const approvalListQuery = z.strictObject({
  status: z.enum(approvalStatuses).optional(),
  inbox_id: z.string().max(64).optional().meta({ description: 'Only approvals of this inbox.' }),
  ...pageQuery,
})
export type ApprovalListQuery = z.output<typeof approvalListQuery>

export const approveQuery = z.strictObject({
  content_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hex digits')
    .optional()
    .meta({
      description: 'Approve only this version of the message; where it has been edited since: 409.',
    }),
})

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

const edited = {
  subject: sendFields.subject,
  body: sendFields.body,
  html: sendFields.html.unwrap().nullable(),
  to: sendFields.to,
  cc: sendFields.cc.unwrap(),
  bcc: sendFields.bcc.unwrap(),
}

export const editBody = z
  .strictObject({
    subject: edited.subject.optional(),
    body: edited.body.optional(),
    html: edited.html.optional().meta({
      description:
        'The HTML part; null takes it away. A message that has one needs it whenever `body` changes: both say the same.',
    }),
    to: edited.to.optional(),
    cc: edited.cc.optional().meta({ description: 'An empty array: nobody.' }),
    bcc: edited.bcc.optional().meta({ description: 'An empty array: nobody.' }),
    content_sha256: approveQuery.shape.content_sha256.meta({
      description: 'Edit only this version of the message; where it has been edited since: 409.',
    }),
  })
  .meta({
    id: 'EditApproval',
    description: 'Only the fields that are present change.',
    examples: [{ body: 'It left our house this morning.' }],
  })
export type EditBody = z.output<typeof editBody>

export const approvalRevision = z
  .object({
    approval_id: id,
    message_id: messageId,
    revision,
    subject: z.string().meta({ examples: ['Order 1815'] }),
    body: z.string().meta({ examples: ['It left our house this morning.'] }),
    html: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    recipients,
    content_sha256: contentSha256,
    content_hidden: contentHidden,
    verdict: z.enum(verdicts),
    security_analysis: securityAnalysis,
    diff: z
      .string()
      .nullable()
      .meta({
        description:
          'Unified diff against the revision before: recipients, subject, text, HTML. Null of the first, and where that revision is hidden.',
        examples: [
          '--- revision 1\n+++ revision 2\n@@ -1,3 +1,3 @@\n To: ada@example.com\n-Subject: Ordr\n+Subject: Order\n',
        ],
      }),
    edited_by: reviewer.nullable().meta({ description: 'Null: as the agent gave it.', examples: [null] }),
    created_at: timestamp,
  })
  .meta({
    id: 'ApprovalRevision',
    description: 'What a message that waits says, or said before it was edited.',
  })
export type ApprovalRevision = z.output<typeof approvalRevision>

export const approvalRevisions = z
  .object({ revisions: z.array(approvalRevision) })
  .meta({ id: 'ApprovalRevisions' })

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
