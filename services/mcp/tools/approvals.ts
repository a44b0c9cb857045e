/** The tools around what waits for a person: agents may look, a reviewer's key may also decide. */
import { z } from 'zod'
import type { Approval, ApprovalResolution, approvalPage } from '../../../shared/domain/approval.ts'
import type { Message } from '../../../shared/domain/message.ts'
import { argument } from '../arguments.ts'
import { rows } from '../more.ts'
import { readShown } from '../read-shown.ts'
import { defineTool } from '../tool.ts'
import { lineOf, shortLineOf, untrusted } from '../untrusted.ts'

const shownBy = (line: (text: string) => string) => (one: Approval) => ({
  id: one.id,
  message_id: one.message_id,
  status: one.status,
  reasons: one.reasons,
  risk_score: one.risk_score,
  content_sha256: one.content_sha256,
  expires_at: one.expires_at,
  reason: one.reason === null ? null : line(one.reason),
  // An agent wrote it, perhaps from what a stranger told it.
  untrusted: {
    to: line(one.message_preview.to),
    subject: line(one.message_preview.subject),
    preview: line(one.message_preview.body_preview),
  },
})
const shown = shownBy(lineOf)
const row = shownBy(shortLineOf)

const resolved = ({ id, status, message_id }: ApprovalResolution) => ({
  text: `Approval ${id} of message ${message_id} is ${status}.`,
  structured: { id, status, message_id },
})

export const approvalTools = [
  defineTool<z.output<typeof approvalPage>>()({
    name: 'list_approvals',
    title: 'List approvals',
    description: 'Lists messages that wait, or waited, for a person before they are sent.',
    endpoint: 'list_approvals',
    input: z.strictObject({
      status: z.enum(['pending', 'approved', 'rejected', 'expired']).optional(),
      limit: argument.limit,
      cursor: argument.cursor,
    }),
    effect: 'reads',
    repeatable: true,
    call: (query) => ({ query }),
    show: ({ approvals, next_cursor }) => {
      const items = approvals.map(row)
      return {
        text: rows(items, 'Nothing waits for a person.', next_cursor),
        structured: { approvals: items, next_cursor },
      }
    },
  }),
  defineTool<Approval>()({
    name: 'get_approval',
    title: 'Get an approval',
    description: 'Shows what a person has decided about a message, if anybody has yet.',
    endpoint: 'get_approval',
    input: z.strictObject({ approval_id: argument.approvalId }),
    effect: 'reads',
    repeatable: true,
    call: (params) => ({ params }),
    show: (one) => ({ text: untrusted(JSON.stringify(shown(one))), structured: shown(one) }),
  }),
  defineTool<ApprovalResolution>()({
    name: 'approve',
    title: 'Approve a message',
    description:
      'Lets a message that waits be sent as it is. Only on the word of the person who is responsible.',
    endpoint: 'approve',
    input: z.strictObject({
      approval_id: argument.approvalId,
      content_sha256: z.string().max(64).describe('Of the approval: what was looked at is what leaves.'),
    }),
    effect: 'writes',
    repeatable: true,
    call: ({ approval_id, content_sha256 }) => ({ params: { approval_id }, query: { content_sha256 } }),
    show: resolved,
  }),
  defineTool<ApprovalResolution>()({
    name: 'reject',
    title: 'Reject a message',
    description: 'Sees to it that a message that waits is never sent.',
    endpoint: 'reject',
    input: z.strictObject({
      approval_id: argument.approvalId,
      reason: z.string().max(1_000).optional().describe('The agent that wrote it reads this.'),
    }),
    effect: 'destroys',
    repeatable: true,
    call: ({ approval_id, ...body }) => ({ params: { approval_id }, body }),
    show: resolved,
  }),
  defineTool<Message>()({
    name: 'release_message',
    title: 'Release a withheld message',
    description:
      'Lets agents read an inbound message that was withheld. Only on the word of the person who is responsible.',
    endpoint: 'release_message',
    input: z.strictObject({ message_id: argument.messageId }),
    effect: 'writes',
    repeatable: true,
    call: (params) => ({ params }),
    show: (message, _args, ask) => readShown(message, ask),
  }),
]
