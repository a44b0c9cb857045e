/** Tells a page of the queue that something new waits, as it happens: that it does, and nothing of it. */
import { pipeline, Transform } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { signInPath } from '../../shared/flow/account/sign-in-link.ts'
import { ask } from './ask.ts'
import { goTo } from './frame.ts'
import type { QueuePage } from './neighbours.ts'
import { pageHeaders } from './page.ts'
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
    if (lastEventId === undefined && messages.some(({ id }) => id > newest)) ticks.push(tick)
    return reply.header('x-accel-buffering', 'no').send(ticks)
  })
}

const tick = 'event: queue\ndata: new\n\n'

/** Of a stream of events what a page needs: an event for each, with its identifier, and the comments that keep it open. */
class Ticks extends Transform {
  #rest = ''

  override _transform(chunk: Buffer | string, _encoding: BufferEncoding, done: () => void): void {
    const blocks = (this.#rest + chunk.toString()).split('\n\n')
    this.#rest = blocks.pop()!
    for (const block of blocks) {
      const [id] = /^id: ?\S+$/m.exec(block) ?? []
      if (!/^event:/m.test(block)) this.push(':\n\n')
      else this.push(id === undefined ? tick : `${id}\n${tick}`)
    }
    done()
  }
}
