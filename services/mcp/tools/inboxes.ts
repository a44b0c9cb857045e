/** The tools for inboxes. */
import { z } from 'zod'
import type { Inbox, inboxPage, inboxWithCounts } from '../../../shared/domain/inbox.ts'
import { argument } from '../arguments.ts'
import { more } from '../more.ts'
import { defineTool, type Shown } from '../tool.ts'
import { lineOf } from '../untrusted.ts'

const shown = ({ id, slug, address, display_name, security_level, status, message_count }: Inbox) => ({
  id,
  slug,
  address,
  display_name: lineOf(display_name),
  security_level,
  status,
  message_count,
})

const one = (inbox: Inbox): Shown => ({
  text: `Inbox ${inbox.slug}, address ${inbox.address}: ${inbox.status}, security level ${inbox.security_level}, ${inbox.message_count} messages.`,
  structured: shown(inbox),
})

export const inboxTools = [
  defineTool<z.output<typeof inboxPage>>()({
    name: 'list_inboxes',
    title: 'List inboxes',
    description: 'Lists the inboxes that you can use, with their addresses.',
    endpoint: 'list_inboxes',
    input: z.strictObject({ limit: argument.limit, cursor: argument.cursor }),
    effect: 'reads',
    repeatable: true,
    call: (args) => ({ query: args }),
    show: ({ inboxes, next_cursor }) => ({
      text: [
        ...inboxes.map((inbox) => one(inbox).text),
        ...(inboxes.length === 0 ? ['There are no inboxes.'] : []),
        ...more(next_cursor),
      ].join('\n'),
      structured: { inboxes: inboxes.map(shown), next_cursor },
    }),
  }),
  defineTool<z.output<typeof inboxWithCounts>>()({
    name: 'get_inbox',
    title: 'Get an inbox',
    description: 'Shows one inbox: its address, whether it may send, how much mail it has.',
    endpoint: 'get_inbox',
    input: z.strictObject({ slug: argument.slug }),
    effect: 'reads',
    repeatable: true,
    call: (params) => ({ params }),
    show: (inbox) => ({
      text: `${one(inbox).text} Flagged: ${inbox.flagged_count}, withheld: ${inbox.withheld_count}.`,
      structured: {
        ...shown(inbox),
        flagged_count: inbox.flagged_count,
        withheld_count: inbox.withheld_count,
      },
    }),
  }),
  defineTool<Inbox>()({
    name: 'create_inbox',
    title: 'Create an inbox',
    description: 'Creates an inbox, which receives mail at once.',
    endpoint: 'create_inbox',
    input: z.strictObject({
      slug: argument.slug,
      display_name: z.string().max(200).optional().describe('Name that recipients see.'),
      idempotency_key: argument.idempotencyKey,
    }),
    effect: 'writes',
    repeatable: false,
    call: ({ idempotency_key, ...body }) => ({ body, idempotencyKey: idempotency_key }),
    show: one,
  }),
]
