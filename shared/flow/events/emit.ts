/** Telling what happened: one call writes events, queues the webhooks that are to be told, and wakes streams. */
import type { EventName } from '../../domain/event.ts'
import { newId } from '../../domain/ids.ts'
import type { FactsOf } from '../../events/index.ts'
import { cleanJson } from '../../lib/clean-text.ts'
import type { Sql } from '../../lib/sql.ts'
import type { Queue } from '../../queue/queue.ts'
import { type EventRow, findWebhookEvents, insertEvents } from '../../store/event.ts'

/** An event of one kind, about a message that is stored by now. */
interface EventOf<Name extends EventName> {
  type: Name
  tenantId: string
  inboxId: string
  messageId: string
  /** What the payload says beside the message; each kind has its own. */
  facts: FactsOf<Name>
  /** Whether the inbox's webhook is to be told, where the caller knows; else that is looked up. */
  pushed?: boolean
}
export type NewEvent = { [Name in EventName]: EventOf<Name> }[EventName]

/**
 * Writes `events` in the transaction of the effect that they tell of, in order.
 *
 * Call it once a transaction, as the last thing: from here to the commit no other transaction can write events of the
 * tenant, which is what gives them an order without gaps.
 */
export async function emitEvents(tx: Sql, queue: Queue, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const unknown = events.filter(({ pushed }) => pushed === undefined)
  const wanted = unknown.length === 0 ? undefined : await findWebhookEvents(tx, unknown)
  const rows = events.map(({ pushed, ...event }): EventRow => {
    const push = pushed ?? wanted?.get(event.inboxId)?.includes(event.type) ?? false
    return { ...event, facts: cleanJson(event.facts), deliveryId: push ? newId('webhookDelivery') : null }
  })
  const jobs = rows.flatMap(({ tenantId, inboxId, deliveryId }) =>
    deliveryId === null ? [] : [{ data: { tenantId, deliveryId }, group: inboxId }],
  )
  await Promise.all([queue.enqueue(tx, 'deliver', jobs), insertEvents(tx, rows)])
}
