/** The tools that read mail. */
import { z } from 'zod'
import type { AgentView } from '../../../shared/domain/agent-view.ts'
import type { messagePage } from '../../../shared/domain/message.ts'
import type { threadPage, threadWithMessages } from '../../../shared/domain/thread.ts'
import type { waitAnswer } from '../../../shared/domain/wait.ts'
import { visible } from '../../../shared/lib/piece.ts'
import { argument } from '../arguments.ts'
import { listed, messageShown } from '../message-text.ts'
import { rows } from '../more.ts'
import { readShown } from '../read-shown.ts'
import { defineTool } from '../tool.ts'
import { lineOf, untrusted } from '../untrusted.ts'

export const messageTools = [
  defineTool<z.output<typeof messagePage>>()({
    name: 'list_messages',
    title: 'List or search messages',
    description:
      'Lists the messages of an inbox, newest first; with q, searches their subjects and texts, best match first. Use status readable for the mail that you may read and answer.',
    endpoint: 'list_messages',
    input: z.strictObject({
      slug: argument.slug,
      q: z
        .string()
        .max(200)
        .optional()
        .describe(
          'Whole words that must all be there; chair* finds chairs, "a phrase" its words in a row, or stands between alternatives, - before what must not be there.',
        ),
      status: z.string().max(20).optional().describe('readable, flagged, withheld, sent, failed, …'),
      direction: z.enum(['inbound', 'outbound']).optional(),
      since: z.string().max(40).optional().describe('ISO 8601 time.'),
      thread_id: argument.threadId.optional(),
      limit: argument.limit,
      cursor: argument.cursor,
    }),
    effect: 'reads',
    repeatable: true,
    call: ({ slug, ...query }) => ({ params: { slug }, query }),
    show: ({ messages, next_cursor }) => {
      const items = messages.map((message) => listed(message))
      return {
        text: rows(items, 'There are no such messages.', next_cursor),
        structured: { messages: items, next_cursor },
      }
    },
  }),
  defineTool<AgentView>()({
    name: 'get_message',
    title: 'Read a message',
    description:
      'Reads one message: what is known of its sender, its new text, links and codes as untrusted data. Also tells what became of a message that you sent.',
    endpoint: 'get_message',
    input: z.strictObject({
      message_id: argument.messageId,
      max_chars: argument.maxChars,
      offset: argument.offset,
      include_quoted: argument.includeQuoted,
    }),
    effect: 'reads',
    repeatable: true,
    call: ({ message_id, include_quoted, ...piece }) => ({
      params: { message_id },
      query: { view: 'agent', include_quoted: String(include_quoted), ...piece },
    }),
    show: messageShown,
  }),
  defineTool<z.output<typeof waitAnswer>>()({
    name: 'wait_for_message',
    title: 'Wait for new mail',
    description:
      'Waits until an inbox gets a new message that you may read, such as an answer or a sign-in code, and shows it. Pass next_cursor as cursor to miss none.',
    endpoint: 'wait_for_message',
    input: z.strictObject({
      slug: argument.slug,
      timeout: z.int().min(1).max(55).default(25).describe('Seconds to wait.'),
      from: z.string().max(300).optional().describe('Part of the sender address.'),
      subject: z.string().max(300).optional().describe('Part of the subject.'),
      thread_id: argument.threadId.optional(),
      since: z.string().max(40).optional().describe('ISO 8601 time: also mail that came at or after it.'),
      cursor: argument.cursor,
      max_chars: argument.maxChars,
    }),
    effect: 'reads',
    repeatable: true,
    call: ({ slug, max_chars: _, ...query }) => ({ params: { slug }, query }),
    show: async ({ message, next_cursor }, { max_chars }, ask) => {
      if (message === null)
        return {
          text: `No message came in time. Call again with cursor ${next_cursor} to go on waiting.`,
          structured: { message: null, next_cursor },
        }
      const { text, structured } = await readShown(message, ask, max_chars)
      return {
        text: `${text}\nFor the one after it, wait with cursor ${next_cursor}.`,
        structured: { message: structured, next_cursor },
      }
    },
  }),
  defineTool<z.output<typeof threadPage>>()({
    name: 'list_threads',
    title: 'List threads',
    description: 'Lists the conversations of an inbox, the most recent first.',
    endpoint: 'list_threads',
    input: z.strictObject({ slug: argument.slug, limit: argument.limit, cursor: argument.cursor }),
    effect: 'reads',
    repeatable: true,
    call: ({ slug, ...query }) => ({ params: { slug }, query }),
    show: ({ threads, next_cursor }) => {
      const items = threads.map(({ id, subject, message_count, last_message_at }) => ({
        id,
        untrusted: { subject: lineOf(subject) },
        message_count,
        last_message_at,
      }))
      return {
        text: rows(items, 'There are no threads.', next_cursor),
        structured: { threads: items, next_cursor },
      }
    },
  }),
  defineTool<z.output<typeof threadWithMessages>>()({
    name: 'get_thread',
    title: 'Read a thread',
    description:
      'Reads a conversation, the newest messages first, as far as max_chars goes; the others are named.',
    endpoint: 'get_thread',
    input: z.strictObject({
      slug: argument.slug,
      thread_id: argument.threadId,
      max_chars: argument.maxChars,
    }),
    effect: 'reads',
    repeatable: true,
    call: ({ slug, thread_id }) => ({ params: { slug, thread_id } }),
    show: ({ id, subject, message_count, messages }, { max_chars }) => {
      let left = max_chars
      const shown: Record<string, unknown>[] = []
      const lines: string[] = []
      for (const message of messages.toReversed()) {
        const text = message.content_hidden ? '' : visible(message.extracted_text || message.body_sanitized)
        const item = listed(message, false)
        left -= JSON.stringify(item).length
        // The newest is named, whatever the budget.
        if (left < 0 && lines.length > 0) break
        const fits = text.length <= left
        if (fits) left -= text.length
        shown.push({ ...item, content: fits && !message.content_hidden ? untrusted(text) : null })
        lines.push(
          `${JSON.stringify(item)}\n${message.content_hidden ? '(withheld)' : fits ? text : `(not shown: call get_message with ${message.id})`}`,
        )
      }
      return {
        text: [
          `Thread ${id}: ${message_count} messages, newest first.`,
          untrusted(lines.join('\n\n')),
          ...(shown.length < message_count
            ? [
                `${message_count - shown.length} older ones are not shown: use list_messages with this thread_id.`,
              ]
            : []),
        ].join('\n'),
        structured: { id, untrusted: { subject: lineOf(subject) }, message_count, messages: shown },
      }
    },
  }),
]
