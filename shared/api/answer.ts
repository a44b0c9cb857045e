/** What a call of an endpoint comes to, in terms that any door can show. */
import type { Readable } from 'node:stream'
import type { ErrorEnvelope } from '../domain/error-envelope.ts'
import type { ExceededRate } from '../domain/errors.ts'

/** Bytes that a stranger wrote: to be saved as a file, never shown as a page of ours. */
export interface FileAnswer {
  kind: 'file'
  filename: string
  /** As its sender called it. */
  contentType: string
  content: Uint8Array
}

/** What is too long for memory, to be read as fast as it is taken. An error while it is read means that the rest is missing. */
export interface StreamAnswer {
  kind: 'stream'
  filename: string
  contentType: string
  stream: Readable
}

/** Server-sent events, without an end. */
export interface EventsAnswer {
  kind: 'events'
  stream: Readable
}

/** An answer that isn't JSON, as handlers give it. */
export type BinaryContent = FileAnswer | StreamAnswer | EventsAnswer

/** JSON as the contract of the endpoint has it, and nothing else that its handler knew. */
export interface JsonAnswer {
  kind: 'json'
  value: unknown
  /** The same as text, where it has been written already: a repeated call is answered with the very same. */
  text?: string
}

export type Answer = { kind: 'none' } | JsonAnswer | BinaryContent

/** Where a caller stands in a rate limit: `reset` is the seconds until the window of `seconds` ends. */
export interface Standing extends ExceededRate {
  remaining: number
}

/** How a call ended well, or which kept response it is answered with: that may be of a refusal, in the envelope. */
export interface Answered {
  status: number
  answer: Answer
  /** Whether it is the kept response of an earlier call with the same idempotency key. */
  replayed: boolean
}

/** A refusal: paths of its details are those of the input (`to[0]`), since its caller knows no body and no query. */
export interface RefusalAnswer {
  kind: 'error'
  error: ErrorEnvelope['error']
  /** Seconds after which a retry can work. */
  retryAfter?: number
}

/** How a call ended. */
export interface Outcome {
  status: number
  answer: Answer | RefusalAnswer
  replayed: boolean
  /** Where the caller stands in the longest of its rate limits; null where nothing was counted. */
  rate: Standing | null
  requestId: string
}
