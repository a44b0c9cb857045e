/** The registry of event types: one line each. */
import { messageReceivedEvent } from './message-received.ts'

export const eventTypes = [messageReceivedEvent] as const
