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
