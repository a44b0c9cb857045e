/** What an event is: a named kind of thing that happened, and the payload a webhook gets of it. */

/** The payload of every webhook (specification, Events). */
export interface EventPayload<Name extends string, Data> {
  event: Name
  /** When it happened, ISO 8601; the same over all attempts. */
  timestamp: string
  data: Data
}

/** A kind of event: adding one is a new file and a line in `index.ts`. */
export interface EventType<Name extends string, Subject, Data> {
  name: Name
  /** One sentence for the API's documentation. */
  description: string
  /** The payload about `subject`; `at` is ISO 8601. Subscribers may see all of it. */
  payload(subject: Subject, at: string): EventPayload<Name, Data>
}

/** Defines a kind of event; its types follow from what it is given. */
export function defineEvent<Name extends string, Subject, Data>(
  type: EventType<Name, Subject, Data>,
): EventType<Name, Subject, Data> {
  return type
}
