/** Event streams: the contract. */
import { z } from 'zod'
import { eventName, eventNames } from './event.ts'
import { isId } from './ids.ts'
import { waitedSince } from './wait.ts'

/** What is said of a last event that is none. */
export const notAnEvent = 'is not the identifier of an event'

export const eventStreamQuery = z
  .strictObject({
    inbox_id: z.string().max(64).optional().meta({ description: 'Only events of this inbox.' }),
    slug: z.string().max(64).optional().meta({ description: 'Only events of the inbox with this slug.' }),
    types: z
      .string()
      .max(500)
      .transform((names) => names.split(',').map((name) => name.trim()))
      .pipe(z.array(eventName))
      .optional()
      .meta({
        description: `Only events of these kinds, separated by commas: ${eventNames.map((name) => `\`${name}\``).join(', ')}.`,
        examples: ['message.received,approval.pending'],
      }),
    last_event_id: z
      .string()
      .max(64)
      .refine((id) => isId('event', id), notAnEvent)
      .optional()
      .meta({
        description:
          'Goes on behind this event: the same as the header `Last-Event-ID`, which comes before it. Without either, the stream begins now; `evt_` and 26 zeros stand before the first.',
        examples: ['evt_01ka2b3c4d0000000000000042'],
      }),
    waited: waitedSince('With a last event it changes nothing.', 'Events that happened'),
  })
  .refine(({ inbox_id, slug }) => inbox_id === undefined || slug === undefined, {
    path: ['slug'],
    error: 'takes the place of inbox_id: give one of them',
  })
