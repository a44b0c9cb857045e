/** Simulating policies: which would fire on a message, and why; nothing is counted, changed or put on record. */

import { ServiceError } from '../../domain/errors.ts'
import { isId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import type { Mailbox } from '../../domain/parsed-mail.ts'
import type { AppliedPolicy, Firing } from '../../domain/policy.ts'
import type { Principal } from '../../domain/principal.ts'
import { assertReadable, readsWithheld } from '../../domain/withheld.ts'
import type { Applied } from '../../judge/apply-policies.ts'
import { asRead, nameAsRead } from '../../judge/as-read.ts'
import { mailOfDraft } from '../../judge/draft-mail.ts'
import { senderOf } from '../../judge/given-mailboxes.ts'
import { holdPolicies } from '../../judge/hold-policies.ts'
import { judgeDraft } from '../../judge/judge-draft.ts'
import type { OutgoingDraft } from '../../judge/outgoing-draft.ts'
import { redactDraft } from '../../judge/redact-draft.ts'
import { redactableOf } from '../../judge/redactable.ts'
import type { Leaving, SimulatedMessage, SimulateTask } from '../../judge/tasks.ts'
import { cleanText, truncate } from '../../lib/clean-text.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { Sql } from '../../lib/sql.ts'
import type { ThreadPool } from '../../lib/thread-pool.ts'
import { decodeWords } from '../../mail/encoded-words.ts'
import { evaluate, outcomeOf } from '../../policy/evaluate.ts'
import type { Simulate, SimulatedMessageInput, Simulation } from '../../policy/simulation.ts'
import { findSender } from '../../store/inbox.ts'
import { findOriginal } from '../../store/message-original.ts'
import { findPolicies } from '../../store/policy.ts'
import { findJudgedMessage, type JudgedMessage } from '../../store/policy-subject.ts'
import { wouldExceed } from './count.ts'
import { invalid } from './scope.ts'

export interface SimulateParts {
  sql: Sql
  assessors: ThreadPool
  keyring: Keyring
  inboxDomain: string
}

/** A message that policies are held against, without what they have counted. */
export type Case = {
  messageId: string | null
  inboxId: string | null
  /** Inbound: the envelope sender. Outbound: every recipient of the envelope. */
  counterparties: readonly string[]
} & (
  | { direction: 'inbound' | 'outbound'; message: SimulatedMessage }
  /** A draft that nobody has judged yet. */
  | { direction: 'outbound'; draft: OutgoingDraft; inboxAddress: string; withheldToo: boolean }
)

/** What policies make of a message that comes in and waits for a person. */
export const withheldEffect = 'The message is withheld.'

const deadlineMs = limits.riskMs + 10_000

/** @throws ServiceError `not_found` and `message_withheld` for a stored message, `validation_error` for an inbox out of reach. */
export async function simulate(
  parts: SimulateParts,
  principal: Principal,
  { message_id, message: given }: Simulate,
): Promise<Simulation> {
  const found =
    given === undefined
      ? await storedCase(parts, principal, message_id!)
      : await givenCase(parts, principal, given)
  const { inboxId, messageId } = found
  const { tenantId } = principal
  const policies = await findPolicies(parts.sql, tenantId, inboxId ?? '')
  const exceeded = await rateFirings(parts.sql, tenantId, found, policies)
  const { fired, effect, rewritten } = await outcomeFor(parts, tenantId, found, policies, exceeded)
  const { action, policyId, reason } = outcomeOf(fired)
  return {
    direction: found.direction,
    inbox_id: inboxId,
    message_id: messageId,
    action,
    policy_id: policyId,
    reason: policyId === null ? null : reason,
    effect,
    fired: fired.map((one) => ({
      policy_id: one.policyId,
      name: one.name,
      type: one.type,
      action: one.action,
      inbox_id: one.inboxId,
      stage: one.stage,
      reason: one.reason,
    })),
    redacted:
      messageId !== null || rewritten === null
        ? null
        : { subject: rewritten.subject, body: rewritten.body, html: rewritten.html },
  }
}

/** What policies come to for a message; `exceeded` are the rate limits that it is over. */
export async function outcomeFor(
  parts: SimulateParts,
  tenantId: string,
  found: Case,
  policies: readonly AppliedPolicy[],
  exceeded: Firing[],
): Promise<{ fired: StagedFiring[]; effect: string } & Pick<Rewriting, 'rewritten'>> {
  const over = exceeded.map(({ policyId }) => policyId)
  const applied =
    'draft' in found
      ? await appliedToDraft(parts, found, { tenantId, policies, over })
      : await appliedTo(parts, { ...found.message, exceeded: over }, policies)
  const fired = firedAt(policies, found, applied.fired, exceeded)
  return { fired, effect: effectOf(found.direction, fired), rewritten: applied.rewritten }
}

interface Rewriting {
  rewritten: { subject: string; body: string; html: string | null } | null
}

type StagedFiring = Firing & { stage: 'rcpt' | 'message' }

/** All firings, each with the stage that it comes to first. */
function firedAt(
  policies: readonly AppliedPolicy[],
  { direction, counterparties: [mailFrom = ''] }: Case,
  fired: Firing[],
  exceeded: Firing[],
): StagedFiring[] {
  if (direction === 'outbound') return fired.map((one) => ({ ...one, stage: 'message' }))
  const envelope = evaluate(policies, { stage: 'rcpt', direction: 'inbound', mailFrom })
  const atRcpt = [...envelope, ...exceeded].filter(({ action }) => action === 'block')
  const known = new Set(atRcpt.map(({ policyId }) => policyId))
  return [
    ...atRcpt.map((one) => ({ ...one, stage: 'rcpt' as const })),
    ...fired
      .filter(({ policyId }) => !known.has(policyId))
      .map((one) => ({ ...one, stage: 'message' as const })),
  ]
}

function effectOf(direction: 'inbound' | 'outbound', fired: StagedFiring[]): string {
  const { action } = outcomeOf(fired)
  if (action === null) return 'No policy fires.'
  if (direction === 'inbound') {
    const refusing = fired.filter(({ stage }) => stage === 'rcpt')
    if (refusing.some(({ type }) => type !== 'rate_limit')) return 'The sender is refused at RCPT: 550 5.7.1.'
    if (refusing.length > 0) return 'The sender is put off at RCPT: 451 4.7.1.'
    if (action === 'block' || action === 'withhold') return withheldEffect
    if (action === 'flag')
      return 'The message is flagged; an inbox of the level guarded_receive or full_lockdown withholds it.'
    return 'The message is delivered without what was redacted.'
  }
  if (action === 'block') return 'The send is refused: 403 policy_blocked.'
  if (action === 'withhold') return 'The message waits for approval.'
  return action === 'flag'
    ? 'The message is flagged, and sent.'
    : 'The message is sent without what was redacted.'
}

function rateFirings(
  sql: Sql,
  tenantId: string,
  { inboxId, direction, counterparties }: Case,
  policies: readonly AppliedPolicy[],
): Promise<Firing[]> {
  return wouldExceed(sql, direction, {
    tenantId,
    inboxId: inboxId ?? '',
    policies,
    counterparties,
  })
}

async function givenCase(
  { sql, inboxDomain }: SimulateParts,
  principal: Principal,
  given: SimulatedMessageInput,
): Promise<Case> {
  const inboxId = given.inbox_id ?? principal.inboxId
  const inbox =
    inboxId !== null && isId('inbox', inboxId) ? await findSender(sql, principal, inboxId) : undefined
  if (inboxId !== null && inbox === undefined)
    throw invalid('body.message.inbox_id', 'is not an inbox of this account and mode')
  const { direction, from, mail_from, authenticated, to } = given
  const shared = { messageId: null, inboxId }
  if (direction === 'outbound') {
    const sender = senderOf(inbox ?? { slug: 'agent', displayName: '' }, inboxDomain)
    return {
      ...shared,
      direction,
      counterparties: to,
      draft: draftOf(given, sender),
      inboxAddress: sender.address,
      withheldToo: readsWithheld(principal),
    }
  }
  const mailFrom = mail_from ?? from ?? ''
  const mail = {
    ...mailOfDraft(draftOf(given, { name: '', address: from ?? '' })),
    ...(from === undefined ? { from: null } : {}),
  }
  const message: SimulatedMessage = { direction, mail, mailFrom, authenticated, exceeded: [] }
  return { ...shared, direction, counterparties: [mailFrom], message }
}

/** The draft that would say it; attachments have a name alone. Encoded words count as in real mail of that way. */
function draftOf(
  { direction, to, subject, body, html, attachment_names }: SimulatedMessageInput,
  from: Mailbox,
): OutgoingDraft {
  const leaves = direction === 'outbound'
  return {
    from,
    to: to.map((address) => ({ name: '', address })),
    cc: [],
    bcc: [],
    replyTo: [],
    recipients: to.map((address) => ({ address, field: 'to' })),
    subject: cleanText(leaves ? asRead('body.message.subject', subject) : decodeWords(subject)),
    text: truncate(cleanText(body), limits.bodyCharacters),
    html: html === null ? null : truncate(cleanText(html), limits.bodyCharacters),
    headers: [],
    attachments: attachment_names.map((filename, index) => ({
      filename: leaves
        ? nameAsRead(`body.message.attachment_names.${index}`, filename)
        : decodeWords(filename),
      contentType: 'application/octet-stream',
      content: Buffer.alloc(0),
    })),
    inReplyTo: null,
    references: [],
    listUnsubscribe: [],
    oneClick: false,
    metadata: {},
    sendAt: null,
  }
}

function appliedTo(
  { assessors }: SimulateParts,
  message: SimulatedMessage,
  policies: readonly AppliedPolicy[],
): Promise<Applied> {
  const task: SimulateTask = { task: 'simulate', policies, message }
  return assessors.run<Applied>(task, deadlineMs)
}

/** What policies do with a draft: judged as a send is, as far as they ask for it. */
async function appliedToDraft(
  parts: SimulateParts,
  { draft: given, inboxId, inboxAddress, withheldToo }: Extract<Case, { draft: OutgoingDraft }>,
  {
    tenantId,
    policies,
    over,
  }: { tenantId: string; policies: readonly AppliedPolicy[]; over: readonly string[] },
): Promise<Pick<Applied, 'fired'> & Rewriting> {
  const { draft, redactedBy } = await redactDraft({ draft: given, policies }, parts)
  const leaving: Leaving = {
    mail: mailOfDraft(draft),
    recipients: draft.recipients.map(({ address }) => address),
    worded: redactableOf(draft),
    redacted: redactedBy,
    exceeded: over,
  }
  const { fired } = policies.some(({ type }) => type === 'output_scan')
    ? await judgeDraft(
        {
          tenantId,
          inboxId,
          inboxAddress,
          threadId: null,
          leaving,
          files: draft.attachments,
          partFields: [],
          given: draft,
          scan: null,
          policies,
          withheldToo,
          // No policy asks what a language model says: it is not to be asked, nor to be missed.
          withoutModel: true,
        },
        { ...parts, database: parts.sql },
      )
    : { fired: await holdPolicies(parts.assessors, policies, { leaving, detections: [] }) }
  const rewritten =
    redactedBy.length === 0 ? null : { subject: draft.subject, body: draft.text, html: draft.html }
  return { fired, rewritten }
}

async function storedCase({ sql }: SimulateParts, principal: Principal, id: string): Promise<Case> {
  const stored = isId('message', id) ? await findJudgedMessage(sql, principal, id) : undefined
  if (stored === undefined) throw new ServiceError('not_found')
  if (stored === 'processing') throw invalid('body.message_id', 'is still being assessed')
  assertReadable(principal, stored)
  return caseOf(sql, principal, stored)
}

/** Of a message that was redacted, the original is looked at for those only who may read it. */
export async function caseOf(
  sql: Sql,
  { tenantId, scopes }: Principal,
  { id, inboxId, direction, envelope, ...stored }: JudgedMessage,
): Promise<Case> {
  const original = scopes.includes('approvals:read') ? await findOriginal(sql, tenantId, id) : undefined
  const mail = { ...stored.mail, ...original }
  const about = { messageId: id, inboxId, direction }
  if (direction === 'inbound') {
    const { mailFrom } = envelope
    const authenticated = stored.dmarc === 'pass'
    return {
      ...about,
      counterparties: [mailFrom],
      message: { direction, mail, mailFrom, authenticated, exceeded: [] },
    }
  }
  const { rcptTo: recipients } = envelope
  const { detections } = stored
  return {
    ...about,
    counterparties: recipients,
    message: { direction, mail, recipients, detections, exceeded: [] },
  }
}
