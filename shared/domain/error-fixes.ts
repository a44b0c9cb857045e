/** What mends an error, where something does: one sentence a code, for the `fix` of the error envelope and the documentation. */
import type { ErrorCode } from './errors.ts'
import { limits } from './limits.ts'

export const errorFixes: Partial<Record<ErrorCode, string>> = {
  bad_request: 'Send a valid HTTP/1.1 request with complete headers.',
  request_timeout: `Send the header within ${limits.requestMs / 1_000} seconds, and the body in as many, beside a second for each ${limits.requestBytesPerSecond / 1_024} KiB: over a slower connection, a smaller one.`,
  headers_too_large: 'Ask with a shorter query, or send fewer and shorter header fields.',
  unauthorized:
    'Send your API key in the header `Authorization: Bearer svc_live_…`. If the key was deleted, create a new one.',
  credits_exhausted:
    'Buy credits (`POST /credits/purchase`), turn on auto top-up, or use a sandbox key, whose calls are free.',
  payment_failed: 'Set another payment method (`POST /billing/payment-methods`), and try again.',
  forbidden:
    'An agent leaves this to a person: its key lacks the scope on purpose, and no other key is to be looked for. Everybody else uses a key with this scope; the documentation of each endpoint names it. A key that is limited to one inbox can never reach another.',
  level_insufficient:
    'Set the `security_level` of the inbox to `guarded_send` or `full_lockdown` (`PATCH /inboxes/{slug}`).',
  policy_blocked:
    'Change the message or its recipients, or ask for the policy to be changed. If you send the same message again, it is blocked again; only what is over a rate limit (`Retry-After`) can pass later.',
  account_unconfirmed: 'Follow the link in the mail, or request another one (`POST /account/confirmation`).',
  signup_closed: 'Ask the operator of the service for an account.',
  invite_invalid: 'Ask the operator of the service for a new `invite_code`.',
  quota_exceeded:
    'Delete what you no longer need, or ask the operator for a higher quota. A daily quota starts again at midnight (UTC).',
  attachment_infected:
    'Remove the infected file from what you send, and send the message again. One that came in is never handed out.',
  not_found:
    'Check the path and the identifier. A key sees only its own account and its own mode, live or sandbox.',
  method_not_allowed: 'Use one of the methods in the header `Allow`.',
  not_acceptable: 'Send a header `Accept` with each media type that the message names.',
  session_required:
    'Send `initialize` to `POST /mcp`, and the `Mcp-Session-Id` of its answer with each request behind it.',
  inbox_paused: 'Set the `status` of the inbox to `active` (`PATCH /inboxes/{slug}`).',
  slug_taken:
    'Choose another slug. If an inbox of your own has it, you can delete that one: in the sandbox with a sandbox key, in live with a live key.',
  not_withheld: "You don't need to do anything. Get the message to see its `status`.",
  message_withheld: 'Ask a person to release the message, and go on without it until then.',
  recipient_suppressed:
    'Leave this recipient out. If the address works again, remove it from the list (`DELETE /suppressions/{address}`).',
  reply_loop: "Don't answer this message, or two programs will keep answering each other.",
  approval_required: 'Approve or reject it (`POST /approvals/{approval_id}/approve`).',
  not_cancellable: 'Get the message to see its `status`. It has been sent or has ended already.',
  not_deletable: 'Wait until the message is done, cancel it, or reject its approval. Then delete it.',
  attachment_unavailable: 'Wait a moment, and try again.',
  draft_sent: 'Get the message that was sent (`message_id` of the draft), or create a new draft.',
  not_redeliverable: 'Wait for the current attempt to end, and check its outcome.',
  webhook_not_set: 'Set `webhook_url` first (`PATCH /inboxes/{slug}`).',
  idempotency_conflict: 'Wait a moment, and send the same request again.',
  idempotency_mismatch: 'Use a new `Idempotency-Key` for each new request.',
  body_too_large: 'Send a smaller request.',
  unsupported_media_type: 'Send JSON with the header `Content-Type: application/json`.',
  approval_resolved:
    "Get the approval to see how it ended. Don't send the message again without asking a person.",
  approval_edited: 'Get the approval again, and decide on the message as it is now.',
  validation_error: 'Correct the fields that `details` lists, and send the request again.',
  rate_limited: 'Wait for the number of seconds in the header `Retry-After`, and try again.',
  too_many_streams: 'Close a stream or a waiting request before you open another one.',
  internal: 'Try again. If it keeps failing, tell the operator the `request_id`.',
  query_timeout: 'Ask for less: use fewer filters, a smaller `limit` or a shorter period.',
  unavailable: 'Wait for the number of seconds in the header `Retry-After`, and try again.',
}

/** Where an error is explained: an anchor of the service's documentation page at `publicUrl`. */
export const docsOf = (code: ErrorCode, publicUrl: string): string => `${publicUrl}/docs#error-${code}`
