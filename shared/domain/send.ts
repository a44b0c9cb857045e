/** Sending: the contract of requests. */
import { z } from 'zod'
import { limits } from './limits.ts'
import { metadataInput } from './metadata.ts'
import { timestampInput } from './timestamp.ts'

/** Line ends and other control characters: no header may hold one. */
const control = /\p{Cc}/u
const mediaToken = '[A-Za-z0-9!#$&^_.+-]{1,64}'
const mediaType = new RegExp(`^${mediaToken}/${mediaToken}(?:; ?charset="?[A-Za-z0-9_-]{1,40}"?)?$`)

const headerFields = 50
const attachmentCount = 100
const unsubscribeUris = 5
/** Characters of one of them, its angle brackets and what stands between two included. */
const unsubscribeCharacters = 1_000

/** Who a message is for, as sending takes it. */
export const addresses = (examples: unknown[]) =>
  z
    .union(
      [
        z.string().max(limits.addressListCharacters),
        z.array(z.string().max(limits.mailboxCharacters)).max(limits.recipients),
      ],
      {
        error: `must be an address list (RFC 5322) or an array of up to ${limits.recipients} addresses`,
      },
    )
    .meta({
      description:
        'One string, an address list of RFC 5322, or an array with one address an item. Groups, comments, quoted local parts and address literals are refused.',
      examples,
    })

const subject = z
  .string()
  .max(limits.subjectCharacters)
  .refine((text) => !control.test(text), 'must not hold line breaks or other control characters')
  .meta({ examples: ['Order 1815'] })

const attachmentInput = z
  .strictObject({
    filename: z
      .string()
      .min(1)
      .max(limits.filenameCharacters)
      .refine(
        (name) => !control.test(name) && !/[/\\]/.test(name),
        'must not hold control characters or slashes',
      )
      .meta({ examples: ['invoice.txt'] }),
    content_type: z
      .string()
      .max(200)
      .regex(mediaType, 'must be a media type such as application/pdf')
      .refine((type) => !/^multipart\//i.test(type), 'must not be a multipart type')
      .default('application/octet-stream')
      .meta({ examples: ['text/plain'] }),
    content: z.string().meta({ description: 'The content in base64 (RFC 4648 §4).', examples: ['SGVsbG8K'] }),
    content_id: z
      .string()
      .regex(/^[A-Za-z0-9._+@-]{1,200}$/, 'must be 1 to 200 letters, digits and . _ + @ -')
      .optional()
      .meta({
        description: 'Of an inline image: the HTML part shows it where it says `src="cid:…"` (RFC 2392).',
        examples: ['logo'],
      }),
    inline: z.boolean().optional().meta({
      description: 'Whether it is an image that the HTML part shows. Default: where it has a `content_id`.',
    }),
  })
  .refine(({ content_id, inline = content_id !== undefined }) => inline === (content_id !== undefined), {
    error: 'must be given where, and only where, inline is true',
    path: ['content_id'],
  })
  .refine(({ content_id, content_type }) => content_id === undefined || /^image\//i.test(content_type), {
    error: 'must be an image type for an inline attachment',
    path: ['content_type'],
  })
  .meta({ id: 'NewAttachment' })

/** What every way of sending takes. */
const common = {
  body: z
    .string()
    .max(limits.bodyCharacters)
    .meta({ description: 'The text.', examples: ['It left our house this morning.'] }),
  format: z
    .enum(['text', 'markdown'])
    .default('text')
    .meta({ description: '`markdown`: an HTML part is made of `body`, which stays the text part.' }),
  html: z
    .string()
    .max(limits.bodyCharacters)
    .optional()
    .meta({ description: 'The HTML part, beside `body`. Not together with `format: markdown`.' }),
  cc: addresses(['grace@example.com']).optional(),
  bcc: addresses(['archive@example.com']).optional(),
  reply_to: addresses(['desk@example.com'])
    .optional()
    .meta({ description: 'Where answers are to go instead.' }),
  attachments: z.array(attachmentInput).max(attachmentCount).default([]),
  headers: z
    .record(
      z.string().regex(/^X-[A-Za-z0-9](?:[A-Za-z0-9-]{0,70}[A-Za-z0-9])?$/i, 'must be an X- header'),
      z
        .string()
        .max(limits.headerValueCharacters)
        .refine((value) => !control.test(value), 'must not hold line breaks or other control characters'),
    )
    .refine(
      (fields) => Object.keys(fields).length <= headerFields,
      `must have at most ${headerFields} fields`,
    )
    .refine(
      (fields) =>
        new Set(Object.keys(fields).map((name) => name.toLowerCase())).size === Object.keys(fields).length,
      'must name each field once',
    )
    .default({})
    .meta({
      description:
        'Further header fields: those that the setting `SEND_HEADERS` allows (`X-Entity-Ref-ID`, `X-Campaign-ID`, `X-Request-ID`, `X-Agent-*`), and never any that mail systems act on. Reviewers see them all.',
      examples: [{ 'X-Campaign-ID': '1815' }],
    }),
  list_unsubscribe: z
    .union([
      z.string().max(unsubscribeUris * unsubscribeCharacters),
      z.array(z.string().max(unsubscribeCharacters)).max(unsubscribeUris),
    ])
    .transform((given) => uris(given))
    .refine(
      (given) => given.length <= unsubscribeUris && given.every(isUnsubscribeUri),
      'must be https: or mailto: URIs',
    )
    .optional()
    .meta({
      description: 'List-Unsubscribe (RFC 2369): one or more https: or mailto: URIs.',
      examples: ['https://lists.example/leave?u=1815'],
    }),
  list_unsubscribe_one_click: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether the https one answers a POST (RFC 8058).' }),
  send_at: timestampInput.optional().meta({
    description: `When to send, at most ${limits.sendAtDays} days ahead. Absent, or up to ${limits.sendAtSkewMinutes} minutes ago, as clocks differ: at once; what is longer past is 422.`,
  }),
  metadata: metadataInput.default({}),
  allow_automated: z.boolean().default(false).meta({
    description:
      'Whether a message that a program wrote (`automated_kind` is `auto_reply`) may be answered; else that is refused with 409 `reply_loop`. The answer says of itself that it is automatic, so that well-behaved programs leave it at that.',
  }),
}

/** Fields of a new message. */
export const sendFields = {
  to: addresses(['ada@example.com', ['Ada <ada@example.com>', 'grace@example.com']]),
  subject,
  ...common,
  reply_to_message_id: z
    .string()
    .max(64)
    .optional()
    .meta({
      description: 'The message of the inbox that this one answers: it joins its thread.',
      examples: ['msg_01ka2b3c4d5e6f7g8h9j0kmnpq'],
    }),
}

/** What one form says about the other: Markdown makes the HTML part itself. */
const oneHtml = ({ html, format }: { html?: string | undefined; format: string }): boolean =>
  html === undefined || format === 'text'
const oneHtmlError = { error: 'must not be given with format: markdown', path: ['html'] }
/** What inline images stand in, and how they are told apart. */
interface WithImages {
  html?: string | undefined
  format: string
  attachments: readonly { content_id?: string | undefined }[]
}
const imageIds = ({ attachments }: WithImages): string[] =>
  attachments.flatMap(({ content_id }) => (content_id === undefined ? [] : [content_id]))
const imagesShown = (given: WithImages): boolean =>
  imageIds(given).length === 0 || given.html !== undefined || given.format === 'markdown'
const imagesShownError = { error: 'has an inline image, which needs an HTML part', path: ['attachments'] }
const imagesApart = (given: WithImages): boolean => new Set(imageIds(given)).size === imageIds(given).length
const imagesApartError = { error: 'must each have another content_id', path: ['attachments'] }
const oneClick = (given: {
  list_unsubscribe?: string[] | undefined
  list_unsubscribe_one_click: boolean
}): boolean =>
  !given.list_unsubscribe_one_click ||
  (given.list_unsubscribe?.some((uri) => uri.startsWith('https:')) ?? false)
const oneClickError = {
  error: 'needs an https: URI in list_unsubscribe',
  path: ['list_unsubscribe_one_click'],
}

export const sendBody = z
  .strictObject(sendFields)
  .refine(oneHtml, oneHtmlError)
  .refine(oneClick, oneClickError)
  .refine(imagesShown, imagesShownError)
  .refine(imagesApart, imagesApartError)
  .meta({
    id: 'SendMessage',
    examples: [{ to: 'ada@example.com', subject: 'Order 1815', body: 'It left our house this morning.' }],
  })
export type SendBody = z.output<typeof sendBody>

export const replyBody = z
  .strictObject({
    to: sendFields.to.optional().meta({ description: 'Instead of whoever the message asks answers to.' }),
    subject: subject.optional().meta({ description: 'Default: `Re:` and the subject of the message.' }),
    ...common,
    quote: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the text of the message is quoted below.' }),
  })
  .refine(oneHtml, oneHtmlError)
  .refine(oneClick, oneClickError)
  .refine(imagesShown, imagesShownError)
  .refine(imagesApart, imagesApartError)
  .meta({ id: 'ReplyMessage', examples: [{ body: 'It left our house this morning.' }] })
export type ReplyBody = z.output<typeof replyBody>

export const forwardBody = z
  .strictObject({
    to: sendFields.to,
    subject: subject.optional().meta({ description: 'Default: `Fwd:` and the subject of the message.' }),
    ...common,
    body: common.body.default('').meta({ description: 'The text above the forwarded message.' }),
    include_attachments: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether its attachments go along; those that are not clean never do.' }),
  })
  .refine(oneHtml, oneHtmlError)
  .refine(oneClick, oneClickError)
  .refine(imagesShown, imagesShownError)
  .refine(imagesApart, imagesApartError)
  .meta({ id: 'ForwardMessage', examples: [{ to: 'ada@example.com', body: 'For your information.' }] })
export type ForwardBody = z.output<typeof forwardBody>

/** URIs as they are given: an array, or a header's list `<…>, <…>`, or one alone. */
function uris(given: string | string[]): string[] {
  const parts = typeof given === 'string' ? given.split(/>\s{0,5},\s{0,5}</) : given
  return parts.map((part) => part.trim().replace(/^</, '').replace(/>$/, ''))
}

const isUnsubscribeUri = (uri: string): boolean =>
  /^(?:https:\/\/[\x21-\x3b\x3d\x3f-\x7e]{1,900}|mailto:[\x21-\x3b\x3d\x3f-\x7e]{3,900})$/.test(uri) &&
  URL.canParse(uri)
