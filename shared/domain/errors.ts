/** The one table of errors: code → HTTP status, SMTP reply, temporary or not, public text. */
import { DeadlineError, NoThreadError } from '../lib/thread-errors.ts'

interface ErrorRow {
  http: number
  /** Reply code and enhanced status code (RFC 5321 §4.2, RFC 3463). */
  smtp: `${number} ${number}.${number}.${number}`
  /** Whether trying again later can help. */
  temporary: boolean
  text: string
}

const row = (http: number, smtp: ErrorRow['smtp'], temporary: boolean, text: string): ErrorRow => ({
  http,
  smtp,
  temporary,
  text,
})

export const errorTable = {
  bad_request: row(400, '501 5.5.2', false, 'The request is not valid HTTP.'),
  unauthorized: row(
    401,
    '530 5.7.0',
    false,
    'API key missing, invalid or revoked. Send it as Authorization: Bearer svc_live_… (or svc_test_…).',
  ),
  credits_exhausted: row(402, '452 4.2.2', false, 'No credits remain.'),
  payment_failed: row(402, '450 4.2.2', false, 'The payment failed.'),
  forbidden: row(403, '550 5.7.1', false, "The API key doesn't have the required scope."),
  level_insufficient: row(403, '550 5.7.1', false, "The inbox's security level doesn't allow sending."),
  policy_blocked: row(403, '550 5.7.1', false, 'A policy blocks this message.'),
  account_unconfirmed: row(
    403,
    '550 5.7.1',
    false,
    "The account's address is not confirmed: follow the link that was mailed to it, or ask for another (POST /account/confirmation).",
  ),
  signup_closed: row(403, '550 5.7.1', false, 'Only the operator of this service creates accounts.'),
  invite_invalid: row(
    403,
    '550 5.7.1',
    false,
    'Signing up needs a valid invite_code. This one is missing, used or too old.',
  ),
  quota_exceeded: row(403, '452 4.2.2', false, 'A quota of the account is used up.'),
  attachment_infected: row(403, '550 5.7.1', false, "The attachment is infected and can't be downloaded."),
  not_found: row(404, '550 5.1.1', false, 'No such resource.'),
  method_not_allowed: row(405, '502 5.5.1', false, 'The method is not allowed here.'),
  session_required: row(405, '502 5.5.1', false, 'Listening needs a session of MCP.'),
  not_acceptable: row(406, '554 5.6.1', false, 'The client has to accept the media types of the answer.'),
  request_timeout: row(408, '421 4.4.2', true, 'The request took too long to come in.'),
  inbox_paused: row(409, '450 4.2.1', false, 'The inbox is paused.'),
  slug_taken: row(
    409,
    '550 5.1.1',
    false,
    'The slug is taken: live and sandbox, and all accounts, share them.',
  ),
  already_confirmed: row(409, '550 5.7.1', false, 'The address is already confirmed.'),
  user_exists: row(409, '550 5.7.1', false, 'The account has a user with this address already.'),
  last_owner: row(409, '550 5.7.1', false, 'An account keeps one owner. Make somebody else an owner first.'),
  not_withheld: row(409, '550 5.7.1', false, 'The message is not withheld.'),
  message_withheld: row(
    409,
    '550 5.7.1',
    false,
    'The message is withheld: until it is released, only keys with the scope messages:read_withheld read or answer it.',
  ),
  recipient_suppressed: row(409, '550 5.1.1', false, 'A recipient is on the suppression list.'),
  reply_loop: row(409, '450 4.4.6', false, 'The message would answer a program, or go round in a loop.'),
  approval_required: row(409, '550 5.7.1', false, 'An outbound message is released through its approval.'),
  not_cancellable: row(409, '550 5.7.1', false, 'Only a scheduled message can be cancelled.'),
  not_deletable: row(
    409,
    '550 5.7.1',
    false,
    'The message is still being processed. You can delete it when that is done.',
  ),
  attachment_unavailable: row(409, '450 4.7.1', true, 'The attachment has not been scanned yet.'),
  draft_sent: row(409, '550 5.7.1', false, "The draft was sent and can't be changed any more."),
  not_redeliverable: row(409, '550 5.7.1', false, 'An attempt of this delivery is due or under way.'),
  webhook_not_set: row(409, '550 5.7.1', false, 'The inbox has no webhook_url.'),
  idempotency_conflict: row(409, '450 4.2.1', true, 'A request with this Idempotency-Key is still running.'),
  idempotency_mismatch: row(422, '501 5.5.4', false, 'The Idempotency-Key was used with another request.'),
  body_too_large: row(413, '552 5.3.4', false, 'The request body is too large.'),
  unsupported_media_type: row(415, '554 5.6.1', false, 'The content type must be application/json.'),
  approval_resolved: row(422, '550 5.7.1', false, 'The approval is resolved already.'),
  approval_edited: row(409, '550 5.7.1', false, 'The message was edited meanwhile: look at it again.'),
  validation_error: row(422, '501 5.5.4', false, 'The request is invalid.'),
  headers_too_large: row(
    431,
    '500 5.5.2',
    false,
    'The address and header fields of the request are too long.',
  ),
  rate_limited: row(429, '450 4.7.1', true, 'Rate limit exceeded.'),
  too_many_streams: row(429, '450 4.7.1', true, 'Too many streams or waiting requests.'),
  internal: row(500, '451 4.3.0', true, 'Something went wrong on our side.'),
  query_timeout: row(503, '451 4.3.0', true, 'The request took too long. Ask for less, or try again.'),
  unavailable: row(503, '451 4.3.0', true, "The service isn't available right now. Try again."),

  mailbox_unknown: row(404, '550 5.1.1', false, 'No such mailbox here.'),
  relaying_denied: row(403, '550 5.7.1', false, 'This server does not relay mail.'),
  sender_rate_limited: row(429, '451 4.7.1', true, 'Too many messages for now; try again later.'),
  message_too_large: row(413, '552 5.3.4', false, 'The message exceeds the maximum size.'),
  too_many_recipients: row(422, '452 4.5.3', true, 'Too many recipients.'),
  too_many_errors: row(429, '421 4.7.0', true, 'Too many errors.'),
  too_many_connections: row(429, '421 4.7.0', true, 'Too many connections.'),
  session_expired: row(429, '421 4.4.2', true, 'The session took too long.'),
  data_too_slow: row(429, '421 4.4.2', true, 'The message was sent too slowly.'),
  shutting_down: row(503, '421 4.3.2', true, 'The service is shutting down.'),
  storage_unavailable: row(503, '451 4.3.0', true, 'The message could not be stored now; try again.'),
  storage_full: row(503, '452 4.3.1', true, 'Insufficient storage; try again later.'),
} satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errorTable

/** One invalid part of a request: where it is (`body.slug`) and what is wrong with it. */
export interface ErrorDetail {
  path: string
  message: string
}

/** A rate limit that is used up: `limit` in `seconds`, and the seconds until there is room again. */
export interface ExceededRate {
  limit: number
  seconds: number
  reset: number
  /** All limits that hold for the caller, where this one isn't the only one. */
  all?: readonly { limit: number; seconds: number }[]
}

/** An error of the table, thrown by any floor and mapped to HTTP, SMTP or a retry at the edge. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[] | undefined
  /** Seconds after which a retry can work (RFC 9110 §10.2.3). */
  readonly retryAfter: number | undefined
  /** The limit that was exceeded, for the headers of the answer. */
  readonly rate: ExceededRate | undefined

  /** `text` replaces the table's public text where more can be said. */
  constructor(
    code: ErrorCode,
    text?: string,
    more: { details?: ErrorDetail[]; retryAfter?: number; rate?: ExceededRate; cause?: unknown } = {},
  ) {
    super(text ?? errorTable[code].text, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.details = more.details
    this.retryAfter = more.retryAfter
    this.rate = more.rate
  }
}

/** Seconds after which a process that ends, or whose threads don't come up, has made room for one that works. */
const threadRetrySeconds = 5

/**
 * `error` itself when the table knows it; `unavailable` where no thread was there to do the work, `validation_error` where
 * the work took longer than it may; else `internal`. The original is its cause.
 */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof NoThreadError)
    return new ServiceError('unavailable', undefined, { retryAfter: threadRetrySeconds, cause: error })
  if (error instanceof DeadlineError)
    return new ServiceError('validation_error', 'The input takes too long to read.', { cause: error })
  return new ServiceError('internal', undefined, { cause: error })
}

/** Whether `error` tells of the surroundings alone, and the same may succeed later: nothing was found out. */
export function isTemporary(error: unknown): boolean {
  const known = asServiceError(error)
  return known.code !== 'internal' && errorTable[known.code].temporary
}

/** Whether `error` says that the database is away: whatever else is tried of it now fails as well, each after its wait. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'storage_unavailable'
}
