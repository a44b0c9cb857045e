/** What the endpoints that send have in common: their answers and their errors. */
import type { ErrorCode } from '../../../../shared/domain/errors.ts'
import type { Message } from '../../../../shared/domain/message.ts'
import type { StoredMessage } from '../../../../shared/store/message.ts'
import type { ApiDeps } from '../../deps.ts'
import { showMessage } from './show.ts'

/** The other success: the message waits for a reviewer. */
export const waits = {
  status: 202 as const,
  description: 'Taken, and withheld until a reviewer approves it: see `approval`.',
  when: ({ status }: Pick<Message, 'status'>) => status === 'withheld',
}

export const sendErrors: ErrorCode[] = [
  'credits_exhausted',
  'level_insufficient',
  'policy_blocked',
  'recipient_suppressed',
  'reply_loop',
  'attachment_infected',
  'not_found',
  'inbox_paused',
  'attachment_unavailable',
  'message_too_large',
  'unavailable',
]

export const showSent = (deps: ApiDeps, row: StoredMessage): Promise<Message> => showMessage(deps, row)
