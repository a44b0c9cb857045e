/** `agent-email list`: messages of an inbox. */
import type { Query, Schema } from '../../types.ts'
import { type Command, textOf, UsageError } from '../command.ts'

export const list: Command = {
  name: 'list',
  operands: '<inbox>',
  summary: 'List messages of an inbox, the newest first.',
  options: {
    limit: { type: 'string' },
    status: { type: 'string' },
    direction: { type: 'string' },
    search: { type: 'string' },
  },
  help: {
    limit: 'How many; 20 unless given.',
    status: 'Only these: clean, flagged, withheld, sent …',
    direction: 'inbound or outbound.',
    search: 'Only those that say so.',
  },
  async run({ operands: [slug], options, output, client }) {
    const limit = Number(textOf(options, 'limit') ?? 20)
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit is a number of messages')
    const query = {
      limit: Math.min(limit, 100),
      ...(options.status === undefined ? {} : { status: options.status }),
      ...(options.direction === undefined ? {} : { direction: options.direction }),
      ...(options.search === undefined ? {} : { q: options.search }),
    } as Query<'list_messages'>
    const messages: Schema<'ListedMessage'>[] = []
    for await (const message of client().messages.list(slug!, query)) {
      messages.push(message)
      if (messages.length === limit) break
    }
    output.table(messages, {
      ID: ({ id }) => id,
      WHEN: ({ created_at }) => created_at.slice(0, 16).replace('T', ' '),
      STATUS: ({ status }) => status,
      FROM: ({ from }) => from,
      SUBJECT: ({ subject }) => subject,
    })
  },
}
