/** The tools for addresses that get no mail. */
import { z } from 'zod'
import type { Suppression, suppressionPage } from '../../../shared/domain/suppression.ts'
import { argument } from '../arguments.ts'
import { rows } from '../more.ts'
import { defineTool } from '../tool.ts'
import { lineOf } from '../untrusted.ts'

// Some are of a report that a stranger has written.
const shown = ({ address, reason, created_at }: Suppression) => ({
  untrusted: { address: lineOf(address) },
  reason,
  created_at,
})

export const suppressionTools = [
  defineTool<z.output<typeof suppressionPage>>()({
    name: 'list_suppressions',
    title: 'List suppressed addresses',
    description: 'Lists addresses that get no mail from you: they bounced, complained, or asked for it.',
    endpoint: 'list_suppressions',
    input: z.strictObject({
      address: z.string().max(320).optional(),
      limit: argument.limit,
      cursor: argument.cursor,
    }),
    effect: 'reads',
    repeatable: true,
    call: (query) => ({ query }),
    show: ({ suppressions, next_cursor }) => {
      const items = suppressions.map(shown)
      return {
        text: rows(items, 'No address is suppressed.', next_cursor),
        structured: { suppressions: items, next_cursor },
      }
    },
  }),
  defineTool<Suppression>()({
    name: 'create_suppression',
    title: 'Suppress an address',
    description: 'Sees to it that an address gets no mail any more, when somebody asks not to be written to.',
    endpoint: 'create_suppression',
    input: z.strictObject({ address: z.string().max(320) }),
    effect: 'writes',
    repeatable: true,
    call: (body) => ({ body }),
    show: (one) => ({ text: `${lineOf(one.address)} gets no mail from now on.`, structured: shown(one) }),
  }),
]
