/** What an event is: a named kind of thing that happened, and the payload that webhooks and streams get of it. */
import type { z } from 'zod'
import type { EventMessage, EventName } from '../domain/event.ts'

/** The payload of every webhook (specification, Events). */
export interface EventPayload<Name extends string, Data> {
  event: Name
  /** When it happened, ISO 8601; the same over all attempts. */
  timestamp: string
  data: Data
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
