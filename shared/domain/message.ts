/** Messages: the contract. */
import { z } from 'zod'
import { attachment } from './attachment.ts'
import { automatedKinds } from './automated.ts'
import { limits } from './limits.ts'
import { securityAnalysis } from './message-analysis.ts'
import { metadata, metadataInput } from './metadata.ts'
import { outboundFields } from './outbound-fields.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { directions, messageStatuses, verdicts } from './status.ts'
import { statusFilter } from './status-filter.ts'
import { label, labelFilter, labelsInput, metadataFilter } from './tags.ts'
import { timestamp, timestampInput } from './timestamp.ts'

/** Characters of each body that a list shows; the single message has all of it. */
export const listedBodyCharacters = 100_000

const authentication = z
  .object({
    spf: z.object({ result: z.string(), domain: z.string() }),
    dkim: z.array(z.object({ result: z.string(), domain: z.string(), selector: z.string() })),
    dmarc: z.object({ result: z.string(), domain: z.string(), policy: z.string() }),
    arc: z.object({ result: z.string() }),
  })
  .meta({
    id: 'Authentication',
    description: 'What our own evaluation of SPF, DKIM, DMARC and ARC found; result words of RFC 8601.',
    examples: [
      {
        spf: { result: 'pass', domain: 'example.com' },
        dkim: [{ result: 'pass', domain: 'example.com', selector: 's1' }],
        dmarc: { result: 'pass', domain: 'example.com', policy: 'reject' },
        arc: { result: 'none' },
      },
    ],
  })

export const messageSummary = z
  .object({
    id: z.string().meta({ description: 'Prefix `msg_`.', examples: ['msg_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    inbox_id: z.string().meta({ examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    thread_id: z.string().meta({ examples: ['thr_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    direction: z.enum(directions),
    from: z.string().meta({ description: 'Sender address.', examples: ['ada@example.com'] }),
    from_name: z.string().meta({ examples: ['Ada Lovelace'] }),
    to: z.string().meta({ examples: ['support-agent@inbox.example'] }),
    rcpt_to: z.array(z.string()).meta({
      description:
        'Inbound: the addresses of this inbox that the message came to, as the sending server gave them (RCPT TO), tags such as `support-agent+orders@…` included. `to` and `cc` are what the header says. Empty for outbound mail.',
      examples: [['support-agent+orders@inbox.example']],
    }),
    cc: z.string(),
    reply_to: z.string(),
    subject: z.string().meta({ examples: ['Order 1815'] }),
    body: z.string().meta({ description: 'Original text.', examples: ['Where is my order?'] }),
    body_sanitized: z.string().meta({
      description:
        'Visible text only: without hidden content and control characters. Give this one to a model.',
      examples: ['Where is my order?'],
    }),
    extracted_text: z.string().meta({
      description: 'New text only: without quoted history and signature.',
      examples: ['Where is my order?'],
    }),
    body_truncated: z.boolean().meta({
      description: `Whether a list has cut the bodies, to ${listedBodyCharacters} characters each.`,
    }),
    status: z.enum(messageStatuses).meta({
      description:
        'Inbound: `processing`, `clean`, `flagged`, `withheld`, `delivered`, `webhook_failed`. Outbound: `withheld`, `queued`, `sent`, `failed`, `rejected`, `expired`, `bounced`, `complained`, `scheduled`, `cancelled`. While `processing`, the content is not shown.',
      examples: ['clean'],
    }),
    verdict: z
      .enum(verdicts)
      .nullable()
      .meta({
        description: 'Security outcome: never changes with delivery or release. Null while `processing`.',
        examples: ['clean'],
      }),
    security_analysis: securityAnalysis.nullable().meta({ description: 'Null while `processing`.' }),
    authentication: authentication.nullable().meta({ description: 'Null for outbound mail.' }),
    has_attachments: z.boolean().meta({ examples: [true] }),
    attachments: z.array(attachment),
    message_id: z.string().nullable().meta({ description: 'Message-ID, without angle brackets.' }),
    in_reply_to: z
      .string()
      .nullable()
      .meta({ description: 'Message-ID that it answers, without angle brackets.' }),
    size_bytes: z.int().meta({ description: 'Size of the raw message.' }),
    labels: z.array(label).meta({ description: 'Words of your own, in order.', examples: [['urgent']] }),
    metadata,
    automated_kind: z
      .enum(automatedKinds)
      .nullable()
      .meta({
        description:
          'Who wrote an inbound message: `human`; `auto_reply`, a program, or one that answers by itself; `list`, for many; `bounce`, a mail system that reports about mail. Null for outbound mail and while `processing`.',
        examples: ['human'],
      }),
    redacted: z.boolean().meta({
      description:
        'Whether a policy has taken values out of an inbound message: subject, bodies, HTML and header fields are what is left.',
    }),
    content_hidden: z.boolean().meta({
      description:
        'Whether this is all that the key sees of a withheld inbound message, or of a reply or forward of one that nobody has approved: bodies, HTML, header fields, further addresses, attachments, and what detections quote are left out (empty, or null) until the message is released or approved, for keys without the scope `messages:read_withheld`.',
    }),
    created_at: timestamp,
  })
  .meta({ id: 'MessageSummary', description: 'A message as lists show it: all but HTML and header fields.' })
export type MessageSummary = z.output<typeof messageSummary>

export const message = messageSummary
  .extend({
    html: z.string().nullable().meta({ description: 'Original HTML. Never show it without a sandbox.' }),
    html_sanitized: z
      .string()
      .nullable()
      .meta({ description: 'HTML without scripts, forms and remote content.' }),
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .meta({ description: 'Header fields in order, decoded and unfolded.' }),
    ...outboundFields,
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof message>

/** Where a search found a message. */
export const highlight = z
  .object({
    subject: z
      .string()
      .nullable()
      .meta({ examples: ['<mark>Order</mark> 1815'] }),
    body: z
      .string()
      .nullable()
      .meta({ examples: ['Where is my <mark>order</mark>?'] }),
  })
  .meta({
    id: 'Highlight',
    description:
      'The subject, and the part of `body_sanitized` with the most of the words, as HTML: all text is escaped, and each match is in `<mark>`. Null: no match there.',
  })

const listedMessage = messageSummary
  .extend({
    highlight: highlight.optional().meta({ description: 'Only of a search (`q`).' }),
  })
  .meta({ id: 'ListedMessage' })
export type ListedMessage = z.output<typeof listedMessage>

export const messagePage = pageOf('messages', listedMessage)
  .extend({
    search_truncated: z
      .boolean()
      .optional()
      .meta({
        description: `Only of a search (\`q\`): true where more than ${limits.searchRanked} messages match. Best first then holds among ${limits.searchLooked} messages at a time, from the newest on; the next pages go on through older ones.`,
        examples: [false],
      }),
  })
  .meta({ id: 'MessagePage' })

export const updateMessageBody = z
  .strictObject({ labels: labelsInput.optional(), metadata: metadataInput.optional() })
  .meta({ id: 'UpdateMessage', description: 'Only the fields that are present change.' })
export type UpdateMessage = z.output<typeof updateMessageBody>

export const messageListQuery = z.strictObject({
  status: statusFilter.optional(),
  direction: z.enum(directions).optional(),
  since: timestampInput.optional().meta({ description: 'Only messages created at or after it.' }),
  automated_kind: z.enum(automatedKinds).optional().meta({
    description: 'Only inbound messages of this kind: `human` leaves out what programs wrote.',
  }),
  thread_id: z.string().max(64).optional().meta({ description: 'Only messages of this thread.' }),
  label: labelFilter.optional(),
  metadata: metadataFilter.optional(),
  q: z
    .string()
    .min(1)
    .max(limits.searchQueryCharacters)
    .optional()
    .meta({
      description:
        'Search, best match first: words that must all be there, `"a phrase"`, `or` between alternatives, `-` before what must not be there, `*` after the beginning of a word. In subject, names and addresses, names of attachments, and `body_sanitized`; neither case nor accents matter.',
      examples: ['"order 1815" -newsletter'],
    }),
  ...pageQuery,
})
export type MessageListQuery = z.output<typeof messageListQuery>

/** The same of all inboxes. */
export const allMessagesQuery = messageListQuery.extend({
  inbox_id: z.string().max(64).optional().meta({ description: 'Only messages of this inbox.' }),
})
