/** The event `message.sent`: an outbound message was taken by its recipients' servers. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { describeSent, sentMessage } from './fields.ts'

/** What the flow tells of it. */
export interface SentFacts {
  /** Whether nothing left the machine: sandbox. */
  simulated: boolean
}

const data = z.object({
  ...sentMessage,
  simulated: z.boolean().meta({ description: 'Sandbox: it was recorded as sent, and left for nowhere.' }),
})

export const messageSentEvent = defineEvent<'message.sent', SentFacts, z.output<typeof data>>({
  name: 'message.sent',
  description: "An outbound message was taken by its recipients' servers.",
  data,
  payload: (message, { simulated }, at) => ({
    event: 'message.sent',
    timestamp: at,
    data: { ...describeSent(message, 'sent'), simulated },
  }),
})
