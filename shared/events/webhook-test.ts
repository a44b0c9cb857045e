/** The event `webhook.test`: somebody asked whether an inbox's webhook works. It is no event of a message, nor kept. */
import type { EventPayload } from './event.ts'

/** The payload; `at` is ISO 8601. */
export function webhookTest(inboxId: string, at: string): EventPayload<'webhook.test', { inbox_id: string }> {
  return { event: 'webhook.test', timestamp: at, data: { inbox_id: inboxId } }
}
