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

/** What may be told of an error: never its other fields, where libraries keep connections, queries and their values. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}
