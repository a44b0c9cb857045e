/** Translates the database's errors into the error table. */
import { ServiceError } from '../domain/errors.ts'

/** SQLSTATE of a unique violation. */
export const uniqueViolation = '23505'
/** SQLSTATE of a statement behind one that failed. */
export const inFailedTransaction = '25P02'
/** SQLSTATE of a lock that was not to be had in time. */
export const lockNotAvailable = '55P03'

/** SQLSTATEs of a transaction that was given up for another's sake, and may succeed when it is made again. */
const givenUp = new Set(['40P01', '40001'])

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const connectionTexts =
  /connection terminated|timeout exceeded when trying to connect|client was closed|not queryable/i

/** The SQLSTATE or system error code of a database error; empty where it has none. */
export function databaseCode(error: unknown): string {
  const inner = error instanceof ServiceError ? error.cause : error
  const code = (inner as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : ''
}

/** Whether a statement took longer than it may: the database is away, or busy with this one only. */
export function isQueryTimeout(error: unknown): boolean {
  const inner = error instanceof ServiceError ? error.cause : error
  return inner instanceof Error && /^query read timeout/i.test(inner.message)
}

/**
 * `storage_full` for class 53 (disk full, out of memory), `storage_unavailable` for lost connections, `unavailable` for
 * what waited too long while the database may be well, and for what was given up in a deadlock; others as they are.
 */
export function asStoreError(error: unknown): unknown {
  if (error instanceof ServiceError) return error
  const code = databaseCode(error)
  if (code === '53100' || code === '53200')
    return new ServiceError('storage_full', undefined, { cause: error })
  if (code === lockNotAvailable || givenUp.has(code) || isQueryTimeout(error))
    return new ServiceError('unavailable', undefined, { cause: error })
  const away =
    connectionCodes.has(code) ||
    /^(08|57P|53300|25006)/.test(code) ||
    (error instanceof Error && connectionTexts.test(error.message))
  return away ? new ServiceError('storage_unavailable', undefined, { cause: error }) : error
}
