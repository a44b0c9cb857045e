/** Ends requests whose bodies come too slowly: a large one has its time, and one that trickles has no more than a small one. */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '../../shared/domain/limits.ts'

/** How slowly a body may come, and milliseconds after which that is looked at again. */
export interface BodyPace {
  ms: number
  bytesPerSecond: number
  everyMs: number
}

const pace: BodyPace = { ms: limits.requestMs, bytesPerSecond: limits.requestBytesPerSecond, everyMs: 5_000 }

/**
 * Has each request of `server` handed to `end` that isn't whole `ms` milliseconds behind its header, and a second more for
 * each `bytesPerSecond` that it has brought: by what came, and not by what it says will come. For its header, Node's
 * `headersTimeout` stands; its `requestTimeout`, of the whole request, has to be off.
 */
export function endSlowBodies(
  server: Server,
  end: (error: NodeJS.ErrnoException, socket: Socket) => void,
  { ms, bytesPerSecond, everyMs }: BodyPace = pace,
): void {
  const coming = new Map<IncomingMessage, { from: number; before: number }>()
  /** Bytes of a connection that were those of earlier requests. */
  const spent = new WeakMap<Socket, number>()
  server.on('request', (request) => {
    const { socket } = request
    coming.set(request, { from: performance.now(), before: spent.get(socket) ?? 0 })
    request.once('close', () => {
      coming.delete(request)
      spent.set(socket, socket.bytesRead)
    })
  })
  const timer = setInterval(() => {
    for (const [request, { from, before }] of coming) {
      const { socket, complete } = request
      const allowed = ms + ((socket.bytesRead - before) / bytesPerSecond) * 1_000
      if (complete || socket.destroyed) coming.delete(request)
      // Once more where it goes on after its answer: that ends the connection.
      else if (performance.now() - from > allowed)
        end(
          Object.assign(new Error('the body comes too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
          socket,
        )
    }
  }, everyMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
