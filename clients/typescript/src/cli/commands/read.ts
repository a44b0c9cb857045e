/** `agent-email read`: one message. */
import { writeFileSync } from 'node:fs'
import { type Command, textOf } from '../command.ts'
import { standingOf } from '../standing.ts'

export const read: Command = {
  name: 'read',
  operands: '<message>',
  summary: 'Show a message as an agent sees it: only the new, visible text.',
  options: {
    raw: {
      value: 'file',
      help: 'Write the message as it came in (message/rfc822) to this file instead.',
      file: true,
    },
  },
  async run({ operands: [id], options, output, client }) {
    const file = textOf(options, 'raw')
    if (file !== undefined) {
      const bytes = await client().messages.raw(id!)
      writeFileSync(file, bytes)
      return output.result({ file, bytes: bytes.length }, `${bytes.length} bytes in ${file}`)
    }
    const message = await client().messages.get(id!)
    const { attachments } = await client()
      .messages.attachments(id!)
      .catch(() => ({ attachments: [] }))
    const score = message.security_analysis?.risk_score
    output.result(message, [
      `From:    ${message.from}`,
      `To:      ${message.to}`,
      `Subject: ${message.subject}`,
      `Date:    ${message.created_at}`,
      `Status:  ${standingOf(message)}${score === undefined ? '' : `, risk ${score} of 100`}`,
      ...attachments.map(({ filename, size_bytes }) => `File:    ${filename} (${size_bytes} bytes)`),
      '',
      message.content_hidden
        ? 'The message is withheld, and this key may not read its text.'
        : message.extracted_text || message.body_sanitized,
    ])
  },
}
