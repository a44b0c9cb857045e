/** The headers that say where a caller stands in a rate limit. */
import type { FastifyReply } from 'fastify'
import type { ExceededRate } from '../../shared/domain/errors.ts'

/**
 * Sets `RateLimit-Limit`, `-Remaining`, `-Reset` (whole seconds, at least one) of the limit that counts, and `-Policy`
 * with all that hold, the shortest first (draft-ietf-httpapi-ratelimit-headers-07).
 */
export function rateHeaders(
  reply: FastifyReply,
  { limit, seconds, reset, remaining, all = [{ limit, seconds }] }: ExceededRate & { remaining: number },
): void {
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', Math.max(1, Math.ceil(reset)))
  const policies = all.toSorted((a, b) => a.seconds - b.seconds)
  reply.header('ratelimit-policy', policies.map((one) => `${one.limit};w=${one.seconds}`).join(', '))
}
