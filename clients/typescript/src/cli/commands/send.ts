/** `agent-email send`: one message out. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Command, needed, textOf } from '../command.ts'

export const send: Command = {
  name: 'send',
  operands: '<inbox>',
  summary: 'Send a message from an inbox.',
  options: {
    to: {
      value: 'address',
      help: 'Whom to send it to. Repeat it for several recipients.',
      multiple: true,
      required: true,
    },
    subject: { value: 'text', help: 'The subject.', required: true },
    body: {
      value: 'text',
      help: 'The text. Without this option, or with -, it is read from standard input.',
    },
    attach: {
      value: 'file',
      help: 'A file to attach. Repeat it for several files.',
      multiple: true,
      file: true,
    },
  },
  fields: { to: '--to', subject: '--subject', body: '--body', attachments: '--attach' },
  async run({ operands: [slug], options, output, client }) {
    const to = options.to as string[]
    const body = textOf(options, 'body')
    const files = (options.attach as string[] | undefined) ?? []
    const message = await client().messages.send(slug!, {
      to,
      subject: needed(options, 'subject'),
      body: body === undefined || body === '-' ? await text(process.stdin) : body,
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
      ...(message.simulated ? ['It is in the sandbox: it counts as sent, and nothing leaves.'] : []),
      ...(held ? [`It waits for a person: agent-email approve ${message.approval?.id ?? ''}`] : []),
    ])
  },
}
