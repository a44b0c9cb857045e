/** What the database's errors mean to clients and peers: each class of SQLSTATE, and each kind of error of a connection. */
import pg from 'pg'
import { expect, test } from 'vitest'
import { errorTable, isDatabaseAway, ServiceError } from '../../shared/domain/errors.ts'
import { isPassing } from '../../shared/flow/failures.ts'
import { asConnectError, asStoreError } from '../../shared/store/store-error.ts'

const coded = (code: string, message = 'said by the server'): Error =>
  Object.assign(new pg.DatabaseError(message, 1, 'error'), { code })

const meaning = (error: unknown): string | undefined => {
  const mapped = asStoreError(error)
  return mapped instanceof ServiceError ? mapped.code : undefined
}

// PostgreSQL, appendix A: every class, and the codes of it that mean something else.
const states: [string, string | undefined][] = [
  ['03000', undefined],
  ['08000', 'storage_unavailable'],
  ['08003', 'storage_unavailable'],
  ['08006', 'storage_unavailable'],
  ['08P01', 'storage_unavailable'],
  ['09000', undefined],
  ['0A000', undefined],
  ['0B000', undefined],
  ['0F000', undefined],
  ['0L000', undefined],
  ['0P000', undefined],
  ['0Z000', undefined],
  ['20000', undefined],
  ['21000', undefined],
  ['22021', undefined],
  ['22P02', undefined],
  ['22012', undefined],
  ['23505', undefined],
  ['23514', undefined],
  ['24000', undefined],
  ['25001', undefined],
  ['25006', 'storage_unavailable'],
  ['25P02', undefined],
  ['25P03', 'unavailable'],
  ['25P04', 'unavailable'],
  ['26000', 'unavailable'],
  ['27000', undefined],
  ['28000', 'storage_unavailable'],
  ['28P01', 'storage_unavailable'],
  ['2B000', undefined],
  ['2D000', undefined],
  ['2F000', undefined],
  ['34000', undefined],
  ['38000', undefined],
  ['39000', undefined],
  ['3B000', undefined],
  ['3D000', 'storage_unavailable'],
  ['3F000', undefined],
  ['40000', 'unavailable'],
  ['40001', 'unavailable'],
  ['40002', 'unavailable'],
  ['40003', 'unavailable'],
  ['40P01', 'unavailable'],
  ['42P01', undefined],
  ['42501', undefined],
  ['42P05', 'unavailable'],
  ['44000', undefined],
  ['53000', 'storage_unavailable'],
  ['53100', 'storage_full'],
  ['53200', 'storage_full'],
  ['53300', 'storage_unavailable'],
  ['53400', 'storage_unavailable'],
  ['54000', undefined],
  ['55000', 'unavailable'],
  ['55006', 'unavailable'],
  ['55P03', 'unavailable'],
  ['57000', 'storage_unavailable'],
  ['57014', 'unavailable'],
  ['57P01', 'storage_unavailable'],
  ['57P02', 'storage_unavailable'],
  ['57P03', 'storage_unavailable'],
  ['57P04', 'storage_unavailable'],
  ['57P05', 'storage_unavailable'],
  ['58000', 'storage_unavailable'],
  ['58030', 'storage_unavailable'],
  ['58P01', 'storage_unavailable'],
  ['72000', 'unavailable'],
  ['F0000', 'storage_unavailable'],
  ['HV000', undefined],
  ['P0001', undefined],
  ['XX000', 'unavailable'],
  ['XX001', 'unavailable'],
  // Codes that no release has had yet.
  ['08ZZZ', 'storage_unavailable'],
  ['53ZZZ', 'storage_unavailable'],
  ['57PZZ', 'storage_unavailable'],
  ['58ZZZ', 'storage_unavailable'],
]

test.each(states)('SQLSTATE %s is %s', (code, expected) => {
  expect(meaning(coded(code))).toBe(expected)
})

const systemCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENOTCONN',
  'EADDRNOTAVAIL',
  'EACCES',
  'ENOENT',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EPROTO',
  'ESOMETHINGNEW',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]

test.each(systemCodes)('%s of a connection means that the database is away', (code) => {
  const error = Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' })
  expect(isDatabaseAway(asStoreError(error))).toBe(true)
})

test.each([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Received unexpected commandComplete message from backend.',
  'The server does not support SSL connections',
  'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
])('"%s" of node-postgres means that the database is away', (text) => {
  expect(isDatabaseAway(asStoreError(new Error(text)))).toBe(true)
})

test('of several addresses that were tried in vain, the error means that the database is away', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(isDatabaseAway(asStoreError(new AggregateError([refused, refused])))).toBe(true)
})

test('a plan that a migration has made stale is tried again, other things that are not supported are not', () => {
  expect(meaning(coded('0A000', 'cached plan must not change result type'))).toBe('unavailable')
  expect(meaning(coded('0A000', 'cross-database references are not implemented'))).toBeUndefined()
})

test('errors of our own are neither', () => {
  for (const error of [
    new TypeError('x is undefined'),
    Object.assign(new TypeError('bad'), { code: 'ERR_INVALID_ARG_TYPE' }),
    new Error('a statement of the transaction had failed'),
  ])
    expect(meaning(error)).toBeUndefined()
})

test('whatever keeps a connection from being made means that the database is away', () => {
  expect(asConnectError(new Error('something that nobody has heard of')).code).toBe('storage_unavailable')
  expect(asConnectError(coded('42501')).code).toBe('storage_unavailable')
  expect(asConnectError(coded('53300')).code).toBe('storage_unavailable')
})

test('what is temporary is 503 and 451 or 452, and no message is given up for it', () => {
  for (const [code, expected] of states) {
    if (expected === undefined) continue
    const mapped = asStoreError(coded(code)) as ServiceError
    const { http, smtp, temporary } = errorTable[mapped.code]
    expect([http, temporary], code).toEqual([503, true])
    expect(smtp, code).toMatch(/^45[12] 4/)
    // One message alone may meet what the server fails on by itself.
    expect(isPassing(mapped), code).toBe(!code.startsWith('XX'))
  }
})
