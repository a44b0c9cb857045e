/** The event `webhook.test`: somebody asked whether an inbox's webhook works. */
import { defineEvent } from './event.ts'

export const webhookTestEvent = defineEvent({
  name: 'webhook.test',
  description: 'Somebody asked for a test of the webhook. It is about no message.',
  payload: ({ inbox_id }: { inbox_id: string }, at: string) => ({
    event: 'webhook.test' as const,
    timestamp: at,
    data: { inbox_id },
  }),
})
