/** The event `message.complained`: a recipient reported a message as unwanted (RFC 5965). */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { describeSent, sentMessage } from './fields.ts'

/** What the flow tells of it. */
export interface ComplainedFacts {
  /** Who complained; empty where the report doesn't say. */
  recipients: { address: string }[]
  /** The report's Feedback-Type; null where it has none. */
  feedback_type: string | null
}

const data = z.object({
  ...sentMessage,
  recipients: z.array(z.object({ address: z.string().meta({ examples: ['ada@example.com'] }) })),
  feedback_type: z
    .string()
    .nullable()
    .meta({ description: 'Feedback-Type of the report (RFC 5965).', examples: ['abuse'] }),
})

export const messageComplainedEvent = defineEvent<
  'message.complained',
  ComplainedFacts,
  z.output<typeof data>
>({
  name: 'message.complained',
  description: 'A recipient reported a message as unwanted.',
  data,
  payload: (message, { recipients, feedback_type }, at) => ({
    event: 'message.complained',
    timestamp: at,
    data: { ...describeSent(message, 'complained'), recipients, feedback_type },
  }),
})
