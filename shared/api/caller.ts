/** Who calls an endpoint, and what they ask of it: the same whichever door they came by. */
import type { Principal } from '../domain/principal.ts'
import type { PathParameter } from './endpoint.ts'

/**
 * What a caller shows for itself: an API key, looked up with the first call and good for as long as it exists; or who it
 * is, where the door has found that out (a person who is signed in). Either way `keyHash` has to be that of a key that
 * still exists when the call is counted. `key` is undefined where none was shown, null where what was shown is of no form
 * that has one.
 */
export type Credentials = { key: string | null | undefined } | { principal: Principal }

/** Who calls. */
export interface Caller {
  credentials: Credentials
  /** IP address that the call came from: those without a key, and with keys that nobody has, are limited by network. */
  address: string
  /** Address under which the caller reaches the service over HTTP, without a slash at its end: links begin with it. */
  publicUrl: string
}

/** What is known of a call before its body is read. */
export interface Asked {
  /** Identifies the call in errors and in the ledger, prefix `req_`. */
  requestId: string
  params?: Partial<Record<PathParameter, string>>
  query?: Record<string, unknown>
  /** Makes a POST safe to repeat; of other methods it is not looked at. */
  idempotencyKey?: string | undefined
  /** Aborts when nobody waits for the answer any more, or has had all of it. */
  signal: AbortSignal
  /** What a sender that has no key has signed the bytes of its body with. */
  signature?: string | undefined
  /** The last event that the reader of a stream has got. */
  lastEventId?: string | undefined
  /** Whether the answer is asked for without its content, as HEAD does. */
  withoutContent?: boolean
  /** What the watch of the event loop is to call it; else the name of the endpoint. */
  work?: string
}
