/** The event `message.failed`: an outbound message could not be handed over, and is not tried again. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { describeSent, type FailedRecipient, failedRecipient, sentMessage } from './fields.ts'

/** What the flow tells of it. */
export interface FailedFacts {
  /** Why, in one sentence. */
  reason: string
  recipients: FailedRecipient[]
}

const data = z.object({
  ...sentMessage,
  reason: z.string().meta({ examples: ['Every recipient was refused.'] }),
  recipients: z.array(failedRecipient),
})

export const messageFailedEvent = defineEvent<'message.failed', FailedFacts, z.output<typeof data>>({
  name: 'message.failed',
  description: 'An outbound message could not be handed over: refused for good, or retries are used up.',
  data,
  payload: (message, { reason, recipients }, at) => ({
    event: 'message.failed',
    timestamp: at,
    data: { ...describeSent(message, 'failed'), reason, recipients },
  }),
})
