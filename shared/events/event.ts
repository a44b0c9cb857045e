/** What an event is: a named kind of thing that happened, and the payload that webhooks and streams get of it. */
import type { z } from 'zod'
import type { SecurityAnalysis } from '../domain/analysis.ts'
import type { EventName } from '../domain/event.ts'
import type { Direction, MessageStatus, Verdict } from '../domain/status.ts'

/** The payload of every webhook (specification, Events). */
export interface EventPayload<Name extends string, Data> {
  event: Name
  /** When it happened, ISO 8601; the same over all attempts. */
  timestamp: string
  data: Data
}

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

/** A kind of event about a message: adding one is a new file and a line in `index.ts`. */
export interface EventType<Name extends EventName, Facts, Data> {
  name: Name
  /** One sentence for the API's documentation. */
  description: string
  /** The contract of the payload's `data`. */
  data: z.ZodType<Data>
  /**
   * The payload; `facts` is what the flow told of the event beside its message, `at` is when it happened, ISO 8601.
   * Subscribers may see all of it.
   */
  payload(message: EventMessage, facts: Facts, at: string): EventPayload<Name, Data>
}

/** Facts of an event of which the message says all. */
export type NoFacts = Record<string, never>

/** Defines a kind of event; its types follow from what it is given. */
export function defineEvent<Name extends EventName, Facts, Data>(
  type: EventType<Name, Facts, Data>,
): EventType<Name, Facts, Data> {
  return type
}
