/** Events: their names, their place in the order of a tenant, and which of them an inbox has pushed. */
import { z } from 'zod'
import { idOfOrdinal } from './ids.ts'

/** Every kind of event; shared/events has a file for each. */
export const eventNames = [
  'message.received',
  'message.withheld',
  'message.sent',
  'message.failed',
  'message.bounced',
  'message.complained',
  'approval.pending',
  'approval.resolved',
  'webhook.disabled',
] as const
export type EventName = (typeof eventNames)[number]

export const eventName = z.enum(eventNames).meta({ id: 'EventName', description: 'A kind of event.' })

/** What an inbox has pushed unless it says otherwise (specification, Events). */
export const defaultWebhookEvents: EventName[] = ['message.received']

export const webhookEventsInput = z
  .array(eventName)
  .max(eventNames.length)
  .refine((names) => new Set(names).size === names.length, 'must name each event once')
  .meta({
    description: 'The events that are pushed to `webhook_url`; `GET /events` has all of them either way.',
    examples: [['message.received', 'message.sent']],
  })

/** The identifier of the event at a position of its tenant's order; `at` is when it happened, ISO 8601. */
export const eventId = (position: number, at: string): string =>
  idOfOrdinal('event', Date.parse(at), position)
