/** What waits for a person, of all inboxes together: the contract. */
import { z } from 'zod'
import { holdReasons } from './approval.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { directions } from './status.ts'
import { timestamp } from './timestamp.ts'

const queuedMail = z
  .object({
    id: z
      .string()
      .meta({ description: 'Of the message, prefix `msg_`.', examples: ['msg_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    direction: z.enum(directions).meta({
      description: '`outbound`: waits for its approval. `inbound`: withheld, until it is released.',
    }),
    approval_id: z
      .string()
      .nullable()
      .meta({ description: 'Outbound only.', examples: ['apr_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    inbox_id: z.string().meta({ examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    inbox_slug: z.string().meta({ examples: ['support-agent'] }),
    from: z.string().meta({ examples: ['support-agent@inbox.example'] }),
    from_name: z.string().meta({ examples: ['Support'] }),
    to: z.string().meta({ examples: ['ada@example.com'] }),
    subject: z.string().meta({ examples: ['Order 1815'] }),
    risk_score: z
      .int()
      .nullable()
      .meta({ examples: [84] }),
    reasons: z.array(z.enum(holdReasons)).meta({
      description:
        "Why it waits: the inbox's level, the risk score, a policy, a check that gave no answer; of outbound mail also that it answers or forwards a withheld message.",
      examples: [['risk']],
    }),
    content_hidden: z.boolean().meta({
      description: 'Whether `to` is left out, for keys without the scope `messages:read_withheld`.',
      examples: [false],
    }),
    expires_at: timestamp
      .nullable()
      .meta({ description: 'Outbound only: when it is not sent any more.', examples: [null] }),
    created_at: timestamp,
  })
  .meta({ id: 'QueuedMail', description: 'A message that waits for a person.' })
export type QueuedMail = z.output<typeof queuedMail>

export const reviewQueuePage = pageOf('messages', queuedMail).meta({ id: 'ReviewQueuePage' })

/** The orders of the queue. */
export const queueSorts = ['newest', 'risk'] as const
export type QueueSort = (typeof queueSorts)[number]

/** What messages without a score are sorted by: they stand last. */
export const unjudgedRank = -1

export const reviewQueueQuery = z.strictObject({
  direction: z.enum(directions).optional(),
  sort: z.enum(queueSorts).optional().meta({
    description:
      '`newest` (if you leave it out): the newest first. `risk`: the highest risk score first, the newest of each score first, and messages without a score last.',
  }),
  ...pageQuery,
})
export type ReviewQueueQuery = z.output<typeof reviewQueueQuery>
