/** The service's log: JSON lines on standard error, without secrets or mail bodies. */
import { writeSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'

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
    standardError(),
  )
}

/** Bytes that are kept of what could not be written; what comes then is dropped. */
const keptBytes = 1024 * 1024
/** How often, and after how many milliseconds, a pipe is tried again whose reader is slow. */
const [again, pauseMs] = [10, 10]
const nothing = Buffer.alloc(0)

/**
 * Standard error, which may be a file on a full disk, or a terminal that is gone: whoever logs is neither to fail nor to
 * wait for that. What could not be written is written ahead of what follows, once there is room.
 */
function standardError(): DestinationStream {
  let kept = nothing
  return {
    write(line) {
      if (kept.length > 0) kept = unwritten(kept)
      if (kept.length === 0) kept = unwritten(Buffer.from(line))
      else if (kept.length < keptBytes) kept = Buffer.concat([kept, Buffer.from(line)])
    },
  }
}

/** Writes to standard error; answers what could not be written now. */
function unwritten(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  let at = 0
  for (let tries = 0; at < bytes.length; )
    try {
      at += writeSync(2, bytes, at)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Nobody reads it any more.
      if (code === 'EPIPE') return nothing
      if (code !== 'EAGAIN' || tries++ === again) return bytes.subarray(at)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  return nothing
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
