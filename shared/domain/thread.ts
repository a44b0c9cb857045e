/** Threads: the contract. */
import { z } from 'zod'
import { messageSummary } from './message.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { timestamp } from './timestamp.ts'

/** Messages that the single-thread response shows at most: the newest ones. */
export const threadMessages = 200

export const thread = z
  .object({
    id: z.string().meta({ description: 'Prefix `thr_`.', examples: ['thr_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    inbox_id: z.string().meta({ examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    subject: z.string().meta({ examples: ['Order 1815'] }),
    message_count: z.int(),
    last_message_at: timestamp,
    created_at: timestamp,
  })
  .meta({ id: 'Thread' })
export type Thread = z.output<typeof thread>

export const threadWithMessages = thread
  .extend({
    messages: z.array(messageSummary).meta({
      description: `In chronological order; of a longer thread the newest ${threadMessages}. All of them: list messages with \`thread_id\`.`,
    }),
  })
  .meta({ id: 'ThreadWithMessages' })

export const threadPage = pageOf('threads', thread).meta({ id: 'ThreadPage' })

export const threadListQuery = z.strictObject(pageQuery)
