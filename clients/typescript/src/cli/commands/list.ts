/** `agent-email list`: messages of an inbox. */
import type { Query, Schema } from '../../types.ts'
import { type Command, textOf, UsageError } from '../command.ts'
import { standingOf } from '../standing.ts'

export const list: Command = {
  name: 'list',
  operands: '<inbox>',
  summary: 'List the messages of an inbox, newest first.',
  options: {
    limit: { value: 'number', help: 'How many to show (20 by default).' },
    status: {
      value: 'status',
      help: 'Show only messages with this status: readable, clean, flagged, withheld, sent …',
      choices: [
        'readable',
        'clean',
        'flagged',
        'withheld',
        'queued',
        'sent',
        'failed',
        'rejected',
        'expired',
      ],
    },
    direction: {
      value: 'direction',
      help: 'Show only inbound or only outbound messages.',
      choices: ['inbound', 'outbound'],
    },
    search: { value: 'words', help: 'Show only messages that contain these words.' },
  },
  fields: { limit: '--limit', status: '--status', direction: '--direction', q: '--search' },
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
      STATUS: standingOf,
      FROM: ({ from }) => from,
      SUBJECT: ({ subject }) => subject,
    })
  },
}
