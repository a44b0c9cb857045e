/** The tool that reads attachments. */
import { z } from 'zod'
import type { FileAnswer } from '../../../shared/api/answer.ts'
import type { downloadableAttachment } from '../../../shared/domain/attachment.ts'
import { limits } from '../../../shared/domain/limits.ts'
import { pieceOf, visible } from '../../../shared/lib/piece.ts'
import { argument } from '../arguments.ts'
import { textOf } from '../file-text.ts'
import { defineTool } from '../tool.ts'
import { lineOf, untrusted } from '../untrusted.ts'

export const attachmentTools = [
  defineTool<DownloadableAttachment>()({
    name: 'get_attachment',
    title: 'Read an attachment',
    description:
      'Reads an attachment that the virus scan found clean: the text of a text file, and of any file an address to download it from.',
    endpoint: 'get_attachment',
    input: z.strictObject({
      attachment_id: z.string().max(64).describe('Prefix att_.'),
      max_chars: argument.maxChars,
      offset: argument.offset,
    }),
    effect: 'reads',
    repeatable: true,
    call: ({ attachment_id }) => ({ params: { attachment_id } }),
    show: async (attachment, { max_chars, offset }, ask) => {
      const { id, filename, content_type, size_bytes, download_url } = attachment
      const named = { filename: lineOf(filename), content_type: lineOf(content_type) }
      const known = { id, size_bytes, download_url, untrusted: named }
      const about = `Attachment ${id}, ${size_bytes} bytes. Download within 15 minutes: ${download_url}`
      const file =
        size_bytes > limits.mcpFileBytes ? null : await ask('download_attachment', asFile(attachment))
      const text = file === null ? null : textOf((file as FileAnswer).content)
      const lines = `Name: ${named.filename}\nType: ${named.content_type}`
      if (text === null)
        return {
          text: `${about}\n${untrusted(lines)}\nIts content is no text, or too long to be shown here.`,
          structured: { ...known, content: null, truncated: false, next_offset: null },
        }
      const piece = pieceOf(visible(text), offset, max_chars)
      const content = untrusted(`${lines}\n\n${piece.text}`)
      return {
        text: [
          about,
          content,
          ...(piece.nextOffset === null
            ? []
            : [`For more, call get_attachment with offset ${piece.nextOffset}.`]),
        ].join('\n'),
        structured: {
          ...known,
          content,
          truncated: piece.nextOffset !== null,
          next_offset: piece.nextOffset,
          total_chars: piece.total,
        },
      }
    },
  }),
]

/** An attachment as its endpoint answers it. */
type DownloadableAttachment = z.output<typeof downloadableAttachment>

/** What the signed address of an attachment asks for. */
function asFile({ id, download_url }: DownloadableAttachment) {
  const token = new URL(download_url).searchParams.get('token')
  return { params: { attachment_id: id }, query: { token } }
}
