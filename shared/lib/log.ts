/** The service's log: JSON lines on standard error, without secrets or mail bodies. */
import { destination, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * A pino logger on standard error at `level`.
 * Redacts the fields that could carry a secret, should one ever be logged whole.
 */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: {
        paths: [
          'authorization',
          '*.authorization',
          'key',
          '*.key',
          'secret',
          '*.secret',
          'password',
          '*.password',
          'connectionString',
          '*.connectionString',
        ],
        censor: '[redacted]',
      },
    },
    destination({ dest: 2, sync: true }),
  )
}

/** What may be told of an error: never its other fields, where libraries keep connections, queries, rows and values. */
function describeError(error: unknown): object {
  const { name, message, stack, code, cause } = (
    typeof error === 'object' ? (error ?? {}) : {}
  ) as Partial<Error> & {
    code?: string
  }
  if (typeof message !== 'string') return { message: String(error) }
  // Postgres quotes the value itself in the messages of SQLSTATE class 22 (data exceptions): it may be of a mail.
  const quotes = /^22[0-9A-Z]{3}$/.test(code ?? '')
  return {
    type: name,
    message: quotes ? 'the database refused a value' : message,
    ...(code === undefined ? {} : { code }),
    stack: quotes ? stack?.slice(stack.indexOf('\n    at ') + 1) : stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}
