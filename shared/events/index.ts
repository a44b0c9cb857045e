/** The registry of event types: one line each. */
import type { EventMessage, EventName } from '../domain/event.ts'
import { approvalPendingEvent } from './approval-pending.ts'
import { approvalResolvedEvent } from './approval-resolved.ts'
import type { EventPayload, EventType } from './event.ts'
import { messageBouncedEvent } from './message-bounced.ts'
import { messageComplainedEvent } from './message-complained.ts'
import { messageFailedEvent } from './message-failed.ts'
import { messageReceivedEvent } from './message-received.ts'
import { messageSentEvent } from './message-sent.ts'
import { messageWithheldEvent } from './message-withheld.ts'
import { webhookDisabledEvent } from './webhook-disabled.ts'

/** In the order of the documentation. */
const registry = {
  'message.received': messageReceivedEvent,
  'message.withheld': messageWithheldEvent,
  'message.sent': messageSentEvent,
  'message.failed': messageFailedEvent,
  'message.bounced': messageBouncedEvent,
  'message.complained': messageComplainedEvent,
  'approval.pending': approvalPendingEvent,
  'approval.resolved': approvalResolvedEvent,
  'webhook.disabled': webhookDisabledEvent,
} satisfies Record<EventName, unknown>

export const eventTypes = Object.values(registry)

/** What a flow has to tell of an event of a kind, beside its message. */
export type FactsOf<Name extends EventName> = Parameters<(typeof registry)[Name]['payload']>[1]

/** The payload of an event as it was stored; its facts are those of its kind. */
export function eventPayload(
  name: EventName,
  message: EventMessage,
  facts: object,
  at: string,
): EventPayload<EventName, unknown> {
  const type = registry[name] as EventType<EventName, object, unknown>
  return type.payload(withoutCanary(withoutWithheld(message)), facts, at)
}

/** What is withheld, or quotes or forwards it, is told of without what it says, whichever event it is: a receiver may be the agent itself. */
function withoutWithheld(message: EventMessage): EventMessage {
  return message.content_hidden ? { ...message, to: '', rcpt_to: [], body: '' } : message
}

/**
 * A canary is of use as long as nobody has read it. It may stand in any of these, and in disguise: none of them is
 * passed on. Whoever may read the message or its approval finds them there.
 */
function withoutCanary(message: EventMessage): EventMessage {
  const found = message.security_analysis?.detections.some(
    ({ method, result }) => method === 'exfiltration' && result === 'canary',
  )
  if (found !== true) return message
  const hidden = '[hidden: the message contains a canary]'
  return { ...message, to: hidden, rcpt_to: [], subject: hidden, body: hidden }
}
