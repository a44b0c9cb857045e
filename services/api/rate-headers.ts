/** The headers that say where a caller stands in a rate limit. */
import type { FastifyReply } from 'fastify'
import type { ExceededRate } from '../../shared/domain/errors.ts'

/** Sets `RateLimit-Limit`, `-Remaining`, `-Reset` (whole seconds, at least one) and `-Policy`. */
export function rateHeaders(
  reply: FastifyReply,
  { limit, seconds, reset, remaining }: ExceededRate & { remaining: number },
): void {
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', Math.max(1, Math.ceil(reset)))
  reply.header('ratelimit-policy', `${limit};w=${seconds}`)
}
