/** Stage `guard`: whether the inbox may send at all, to whom, and what; then the charge. */
import type { EndpointName } from '../../domain/endpoints.ts'
import { endpoints } from '../../domain/endpoints.ts'
import { ServiceError } from '../../domain/errors.ts'
import { isId } from '../../domain/ids.ts'
import { assertReadable } from '../../domain/withheld.ts'
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
import type { Stage } from '../stage.ts'
import { draftOf } from './draft.ts'
import { mustKeepBudget, mustNotLoop } from './loop-guard.ts'
import type { OutboundParts } from './parts.ts'
import type { Sending, SendOrder } from './pipeline-items.ts'

const endpointOf: Record<SendOrder['kind'], EndpointName> = {
  send: 'send_message',
  reply: 'reply_to_message',
  reply_all: 'reply_all_to_message',
  forward: 'forward_message',
}

/** The least level that sends: `guarded_send`. */
export const sendingLevel = 3

/** @throws ServiceError `inbox_paused`, `level_insufficient`. */
function mustBeAbleToSend({ status, securityLevel }: Pick<SendingInbox, 'status' | 'securityLevel'>): void {
  if (status === 'paused') throw new ServiceError('inbox_paused')
  if (securityLevel < sendingLevel) throw new ServiceError('level_insufficient')
}

export const guard: Stage<Sending, OutboundParts> = {
  name: 'guard',
  async prepare(items, parts) {
    for (const item of items) await guardOne(item, parts)
  },
  async commit(tx, items, { loopBudget }) {
    for (const item of items) {
      const { principal, order, id, inbox, draft, policies } = item
      // Whoever locks an account locks it before anything else.
      await charge(tx, principal, endpointOf[order.kind], id)
      const now = await lockSendingInbox(tx, principal.tenantId, inbox!.id)
      if (now === undefined) throw new ServiceError('not_found')
      mustBeAbleToSend(now)
      await mustKeepBudget(tx, item, loopBudget)
      item.inbox = { ...inbox!, ...now }
      const [over] = await countMessages(tx, 'outbound', [
        {
          tenantId: principal.tenantId,
          inboxId: inbox!.id,
          policies: policies!,
          counterparties: draft!.recipients.map(({ address }) => address),
        },
      ])
      item.fired = [...item.fired!, ...over!]
    }
  },
}

async function guardOne(item: Sending, parts: OutboundParts): Promise<void> {
  const { principal, order } = item
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
  if (principal.mode === 'live' && inbox.credits < endpoints[endpointOf[order.kind]].credits)
    throw new ServiceError('credits_exhausted')
  const [policies, original] = await Promise.all([
    findPolicies(database, principal.tenantId, inbox.id),
    originalOf(item, inbox.id, database),
  ])
  Object.assign(item, { inbox, policies, ...(original === undefined ? {} : { original }) })
  item.draft = await draftOf(item, parts)
  mustNotLoop(item)
  if (original?.automatedKind === 'auto_reply' && order.kind !== 'forward')
    item.draft.autoSubmitted = 'auto-replied'
  const { recipients } = item.draft
  await mustNotBeSuppressed(database, principal.tenantId, recipients)
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
async function originalOf(
  { principal, order }: Sending,
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
