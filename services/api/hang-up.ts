/** Tells when nobody waits for an answer any more. */
import type { FastifyReply } from 'fastify'

/** Aborts when the connection of a request is gone, or its answer is out. */
export function hangUp(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (reply.raw.closed) controller.abort()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}
