/** What a reviewer decides on a mail, and carrying it out through the door. */
import type { ApprovalDetail } from '../../shared/domain/approval.ts'
import { ServiceError } from '../../shared/domain/errors.ts'
import type { Message } from '../../shared/domain/message.ts'
import type { Scope } from '../../shared/domain/scopes.ts'
import { cleanText } from '../../shared/lib/clean-text.ts'
import { ask } from './ask.ts'
import type { DashboardParts, Visitor } from './visitor.ts'

export const decisions = ['approve', 'reject', 'release', 'delete'] as const
export type Decision = (typeof decisions)[number]

export const isDecision = (text: string): text is Decision => (decisions as readonly string[]).includes(text)

/** The words of what was done, in addresses. */
export const doneWords: Readonly<Record<Decision, string>> = {
  approve: 'approved',
  reject: 'rejected',
  release: 'released',
  delete: 'deleted',
}

/** What each needs, asked when it is made: when it is carried out it is too late to say no. */
const scopes: Readonly<Record<Decision, Scope>> = {
  approve: 'approvals:write',
  reject: 'approvals:write',
  release: 'approvals:write',
  delete: 'inboxes:write',
}

/** Whether the role of somebody lets them make it. */
export const mayDecide = ({ principal }: Pick<Visitor, 'principal'>, decision: Decision): boolean =>
  principal.scopes.includes(scopes[decision])

/** A mail that is decided on. */
export interface Decided {
  message: Pick<Message, 'id' | 'direction' | 'status' | 'security_analysis'>
  /** Where it waits for one. */
  approval: Pick<ApprovalDetail, 'id' | 'content_sha256'> | null
}

/** Whether a decision lets mail pass whose score is high: that wants a second step. */
export const wantsSecondStep = (
  { message }: Decided,
  decision: Decision,
  { withholdAbove }: DashboardParts['bounds'],
): boolean =>
  (decision === 'approve' || decision === 'release') &&
  (message.security_analysis?.risk_score ?? 0) > withholdAbove

/** Whether what a decision is about waits for one: of mail that others have let through, nothing is deleted. */
export const stillWaits = ({ message, approval }: Decided, decision: Decision): boolean =>
  decision === 'approve' || decision === 'reject'
    ? approval !== null
    : message.direction === 'inbound' && message.status === 'withheld'

/** Whether the version that was looked at is the one that there is: of one that nobody looked at nothing is decided. */
export const wasLookedAt = ({ approval }: Decided, contentSha256: string): boolean =>
  approval === null || approval.content_sha256 === contentSha256

/**
 * Carries it out once, however often it is called with the same `once`.
 * @throws ServiceError as the door refuses; `approval_resolved` where nothing waits for an approval.
 */
export async function carryOut(
  parts: Pick<DashboardParts, 'door'>,
  visitor: Pick<Visitor, 'caller'>,
  { message, approval }: Decided,
  decision: Decision,
  given: { reason: string; once: string },
): Promise<void> {
  const idempotencyKey = given.once
  const ofMessage = { params: { message_id: message.id }, idempotencyKey }
  if (decision === 'release') return ask(parts, visitor, 'release_message', ofMessage)
  if (decision === 'delete') return ask(parts, visitor, 'delete_message', ofMessage)
  if (approval === null) throw new ServiceError('approval_resolved')
  const params = { approval_id: approval.id }
  if (decision === 'approve')
    return ask(parts, visitor, 'approve', {
      params,
      idempotencyKey,
      query: { content_sha256: approval.content_sha256 },
    })
  const reason = cleanText(given.reason).trim()
  return ask(parts, visitor, 'reject', { params, idempotencyKey, body: reason === '' ? {} : { reason } })
}
