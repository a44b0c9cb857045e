/** What the endpoints that send have in common: how they send, their answers and their errors. */
import type { ErrorCode } from '../../../domain/errors.ts'
import { type Message, message } from '../../../domain/message.ts'
import type { SendOrder } from '../../../flow/outbound/pipeline-items.ts'
import { send } from '../../../flow/outbound/send.ts'
import type { Call } from '../../endpoint.ts'
import { showMessage } from './show.ts'

/** What the example of a message looks like when it is outbound. */
export const sentExample = {
  direction: 'outbound',
  from: 'support-agent@inbox.example',
  from_name: 'Support agent',
  to: 'ada@example.com',
  body: 'It left our house this morning.',
  body_sanitized: 'It left our house this morning.',
  extracted_text: 'It left our house this morning.',
  status: 'queued',
  security_analysis: { risk_score: 0, summary: 'No risk found.', detections: [] },
  authentication: null,
  has_attachments: false,
  attachments: [],
  message_id: 'msg_01ka2b3c4d5e6f7g8h9j0kmnpq@inbox.example',
  automated_kind: null,
  headers: [{ name: 'Subject', value: 'Order 1815' }],
  recipients: [
    {
      address: 'ada@example.com',
      field: 'to',
      status: 'pending',
      code: null,
      enhanced_code: null,
      reason: null,
    },
  ],
  redactions: [],
  send_at: null,
  sent_at: null,
  simulated: false,
  failure: null,
  edited: false,
} satisfies Partial<Message>

/** The same, when a reviewer is to decide. */
const heldExample = {
  ...sentExample,
  status: 'withheld',
  approval: {
    id: 'apr_01ka2b3c4d5e6f7g8h9j0kmnpq',
    status: 'pending',
    expires_at: '2026-02-03T09:30:00.000Z',
    reasons: ['level'],
    reviewed_by: null,
    resolved_at: null,
    reason: null,
  },
} satisfies Partial<Message>

/** Of their definitions, what is the same. */
export const sends = {
  status: 201 as const,
  example: sentExample,
  /** The message waits for a reviewer. */
  otherStatus: {
    status: 202 as const,
    description: 'Taken, and withheld until a reviewer approves it: see `approval`.',
    example: heldExample,
    when: ({ status }: Pick<Message, 'status'>) => status === 'withheld',
  },
  answer: message,
  errors: [
    'credits_exhausted',
    'level_insufficient',
    'policy_blocked',
    'message_withheld',
    'recipient_suppressed',
    'reply_loop',
    'attachment_infected',
    'not_found',
    'inbox_paused',
    'attachment_unavailable',
    'message_too_large',
    'unavailable',
    'quota_exceeded',
  ] satisfies ErrorCode[],
  // Where a rate limit, or the budget of a thread, is all that stands against it.
  retryErrors: ['policy_blocked', 'reply_loop'] satisfies ErrorCode[],
}

/** Sends what a call orders. */
export const sendAndShow = async (
  { deps, principal }: Pick<Call<unknown, unknown>, 'deps' | 'principal'>,
  order: SendOrder,
): Promise<Message> =>
  showMessage(deps, principal, await send({ ...deps.outbound, database: deps.database }, principal, order))
