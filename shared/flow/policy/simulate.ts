/** Simulating policies: which would fire on a message, and why; nothing is counted, changed or put on record. */
import { ServiceError } from '../../domain/errors.ts'
import { isId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import type { AppliedPolicy, Firing } from '../../domain/policy.ts'
import type { Principal } from '../../domain/principal.ts'
import { assertReadable } from '../../domain/withheld.ts'
import type { Sql } from '../../lib/sql.ts'
import type { ThreadPool } from '../../lib/thread-pool.ts'
import { evaluate, outcomeOf } from '../../policy/evaluate.ts'
import type { Simulate, SimulatedMessageInput, Simulation } from '../../policy/simulation.ts'
import { bareContext, type OutboundContext } from '../../risk/outbound.ts'
import { findSlugOfInbox } from '../../store/inbox.ts'
import { findOriginal } from '../../store/message-original.ts'
import { findPolicies } from '../../store/policy.ts'
import { findJudgedMessage } from '../../store/policy-subject.ts'
import { mailOfDraft } from '../outbound/draft-mail.ts'
import { knowledgeOf, type Outgoing, otherTextsFor, toldTexts } from '../outbound/knowledge.ts'
import type { Applied } from './apply.ts'
import { wouldExceed } from './count.ts'
import { invalid } from './scope.ts'
import type { SimulatedMessage, SimulateTask } from './simulate-here.ts'

interface SimulateParts {
  sql: Sql
  assessors: ThreadPool
  inboxDomain: string
}

/** A message that policies are held against, without what they have counted. */
interface Case {
  messageId: string | null
  inboxId: string | null
  message: SimulatedMessage
}

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
  const message = { ...found.message, exceeded: exceeded.map(({ policyId }) => policyId) }
  const task: SimulateTask = { task: 'simulate', policies, message }
  const applied = await parts.assessors.run<Applied>(task, deadlineMs)
  const fired = firedAt(policies, message, applied.fired, exceeded)
  const { action, policyId, reason } = outcomeOf(fired)
  const { rewritten } = applied
  return {
    direction: message.direction,
    inbox_id: inboxId,
    message_id: messageId,
    action,
    policy_id: policyId,
    reason: policyId === null ? null : reason,
    effect: effectOf(message.direction, fired),
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

type StagedFiring = Firing & { stage: 'rcpt' | 'message' }

/** All firings, each with the stage that it comes to first. */
function firedAt(
  policies: readonly AppliedPolicy[],
  message: SimulatedMessage,
  fired: Firing[],
  exceeded: Firing[],
): StagedFiring[] {
  if (message.direction === 'outbound') return fired.map((one) => ({ ...one, stage: 'message' }))
  const envelope = evaluate(policies, { stage: 'rcpt', direction: 'inbound', mailFrom: message.mailFrom })
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
    if (action === 'block' || action === 'withhold') return 'The message is withheld.'
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
  { inboxId, message }: Case,
  policies: readonly AppliedPolicy[],
): Promise<Firing[]> {
  const counterparties = message.direction === 'inbound' ? [message.mailFrom] : message.recipients
  return wouldExceed(sql, message.direction, {
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
  const slug =
    inboxId !== null && isId('inbox', inboxId) ? await findSlugOfInbox(sql, principal, inboxId) : undefined
  if (inboxId !== null && slug === undefined)
    throw invalid('body.message.inbox_id', 'is not an inbox of this account and mode')
  const { direction, from, mail_from, authenticated, to, subject, body, html, attachment_names } = given
  const author = { name: '', address: from ?? '' }
  const mail = {
    ...mailOfDraft({
      from: author,
      to: to.map((address) => ({ name: '', address })),
      cc: [],
      bcc: [],
      replyTo: [],
      subject,
      text: body,
      html,
      headers: [],
      attachments: attachment_names.map((filename) => ({
        filename,
        contentType: 'application/octet-stream',
        content: new Uint8Array(),
      })),
    }),
    ...(from === undefined ? { from: null } : {}),
  }
  const message: SimulatedMessage =
    direction === 'inbound'
      ? { direction, mail, mailFrom: mail_from ?? from ?? '', authenticated, exceeded: [] }
      : {
          direction,
          mail,
          recipients: to,
          context: await contextOf(
            sql,
            {
              tenantId: principal.tenantId,
              inbox: inboxId === null ? null : { id: inboxId, address: `${slug}@${inboxDomain}` },
              recipients: to,
              text: body,
              html,
            },
            `agent@${inboxDomain}`,
          ),
          detections: null,
          exceeded: [],
        }
  return { messageId: null, inboxId, message }
}

/** What the inbox knows of those a new message would go to; without an inbox nobody is known. */
async function contextOf(
  sql: Sql,
  given: Pick<Outgoing, 'tenantId' | 'recipients'> & {
    inbox: Outgoing['inbox'] | null
    text: string
    html: string | null
  },
  nobody: string,
): Promise<OutboundContext> {
  const { inbox, text, html } = given
  if (inbox === null) return bareContext(nobody, given.recipients)
  const outgoing = { ...given, inbox, threadId: null }
  const [context, others, told] = await Promise.all([
    knowledgeOf(sql, outgoing),
    otherTextsFor(sql, outgoing, text, html),
    toldTexts(sql, outgoing),
  ])
  return {
    ...context,
    told,
    otherThreads: others.map((one) => ({ ...one, fingerprints: [] })),
  }
}

/** Of a message that was redacted, the original is looked at for those only who may read it. */
async function storedCase(
  { sql, inboxDomain }: SimulateParts,
  principal: Principal,
  id: string,
): Promise<Case> {
  const stored = isId('message', id) ? await findJudgedMessage(sql, principal, id) : undefined
  if (stored === undefined) throw new ServiceError('not_found')
  if (stored === 'processing') throw invalid('body.message_id', 'is still being assessed')
  assertReadable(principal, stored)
  const { tenantId } = principal
  const original = principal.scopes.includes('approvals:read')
    ? await findOriginal(sql, tenantId, id)
    : undefined
  const { inboxId, direction, envelope } = stored
  const mail = { ...stored.mail, ...original }
  const message: SimulatedMessage =
    direction === 'inbound'
      ? { direction, mail, mailFrom: envelope.mailFrom, authenticated: stored.dmarc === 'pass', exceeded: [] }
      : {
          direction,
          mail,
          recipients: envelope.rcptTo,
          context: bareContext(`${stored.slug}@${inboxDomain}`, envelope.rcptTo),
          detections: stored.detections,
          exceeded: [],
        }
  return { messageId: id, inboxId, message }
}
