/** Tells a model why a call was refused, and what it can do next. */
import type { RefusalAnswer } from '../../shared/api/answer.ts'
import type { ErrorCode } from '../../shared/domain/errors.ts'

/** What helps, by code; of others there is nothing to say but whether trying again can work. */
const next: Partial<Record<ErrorCode, string>> = {
  validation_error: 'Correct the arguments that are named and call again.',
  not_found: 'Look the identifier or slug up with a list tool; do not guess one.',
  forbidden: 'This key may not do that. Ask the person who gave it to you; calling again will not help.',
  unauthorized: 'Ask the person who runs you for a working API key.',
  credits_exhausted:
    'Tell the owner of the account that its credits are used up. Calling again will not help.',
  level_insufficient: 'This inbox may not send. Tell its owner; calling again will not help.',
  policy_blocked: 'A policy forbids this message. Do not try to get around it: tell the owner of the inbox.',
  message_withheld: 'A person has to release the message first. Go on with other work.',
  recipient_suppressed: 'That address does not want mail or does not exist. Do not send to it again.',
  reply_loop: 'The other side is a program. Do not answer it.',
  inbox_paused: 'The inbox is paused. Tell its owner.',
  attachment_unavailable: 'Wait some seconds for the virus scan, then call again.',
  attachment_infected:
    'The file holds a virus. Leave it out of what you send; one that came in is never given out.',
  idempotency_mismatch: 'Use a new idempotency_key for a different message.',
  account_unconfirmed:
    'The owner of the account has to follow the link in the mail that confirms its address.',
  quota_exceeded: 'Tell the owner of the account that its quota is used up.',
  body_too_large: 'Send less: shorter text, or smaller files.',
}

/** The refusal as one text: its code, what is wrong, where, and what to do. */
export function refusalText({ error, retryAfter }: RefusalAnswer): string {
  const details = (error.details ?? []).map(({ path, message }) => `- ${path}: ${message}`)
  const wait = retryAfter === undefined ? undefined : `Wait ${retryAfter} seconds, then call again.`
  const step = wait ?? next[error.code as ErrorCode]
  return [`${error.code}: ${error.message}`, ...details, ...(step === undefined ? [] : [step])].join('\n')
}
