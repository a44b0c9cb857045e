/** What mends an error, where something does: one sentence a code, for the `fix` of the error envelope and the documentation. */
import type { ErrorCode } from './errors.ts'

export const errorFixes: Partial<Record<ErrorCode, string>> = {
  bad_request: 'Send a request of HTTP/1.1, with complete headers.',
  unauthorized:
    'Send the header `Authorization: Bearer` with an API key that exists; make a new key if this one was deleted.',
  credits_exhausted:
    'Buy credits (`POST /credits/purchase`), turn on auto top-up, or use a sandbox key, which costs nothing.',
  payment_failed: 'Set another payment method (`POST /billing/payment-methods`), and try again.',
  forbidden:
    'Use a key that has the scope; the documentation of each endpoint names it. A key that is limited to one inbox never has more than that inbox.',
  level_insufficient:
    'Set the `security_level` of the inbox to `guarded_send` or `full_lockdown` (`PATCH /inboxes/{slug}`).',
  policy_blocked:
    'Change what the message says or whom it goes to, or have the policy changed. Sending the same again is blocked again.',
  account_unconfirmed: 'Follow the link in the mail, or ask for another (`POST /account/confirmation`).',
  signup_closed: 'Ask the operator of the service for an account.',
  invite_invalid: 'Ask the operator of the service for a new `invite_code`.',
  quota_exceeded:
    'Delete what is not needed any more, wait for midnight (UTC) for a quota of a day, or ask the operator for more.',
  attachment_infected: 'Nothing: an infected attachment is never handed out.',
  not_found:
    'Check the path and the identifier, and that the key is of the same mode, live or sandbox, and of the same account.',
  method_not_allowed: 'Use a method that the header `Allow` names.',
  inbox_paused: 'Set the `status` of the inbox to `active` (`PATCH /inboxes/{slug}`).',
  slug_taken: 'Choose another slug.',
  not_withheld: 'Nothing is to be done: get the message for its `status`.',
  message_withheld: 'Ask a person to release the message; meanwhile go on without it.',
  recipient_suppressed:
    'Leave the recipient out, or take the address off the list (`DELETE /suppressions/{address}`) if it works again.',
  reply_loop: 'Do not answer: programs would go on answering each other.',
  approval_required: 'Approve or reject it (`POST /approvals/{approval_id}/approve`).',
  not_cancellable: 'Get the message for its `status`: it has left, or has ended.',
  not_deletable: 'Let it end first: wait, cancel it, or reject its approval; then delete it.',
  attachment_unavailable: 'Wait a moment, and try again.',
  draft_sent: 'Look at the message (`message_id` of the draft), or make a new draft.',
  not_redeliverable: 'Wait for the attempt that is under way, and look at its outcome.',
  webhook_not_set: 'Set `webhook_url` first (`PATCH /inboxes/{slug}`).',
  idempotency_conflict: 'Wait a moment, and send the same request again.',
  idempotency_mismatch: 'Use a new Idempotency-Key for a new request.',
  body_too_large: 'Send less in one request.',
  unsupported_media_type: 'Send JSON with the header `Content-Type: application/json`.',
  approval_resolved: 'Get the approval for how it ended; do not send the message again without asking.',
  approval_edited: 'Get the approval again, and decide on what it says now.',
  validation_error: 'Change what `details` names, and send the request again.',
  rate_limited: 'Wait as many seconds as `Retry-After` says, and try again.',
  too_many_streams: 'Close a stream, or a request that waits, before you open another.',
  internal: 'Try again; if it goes on, tell the operator the `request_id`.',
  query_timeout: 'Ask for less: fewer filters, a smaller `limit`, or a shorter time.',
  unavailable: 'Wait as many seconds as `Retry-After` says, and try again.',
}

/** Where an error is explained: an anchor of the service's documentation page at `publicUrl`. */
export const docsOf = (code: ErrorCode, publicUrl: string): string => `${publicUrl}/docs#error-${code}`
