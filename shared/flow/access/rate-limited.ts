/** The error of a caller that is over a rate limit. */
import { type ExceededRate, ServiceError } from '../../domain/errors.ts'

/** `what` says what is counted, instead of requests in seconds. */
export function rateLimited(rate: ExceededRate, what?: string): ServiceError {
  const { limit, seconds, reset, all } = rate
  const retryAfter = Math.max(1, Math.ceil(reset))
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
  const text = `Rate limit exceeded: ${what ?? `${counted(limit, 'request')} in ${seconds} s`}. Try again in ${counted(retryAfter, 'second')}.`
  return new ServiceError('rate_limited', text, {
    retryAfter,
    rate: { limit, seconds, reset, ...(all === undefined ? {} : { all }) },
  })
}
