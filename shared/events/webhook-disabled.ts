/** The event `webhook.disabled`: a webhook has failed for so long that nothing is pushed to it any more. */
import { z } from 'zod'
import { timestamp } from '../domain/timestamp.ts'
import { defineEvent } from './event.ts'

/** What the flow tells of it. */
export interface DisabledFacts {
  /** ISO 8601. */
  failingSince: string
}

const data = z.object({
  inbox_id: z.string().meta({ examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
  message_id: z.string().meta({
    description: 'The message whose delivery was the last to fail, prefix `msg_`.',
    examples: ['msg_01ka2b3c4d5e6f7g8h9j0kmnpq'],
  }),
  failing_since: timestamp,
})

export const webhookDisabledEvent = defineEvent<'webhook.disabled', DisabledFacts, z.output<typeof data>>({
  name: 'webhook.disabled',
  description:
    'A webhook has failed for five days, and was switched off. Streams have this event; the webhook itself does not.',
  data,
  payload: ({ id, inbox_id }, { failingSince }, at) => ({
    event: 'webhook.disabled',
    timestamp: at,
    data: { inbox_id, message_id: id, failing_since: failingSince },
  }),
})
