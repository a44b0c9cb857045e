/** Drafts: messages that are written bit by bit, and sent once; the contract. */
import { z } from 'zod'
import { limits } from './limits.ts'
import { metadata } from './metadata.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { type SendBody, sendFields } from './send.ts'
import { timestamp } from './timestamp.ts'

/** A field that may be left out; null takes out what is there. */
const clearable = <Field extends z.ZodType>(field: Field) => field.nullable().optional()

/** Fields of a draft are those of a new message; none has to be there before it is sent. */
const fields = {
  to: clearable(sendFields.to),
  cc: clearable(sendFields.cc.unwrap()),
  bcc: clearable(sendFields.bcc.unwrap()),
  reply_to: clearable(sendFields.reply_to.unwrap()),
  subject: clearable(sendFields.subject),
  body: clearable(sendFields.body),
  format: clearable(sendFields.format.unwrap()),
  html: clearable(sendFields.html.unwrap()),
  attachments: clearable(sendFields.attachments.unwrap()).meta({
    description: 'Replaced as a whole: what is left out of a list that is given is gone.',
  }),
  headers: clearable(sendFields.headers.unwrap()),
  list_unsubscribe: clearable(sendFields.list_unsubscribe.unwrap()),
  list_unsubscribe_one_click: clearable(sendFields.list_unsubscribe_one_click.unwrap()),
  send_at: clearable(sendFields.send_at.unwrap()),
  metadata: clearable(sendFields.metadata.unwrap()),
  allow_automated: clearable(sendFields.allow_automated.unwrap()),
  reply_to_message_id: clearable(sendFields.reply_to_message_id.unwrap()),
}

export const createDraftBody = z.strictObject(fields).meta({
  id: 'CreateDraft',
  description: 'Fields of a new message, as far as they are known.',
  examples: [{ to: 'ada@example.com', subject: 'Order 1815' }],
})
export const updateDraftBody = z.strictObject(fields).meta({
  id: 'UpdateDraft',
  description: 'Only the fields that are present change; null takes one out.',
  examples: [{ body: 'It left our house this morning.' }],
})
export type DraftChanges = z.output<typeof createDraftBody>

/** What is kept of a draft: fields as a request to send has them, the files apart. */
export type DraftFields = Partial<Omit<SendBody, 'attachments' | 'send_at'>> & { send_at?: string }
export type DraftFile = SendBody['attachments'][number]

const addresses = (example: string | string[]) =>
  z
    .union([z.string(), z.array(z.string())])
    .nullable()
    .meta({ description: 'As it was given.', examples: [example] })

const identity = {
  id: z.string().meta({ description: 'Prefix `drf_`.', examples: ['drf_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
  inbox_id: z.string().meta({ examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
  status: z.enum(['draft', 'sent']).meta({ examples: ['draft'] }),
  message_id: z
    .string()
    .nullable()
    .meta({
      description: 'The message that it was sent as, and that has all it said from then on.',
      examples: [null],
    }),
  to: addresses('ada@example.com'),
  subject: z
    .string()
    .nullable()
    .meta({ examples: ['Order 1815'] }),
  send_at: timestamp.nullable().meta({ examples: [null] }),
  reply_to_message_id: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  size_bytes: z.int().meta({
    description: `Of all it holds, as JSON; at most ${limits.draftBytes.toLocaleString('en')}.`,
    examples: [112],
  }),
  created_at: timestamp,
  updated_at: timestamp,
}

export const draftSummary = z.object(identity).meta({ id: 'DraftSummary' })
export type DraftSummary = z.output<typeof draftSummary>

export const draft = z
  .object({
    ...identity,
    cc: addresses('grace@example.com'),
    bcc: addresses('archive@example.com'),
    reply_to: addresses('desk@example.com'),
    body: z
      .string()
      .nullable()
      .meta({ examples: ['It left our house this morning.'] }),
    format: z.enum(['text', 'markdown']).nullable(),
    html: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    attachments: z
      .array(
        z
          .object({
            filename: z.string().meta({ examples: ['invoice.txt'] }),
            content_type: z.string().meta({ examples: ['text/plain'] }),
            size_bytes: z.int().meta({ examples: [6] }),
            content_id: z
              .string()
              .nullable()
              .meta({ examples: [null] }),
          })
          .meta({ id: 'DraftAttachment' }),
      )
      .meta({ description: 'Without their content.' }),
    headers: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ examples: [{ 'X-Campaign-ID': '1815' }] }),
    list_unsubscribe: z
      .array(z.string())
      .nullable()
      .meta({ examples: [['https://lists.example/leave?u=1815']] }),
    list_unsubscribe_one_click: z.boolean().nullable(),
    metadata: metadata.nullable(),
    allow_automated: z.boolean().nullable(),
  })
  .meta({
    id: 'Draft',
    description: 'A message that is written, and not sent yet. Fields that are not set are null.',
  })
export type Draft = z.output<typeof draft>

export const draftPage = pageOf('drafts', draftSummary).meta({ id: 'DraftPage' })
export const draftListQuery = z.strictObject({ ...pageQuery })
