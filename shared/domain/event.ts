/** Events: their names, their place in the order of a tenant, and which of them an inbox has pushed. */
import { z } from 'zod'
import type { SecurityAnalysis } from './analysis.ts'
import { idOfOrdinal } from './ids.ts'
import type { Direction, MessageStatus, Verdict } from './status.ts'

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

/** What payloads are made of beside an event's facts: the message, as it is stored when the payload is made. */
export interface EventMessage {
  id: string
  inbox_id: string
  thread_id: string
  from: string
  to: string
  subject: string
  /** Visible text only. */
  body: string
  direction: Direction
  status: MessageStatus
  verdict: Verdict | null
  /** The addresses it came to by its envelope; none of an outbound message. */
  rcpt_to: string[]
  /** Whether what it says is for keys that read withheld mail alone. */
  content_hidden: boolean
  security_analysis: SecurityAnalysis | null
  metadata: Record<string, unknown>
  /** ISO 8601. */
  created_at: string
}

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
