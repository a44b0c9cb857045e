/** What the endpoints that send have in common: their answers and their errors. */
import type { ErrorCode } from '../../../domain/errors.ts'
import type { Message } from '../../../domain/message.ts'

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

/** The other success: the message waits for a reviewer. */
export const waits = {
  status: 202 as const,
  description: 'Taken, and withheld until a reviewer approves it: see `approval`.',
  example: heldExample,
  when: ({ status }: Pick<Message, 'status'>) => status === 'withheld',
}

export const sendErrors: ErrorCode[] = [
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
]

/** Those that say when to come again where a rate limit, or the budget of a thread, is all that stands against it. */
export const sendRetryErrors: ErrorCode[] = ['policy_blocked', 'reply_loop']
