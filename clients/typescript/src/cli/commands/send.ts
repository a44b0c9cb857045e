/** `agent-email send`: one message out. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Command, needed, textOf, UsageError } from '../command.ts'

export const send: Command = {
  name: 'send',
  operands: '<inbox>',
  summary: 'Send a message from an inbox.',
  options: {
    to: { type: 'string', multiple: true },
    subject: { type: 'string' },
    body: { type: 'string' },
    attach: { type: 'string', multiple: true },
  },
  help: {
    to: 'Whom it goes to; may be given several times.',
    subject: 'Its subject.',
    body: 'Its text; read from standard input unless given.',
    attach: 'A file to attach; may be given several times.',
  },
  async run({ operands: [slug], options, output, client }) {
    const to = options.to as string[] | undefined
    if (to === undefined) throw new UsageError('--to is missing')
    const files = (options.attach as string[] | undefined) ?? []
    const message = await client().messages.send(slug!, {
      to,
      subject: needed(options, 'subject'),
      body: textOf(options, 'body') ?? (await text(process.stdin)),
      ...(files.length === 0
        ? {}
        : {
            attachments: files.map((file) => ({
              filename: basename(file),
              content: readFileSync(file).toString('base64'),
            })),
          }),
    })
    const held = message.status === 'withheld'
    output.result(message, [
      `${message.id} ${message.status}`,
      ...(held ? [`It waits for a person: agent-email approve ${message.approval?.id ?? ''}`] : []),
    ])
  },
}
