/** GET /events */

import { eventStreamQuery } from '../../../domain/event-stream.ts'
import { limits } from '../../../domain/limits.ts'
import { findInboxId, inboxExists } from '../../../store/inbox.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { whenAborted } from '../../when-aborted.ts'

export const streamEventsEndpoint = defineEndpoint({
  name: 'stream_events',
  tag: 'Events',
  summary: 'Stream events',
  description: `Streams server-sent events as they happen. Each has an \`id\`, its kind as \`event\`, and the payload that webhooks get as \`data\`. If you connect again with \`Last-Event-ID\`, you get everything that you have missed. Events are kept for ${limits.eventDays} days; if some of those you missed are gone, the stream begins with the event \`stream.gap\`. A comment is sent every ${limits.streamHeartbeatMs / 1_000} seconds. The stream ends when its key is revoked, its inbox is deleted, or the server restarts. A reader that takes nothing for ${limits.streamStallMs / 1_000} seconds is cut off. A key can have up to ${limits.streamsPerKey} streams in each process of the service.`,
  query: eventStreamQuery,
  status: 200,
  answer: { contentType: 'text/event-stream', description: 'The stream, which does not end by itself.' },
  errors: ['not_found', 'too_many_streams'],
  handle: async ({ deps: { database, streams }, principal, query, lastEventId: resumed, signal }) => {
    const { inbox_id, slug, types = null, last_event_id, waited } = query
    const inboxId =
      slug !== undefined
        ? found(await findInboxId(database, principal, slug))
        : inbox_id !== undefined
          ? found((await inboxExists(database, principal, inbox_id)) ? inbox_id : null)
          : principal.inboxId
    const lastEventId = resumed ?? last_event_id ?? null
    const stream = await streams.open(principal, { inboxId, types, lastEventId, waited })
    // Also where the call is refused after all, and nobody reads it.
    whenAborted(signal, () => stream.destroy())
    return { kind: 'events', stream }
  },
})
