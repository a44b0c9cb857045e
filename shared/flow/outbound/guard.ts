/** Whether an inbox may send at all, to whom, and what; then the charge. */
import type { EndpointName } from '../../domain/endpoints.ts'
import { endpoints } from '../../domain/endpoints.ts'
import { ServiceError } from '../../domain/errors.ts'
import { isId } from '../../domain/ids.ts'
import { sendingLevel } from '../../domain/security-level.ts'
import { assertReadable, readsWithheld } from '../../domain/withheld.ts'
import type { Sql } from '../../lib/sql.ts'
import { findPolicies } from '../../store/policy.ts'
import {
  findInboxOfSent,
  findOriginal,
  findSendingInbox,
  lockSendingInbox,
  type Original,
  type SendingInbox,
} from '../../store/sending.ts'
import { findSuppressed } from '../../store/suppression.ts'
import { charge } from '../access/charge.ts'
import { countMessages } from '../policy/count.ts'
import { draftOf } from './draft.ts'
import { refuseBlocked } from './judge.ts'
import { mustKeepBudget, mustNotLoop } from './loop-guard.ts'
import type { OutboundParts } from './parts.ts'
import type { Asked, Judged, Sending, SendOrder } from './pipeline-items.ts'

const endpointOf: Record<SendOrder['kind'], EndpointName> = {
  send: 'send_message',
  reply: 'reply_to_message',
  reply_all: 'reply_all_to_message',
  forward: 'forward_message',
}

const endpointFor = (order: SendOrder): EndpointName =>
  order.kind === 'send' && order.draft !== undefined ? 'send_draft' : endpointOf[order.kind]

/** @throws ServiceError `inbox_paused`, `level_insufficient`. */
function mustBeAbleToSend({ status, securityLevel }: Pick<SendingInbox, 'status' | 'securityLevel'>): void {
  if (status === 'paused') throw new ServiceError('inbox_paused')
  if (securityLevel < sendingLevel) throw new ServiceError('level_insufficient')
}

/**
 * The draft of what is asked for.
 * @throws ServiceError `not_found`, `inbox_paused`, `level_insufficient`, `credits_exhausted`, `validation_error`,
 * `message_too_large`, `attachment_unavailable`, `reply_loop`, `recipient_suppressed`.
 */
export async function guard(asked: Asked, parts: OutboundParts): Promise<Sending> {
  const { principal, order } = asked
  const { database } = parts
  const inbox =
    order.kind === 'send'
      ? await findSendingInbox(database, principal, order.slug)
      : isId('message', order.messageId)
        ? await findInboxOfSent(database, principal, order.messageId)
        : undefined
  if (inbox === undefined) throw new ServiceError('not_found')
  mustBeAbleToSend(inbox)
  // The charge decides; this only spares the scanners work for what can't be paid.
  if (principal.mode === 'live' && inbox.credits < endpoints[endpointFor(order)].credits)
    throw new ServiceError('credits_exhausted')
  const [policies, original] = await Promise.all([
    findPolicies(database, principal.tenantId, inbox.id),
    originalOf(asked, inbox.id, database),
  ])
  const draft = await draftOf(asked, inbox, original, parts)
  const sending = {
    ...asked,
    inbox,
    policies,
    original: original ?? null,
    readsWithheld: readsWithheld(principal),
    draft,
  }
  mustNotLoop(sending)
  if (original?.automatedKind === 'auto_reply' && order.kind !== 'forward')
    draft.autoSubmitted = 'auto-replied'
  await mustNotBeSuppressed(database, principal.tenantId, draft.recipients)
  return sending
}

/**
 * Charges for a message that was judged and counts it, its inbox locked: as the inbox is now, with the rate limits that
 * fire as well.
 * @throws ServiceError `credits_exhausted`, `not_found`, `inbox_paused`, `level_insufficient`, `reply_loop`;
 * RecordedRefusal `policy_blocked`.
 */
export async function admit(
  tx: Sql,
  sending: Judged<Sending>,
  { loopBudget }: Pick<OutboundParts, 'loopBudget'>,
): Promise<Judged<Sending>> {
  const { principal, order, id, inbox, draft, policies } = sending
  const { tenantId } = principal
  // Whoever locks an account locks it before anything else.
  await charge(tx, principal, endpointFor(order), id)
  const now = await lockSendingInbox(tx, tenantId, inbox.id)
  if (now === undefined) throw new ServiceError('not_found')
  mustBeAbleToSend(now)
  await mustKeepBudget(tx, sending, loopBudget)
  const counterparties = draft.recipients.map(({ address }) => address)
  const counted = { tenantId, inboxId: inbox.id, policies, counterparties }
  const [over = []] = await countMessages(tx, 'outbound', [counted])
  const fired = [...sending.fired, ...over]
  refuseBlocked(sending, fired)
  return { ...sending, inbox: { ...inbox, ...now }, fired }
}

/** @throws ServiceError `recipient_suppressed`, naming each recipient that the tenant sends nothing to. */
export async function mustNotBeSuppressed(
  database: OutboundParts['database'],
  tenantId: string,
  recipients: readonly { address: string }[],
): Promise<void> {
  const suppressed = await findSuppressed(
    database,
    tenantId,
    recipients.map(({ address }) => address),
  )
  if (suppressed.length === 0) return
  throw new ServiceError(
    'recipient_suppressed',
    `On the suppression list: ${suppressed.join(', ')}. Leave it out, or take it off the list first.`,
  )
}

/** The message that is answered or forwarded. @throws ServiceError where there is none, or none that is scanned yet. */
export async function originalOf(
  { principal, order }: Asked,
  inboxId: string,
  database: OutboundParts['database'],
): Promise<Original | undefined> {
  const id = order.kind === 'send' ? order.body.reply_to_message_id : order.messageId
  if (id === undefined) return undefined
  const original = isId('message', id)
    ? await findOriginal(database, principal.tenantId, inboxId, id)
    : undefined
  if (original === undefined) {
    if (order.kind !== 'send') throw new ServiceError('not_found')
    throw new ServiceError('validation_error', undefined, {
      details: [{ path: 'body.reply_to_message_id', message: 'is no message of this inbox' }],
    })
  }
  assertReadable(principal, original)
  if (original.status === 'processing')
    throw new ServiceError('attachment_unavailable', 'The message to be answered has not been scanned yet.')
  return original
}
