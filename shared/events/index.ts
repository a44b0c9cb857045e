/** The registry of event types: one line each. */
import { messageReceivedEvent } from './message-received.ts'
import { webhookTestEvent } from './webhook-test.ts'

export const eventTypes = [messageReceivedEvent, webhookTestEvent] as const

/** Name of an event, as it stands in `event` of the payload. */
export type EventName = (typeof eventTypes)[number]['name']
