/** The tool that reads attachments. */
import { z } from 'zod'
import type { downloadableAttachment } from '../../../shared/domain/attachment.ts'
import type { AttachmentText } from '../../../shared/domain/attachment-text.ts'
import { argument } from '../arguments.ts'
import { defineTool } from '../tool.ts'
import { whyUnread } from '../unread.ts'
import { lineOf, untrusted } from '../untrusted.ts'

export const attachmentTools = [
  defineTool<AttachmentText>()({
    name: 'get_attachment',
    title: 'Read an attachment',
    description:
      'Reads an attachment that the virus scan found clean: what text files, PDF, Word, Excel and PowerPoint files say; of any other an address to download it from.',
    endpoint: 'get_attachment_text',
    input: z.strictObject({
      attachment_id: z.string().max(64).describe('Prefix att_.'),
      max_chars: argument.maxChars,
      offset: argument.offset,
    }),
    effect: 'reads',
    repeatable: true,
    call: ({ attachment_id, max_chars, offset }) => ({
      params: { attachment_id },
      query: { max_chars, offset },
    }),
    show: async (read, _args, ask) => {
      const { attachment_id: id, format, unread, truncated, next_offset, total_chars, complete } = read
      const named = { filename: lineOf(read.filename), content_type: lineOf(read.content_type) }
      const known = { id, format, unread, truncated, next_offset, total_chars, complete, untrusted: named }
      const lines = `Name: ${named.filename}\nType: ${named.content_type}`
      if (format === null) {
        const file = await ask('get_attachment', { params: { attachment_id: id } })
        const download_url = 'refusal' in file ? null : (file.value as DownloadableAttachment).download_url
        return {
          text: [
            `Attachment ${id} can not be read as text.${unread === null ? '' : ` ${whyUnread[unread]}`}`,
            untrusted(lines),
            'refusal' in file
              ? `Nor is there an address to download it from: ${file.refusal}`
              : `Download it within 15 minutes: ${download_url}`,
          ].join('\n'),
          structured: { ...known, content: null, download_url },
        }
      }
      const content = untrusted(`${lines}\n\n${read.text}`)
      return {
        text: [
          `Attachment ${id}, read as ${format}.`,
          content,
          ...(next_offset === null ? [] : [`For more, call get_attachment with offset ${next_offset}.`]),
          ...(complete ? [] : ['It says more than can be read here.']),
        ].join('\n'),
        structured: { ...known, content, download_url: null },
      }
    },
  }),
]

/** An attachment as its endpoint answers it. */
type DownloadableAttachment = z.output<typeof downloadableAttachment>
