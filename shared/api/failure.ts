/** What is made of an error that ends a call: known to the table of errors, logged where it is ours, shown without internals. */
import { type ErrorEnvelope, envelopeOf } from '../domain/error-envelope.ts'
import { asServiceError, errorTable, ServiceError } from '../domain/errors.ts'
import { limits } from '../domain/limits.ts'
import type { Log } from '../lib/log.ts'
import { neutralPath } from './validate.ts'

/** The error of the table that `error` is to the caller. */
export function knownError(error: unknown): ServiceError {
  const known = asServiceError(error)
  const away = known.code === 'storage_unavailable' || known.code === 'storage_full'
  return away ? new ServiceError('unavailable', undefined, { cause: known }) : known
}

/** Seconds after which a retry can work; undefined where that isn't known, or nothing would come of it. */
export function retryAfterOf(error: ServiceError): number | undefined {
  return (
    error.retryAfter ?? (errorTable[error.code].http === 503 ? limits.unavailableRetrySeconds : undefined)
  )
}

/** Logs an error that is no fault of the caller's. Errors of the database quote rows: only what can't hold mail or secrets. */
export function logFailure(log: Pick<Log, 'error'>, error: ServiceError, requestId: string): void {
  if (errorTable[error.code].http < 500) return
  const cause = error.cause instanceof ServiceError ? error.cause.cause : error.cause
  const { name, message, stack, code } = (cause instanceof Error ? cause : error) as Error & {
    code?: unknown
  }
  log.error({ request_id: requestId, error: { name, code, message, stack } }, 'request failed')
}

/** The error of an envelope whose paths are those of the input. */
export function withNeutralPaths({ error }: ErrorEnvelope): ErrorEnvelope['error'] {
  const { details } = error
  if (details === undefined) return error
  const [first] = details
  // The first detail stands in the message, too.
  const message =
    first === undefined
      ? error.message
      : error.message.replace(`: ${first.path} `, () => `: ${neutralPath(first.path)} `)
  return {
    ...error,
    message,
    details: details.map((detail) => ({ ...detail, path: neutralPath(detail.path) })),
  }
}

/** What a caller that knows no body and no query is shown of `error`. */
export const neutralError = (
  error: ServiceError,
  requestId: string,
  publicUrl: string,
): ErrorEnvelope['error'] => withNeutralPaths(envelopeOf(error, requestId, publicUrl))
