/** Attachments: the contract. */
import { z } from 'zod'
import { scanStatuses } from './scan.ts'
import { timestamp } from './timestamp.ts'

export const attachment = z
  .object({
    id: z.string().meta({ description: 'Prefix `att_`.', examples: ['att_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    message_id: z.string().meta({ examples: ['msg_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    filename: z.string().meta({ examples: ['invoice.pdf'] }),
    content_type: z.string().meta({ examples: ['application/pdf'] }),
    size_bytes: z.int().meta({ examples: [48213] }),
    sha256: z
      .string()
      .meta({ description: 'SHA-256 of the content, lowercase hex.', examples: ['9f86d081884c7d65…'] }),
    inline: z.boolean().meta({ description: 'Whether the HTML body shows it.' }),
    content_id: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    scan_status: z.enum(scanStatuses).meta({
      description:
        'Virus scan: `pending` (not downloadable yet), `clean`, `infected` (never downloadable), `error` (could not be scanned: encrypted or too large; the message is at least flagged).',
      examples: ['clean'],
    }),
    created_at: timestamp,
  })
  .meta({ id: 'Attachment' })
export type Attachment = z.output<typeof attachment>

export const downloadableAttachment = attachment
  .extend({
    download_url: z.string().meta({
      description: 'Signed address of the content; needs no API key.',
      format: 'uri',
      examples: [
        'https://mail.example/api/v1/attachments/att_01ka2b3c4d5e6f7g8h9j0kmnpq/download?token=eyJleHAi.5fVq0aNn',
      ],
    }),
    download_url_expires_at: timestamp,
  })
  .meta({ id: 'DownloadableAttachment' })

export const attachmentList = z.object({
  attachments: z.array(attachment),
  has_more: z.boolean().meta({ description: 'Always false: all attachments of the message are there.' }),
  next_cursor: z.null(),
})
