/** Analysing a message that is not stored: the contract. */
import { z } from 'zod'
import { base64Input } from './base64.ts'
import { limits } from './limits.ts'
import { securityAnalysis } from './message-analysis.ts'
import { addresses } from './send.ts'
import { directions, verdicts } from './status.ts'

const mailbox = z.string().min(1).max(limits.mailboxCharacters)

const fields = z
  .strictObject({
    from: mailbox.optional().meta({
      description:
        'The author, with or without a name. Outbound with `inbox`: left out, it is the inbox, under its name, as in what that sends.',
      examples: ['Ada <ada@example.com>'],
    }),
    from_name: z
      .string()
      .max(limits.headerValueCharacters)
      .optional()
      .meta({ description: 'The name of the author, in place of one in `from`.', examples: ['Ada'] }),
    to: addresses(['support-agent@agents.example.com']).optional().meta({
      description:
        'Whom it is for, as in sending: one string, an address list of RFC 5322, or an array with one address an item. Inbound: left out, it is the inbox.',
    }),
    cc: addresses(['grace@example.com']).optional(),
    bcc: addresses(['archive@example.com'])
      .optional()
      .meta({ description: 'Outbound alone: mail that comes names nobody there.' }),
    reply_to: mailbox.optional(),
    subject: z
      .string()
      .max(limits.subjectCharacters)
      .default('')
      .meta({ examples: ['Order 1815'] }),
    body: z
      .string()
      .max(limits.bodyCharacters)
      .default('')
      .meta({ examples: ['Where is my order?'] }),
    html: z.string().max(limits.bodyCharacters).nullable().default(null),
    attachments: z
      .array(
        z.strictObject({
          filename: z.string().min(1).max(limits.filenameCharacters),
          content_type: z.string().max(255).default('application/octet-stream'),
          content: base64Input.meta({ description: 'Base64.' }),
        }),
      )
      .max(100)
      .default([]),
  })
  .meta({ id: 'AnalyzedMessage' })
export type AnalyzedFields = z.output<typeof fields>

const exampleMessage = { from: 'ada@example.com', subject: 'Order 1815', body: 'Where is my order?' }

export const analyzeBody = z
  .strictObject({
    direction: z
      .enum(directions)
      .optional()
      .meta({ description: '`inbound` unless told; that of a draft is `outbound`.' }),
    draft_id: z
      .string()
      .max(64)
      .optional()
      .meta({
        description:
          'A draft, in place of `message` and `raw`, as its send would judge it: with its recipients, files and header fields, from its inbox, in the thread that it answers. What can not be sent of it is 422 with `draft.` in the path.',
        examples: ['drf_01ka2b3c4d5e6f7g8h9j0kmnpq'],
      }),
    raw: base64Input.optional().meta({ description: 'The whole message (RFC 5322), in base64.' }),
    message: fields
      .optional()
      .meta({ description: 'The message in parts, where there is no raw one.', examples: [exampleMessage] }),
    inbox: z
      .string()
      .max(64)
      .optional()
      .meta({
        description:
          'Slug of the inbox it would come to or leave: whom that knows, and its security level, count.',
        examples: ['support-agent'],
      }),
    peer_address: z
      .union([z.ipv4(), z.ipv6()])
      .optional()
      .meta({
        description: 'Inbound: where it came from. Without it the sender is not authenticated.',
        examples: ['192.0.2.7'],
      }),
    helo: z.string().max(255).default(''),
    mail_from: z
      .string()
      .max(320)
      .optional()
      .meta({ description: 'Inbound: the envelope sender; that of the header unless given.' }),
  })
  .refine(
    (given) => [given.raw, given.message, given.draft_id].filter((one) => one !== undefined).length === 1,
    {
      path: ['message'],
      message: 'give one of message, raw and draft_id',
    },
  )
  .refine(({ draft_id, direction }) => draft_id === undefined || direction !== 'inbound', {
    path: ['direction'],
    message: 'a draft is outbound',
  })
  .refine(({ draft_id, inbox }) => draft_id === undefined || inbox === undefined, {
    path: ['inbox'],
    message: 'a draft has its own',
  })
  .refine(({ direction, message }) => direction === 'outbound' || message?.bcc === undefined, {
    path: ['message', 'bcc'],
    message: 'is for what leaves alone',
  })
  .refine(
    ({ direction, inbox, message }) =>
      message === undefined ||
      message.from !== undefined ||
      (direction === 'outbound' && inbox !== undefined),
    { path: ['message', 'from'], message: 'is required, but for what leaves an `inbox`' },
  )
  .meta({
    id: 'Analyze',
    examples: [{ message: exampleMessage, inbox: 'support-agent', peer_address: '192.0.2.7' }],
  })
export type Analyze = z.output<typeof analyzeBody>

export const analyzed = z
  .object({
    direction: z.enum(directions),
    verdict: z.enum(verdicts).meta({
      description: 'What would become of it at the bounds of this service, before policies.',
      examples: ['clean'],
    }),
    security_analysis: securityAnalysis,
    antivirus: z.enum(['not_needed', 'clean', 'infected', 'error', 'unavailable']).meta({
      description:
        'What the antivirus says of it. `unavailable`: it could not be asked, and the verdict is `withheld`; mail that comes waits for it.',
      examples: ['not_needed'],
    }),
  })
  .meta({ id: 'Analyzed' })
export type Analyzed = z.output<typeof analyzed>
