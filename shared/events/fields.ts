/** Fields that the payloads of several events share. */
import { z } from 'zod'
import type { EventMessage } from '../domain/event.ts'
import { metadata } from '../domain/metadata.ts'
import { directions, messageStatuses } from '../domain/status.ts'
import { timestamp } from '../domain/timestamp.ts'

/** Which message an event is about. */
export const messageRef = {
  id: z
    .string()
    .meta({ description: 'The message, prefix `msg_`.', examples: ['msg_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
  inbox_id: z.string().meta({ examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
  thread_id: z.string().meta({ examples: ['thr_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
}

/** What the receiver of an event may ask of a message that was sent, or should have been. */
export const sentMessage = {
  ...messageRef,
  from: z.string().meta({ examples: ['support-agent@inbox.example'] }),
  to: z.string().meta({ examples: ['ada@example.com'] }),
  subject: z.string().meta({ examples: ['Re: Order 1815'] }),
  status: z.enum(messageStatuses).meta({ description: 'What the event made of the message.' }),
  direction: z.enum(directions).meta({ examples: ['outbound'] }),
  metadata,
  created_at: timestamp,
}

/** The fields of {@link sentMessage}; `status` is the one that the event is about, whatever has come after it. */
export function describeSent<Status extends EventMessage['status']>(message: EventMessage, status: Status) {
  const { id, inbox_id, thread_id, from, to, subject, direction, metadata, created_at } = message
  return { id, inbox_id, thread_id, from, to, subject, status, direction, metadata, created_at }
}

/** A recipient whom a message didn't reach, and what the peer said. */
export const failedRecipient = z.object({
  address: z.string().meta({ examples: ['ada@example.com'] }),
  code: z
    .string()
    .nullable()
    .meta({
      description: 'Reply or status code (RFC 5321, RFC 3463), where known.',
      examples: ['550 5.1.1'],
    }),
  reason: z.string().meta({ examples: ['No such user here'] }),
})
export type FailedRecipient = z.output<typeof failedRecipient>
