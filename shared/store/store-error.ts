/** Translates the database's errors into the error table. */
import { type ErrorCode, ServiceError } from '../domain/errors.ts'

/** SQLSTATE of a unique violation. */
export const uniqueViolation = '23505'
/** SQLSTATE of a statement behind one that failed. */
export const inFailedTransaction = '25P02'
/** SQLSTATE of a lock that was not to be had in time. */
export const lockNotAvailable = '55P03'
/** SQLSTATE of a transaction that waited for another which waited for it. */
export const deadlockDetected = '40P01'

/**
 * What an SQLSTATE, or else its class, says (PostgreSQL, appendix A): `storage_unavailable` where whatever is tried now
 * fails as well, `unavailable` where this failed and trying again can help. Those that aren't here tell of the
 * statement and its values.
 */
const bySqlState: Readonly<Record<string, ErrorCode>> = {
  // Connection exception; a pooler that gives up says 08P01.
  '08': 'storage_unavailable',
  // A standby, or a server that its operator has made read-only.
  '25006': 'storage_unavailable',
  // Idle in a transaction, or in one transaction, for too long.
  '25P03': 'unavailable',
  '25P04': 'unavailable',
  // A prepared statement that the session has lost.
  '26': 'unavailable',
  // Invalid authorization: the operator changes a password, or what pg_hba.conf says.
  '28': 'storage_unavailable',
  // The database isn't there: it is being restored, say.
  '3D': 'storage_unavailable',
  // Transaction rollback: deadlock, serialization, completion unknown.
  '40': 'unavailable',
  // Insufficient resources: connections, and the configured limits.
  '53': 'storage_unavailable',
  '53100': 'storage_full',
  '53200': 'storage_full',
  // Object not in prerequisite state: in use, locked.
  '55': 'unavailable',
  // Operator intervention: shutting down, starting up; and a statement that was cancelled.
  '57': 'storage_unavailable',
  '57014': 'unavailable',
  // System error: the server's own input and output.
  '58': 'storage_unavailable',
  // Snapshot too old.
  '72': 'unavailable',
  // Configuration file error.
  F0: 'storage_unavailable',
  // Internal error, corrupted data.
  XX: 'unavailable',
}

/** Prepared by an earlier connection, or made for other columns than the table has since a migration. */
const stalePlan = /cached plan must not change result type/i
/** Node's errors of arguments; those of sockets, name resolution, TLS and streams are the rest of what has a code. */
const argumentCode = /^ERR_(INVALID|OUT_OF_RANGE|BUFFER|STRING|MISSING|ASSERTION)/
/** What node-postgres says without a code, of connections that end, can't be made, or make no sense. */
const connectionTexts =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|client was closed|not queryable|calling end on the pool|received unexpected|^SASL|does not support SSL|SSL connection|server closed/i

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
 * `storage_full` for a full disk or memory, `storage_unavailable` where the database can't be reached or lets nobody
 * work, `unavailable` for what failed while it may be well and can succeed when it is tried again; others as they are.
 */
export function asStoreError(error: unknown): unknown {
  if (error instanceof ServiceError) return error
  const code = meaningOf(error)
  return code === undefined ? error : new ServiceError(code, undefined, { cause: error })
}

/** The same for an error of connecting, where whatever isn't known is as if the database were away. */
export function asConnectError(error: unknown): ServiceError {
  const known = asStoreError(error)
  return known instanceof ServiceError
    ? known
    : new ServiceError('storage_unavailable', undefined, { cause: error })
}

/**
 * Whether the session itself is no good any more: its next statements would fail the same way. So would changes where the
 * server has become a standby: a new session reaches the one that has its place.
 */
export function spoilsSession(error: unknown): boolean {
  const code = databaseCode(error)
  return /^(26|08|57P|25006)/.test(code) || code === '42P05' || (code === '0A000' && hasStalePlan(error))
}

function meaningOf(error: unknown): ErrorCode | undefined {
  if (isQueryTimeout(error)) return 'unavailable'
  const code = databaseCode(error)
  const meaning = bySqlState[code] ?? (code.length === 5 ? bySqlState[code.slice(0, 2)] : undefined)
  if (meaning !== undefined) return meaning
  // Made twice in a session that isn't the one it seems.
  if (code === '42P05' || (code === '0A000' && hasStalePlan(error))) return 'unavailable'
  if (isConnectionError(error)) return 'storage_unavailable'
  // Each address of a name was tried in vain.
  const tried = error instanceof AggregateError ? error.errors : []
  return tried.some(isConnectionError) ? 'storage_unavailable' : undefined
}

function isConnectionError(error: unknown): boolean {
  const code = databaseCode(error)
  if (code === '') return error instanceof Error && connectionTexts.test(error.message)
  // No SQLSTATE begins with E.
  const sqlState = /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code)
  return !sqlState && !argumentCode.test(code)
}

function hasStalePlan(error: unknown): boolean {
  const inner = error instanceof ServiceError ? error.cause : error
  return inner instanceof Error && stalePlan.test(inner.message)
}
