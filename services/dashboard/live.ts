/** Tells a page of the queue that something new waits, as it happens: that it does, and nothing of it. */
import { pipeline } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { signInPath } from '../../shared/flow/account/sign-in-link.ts'
import { ask } from './ask.ts'
import { goTo } from './frame.ts'
import type { QueuePage } from './neighbours.ts'
import { pageHeaders } from './page.ts'
import { Ticks } from './ticks.ts'
import type { DashboardParts, Visitors } from './visitor.ts'

/** Events after which more waits than before. */
const types = 'approval.pending,message.withheld'

/** Registers it at `/dashboard/live`; `newest` in the address is the first message that the page shows. */
export function registerLive(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  scope.get('/dashboard/live', async (request, reply) => {
    const visitor = await visitors.find(request)
    if (visitor === undefined) return goTo(reply, signInPath)
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const lastEventId = request.headers['last-event-id']
    const { answer, status } = await parts.door.invoke('stream_events', visitor.caller, {
      query: { types },
      signal: gone.signal,
      ...(typeof lastEventId === 'string' && lastEventId !== '' ? { lastEventId } : {}),
    })
    reply.headers({ ...pageHeaders, 'content-type': 'text/event-stream; charset=utf-8' })
    if (answer.kind !== 'events') return reply.code(status).send('')
    const ticks = new Ticks()
    pipeline(answer.stream, ticks, () => {})
    // What came between the page and the stream.
    const { newest = '' } = request.query as { newest?: string }
    const { messages } = await ask<QueuePage>(parts, visitor, 'list_review_queue', { query: { limit: '1' } })
    for (const { id } of messages) if (lastEventId === undefined && id > newest) ticks.tell(id)
    return reply.header('x-accel-buffering', 'no').send(ticks)
  })
}
