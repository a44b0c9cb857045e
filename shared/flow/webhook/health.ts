/** What the outcomes of attempts say of a webhook: one that fails for days is switched off, and its people are told. */
import { auditEntry } from '../../domain/audit.ts'
import { limits } from '../../domain/limits.ts'
import type { Sql } from '../../lib/sql.ts'
import type { Queue } from '../../queue/queue.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { AttemptRecord, DueDelivery } from '../../store/webhook-delivery.ts'
import { disableFailingWebhooks, holdMessages, noteWebhookHealth } from '../../store/webhook-health.ts'
import { emitEvents } from '../events/emit.ts'
import { enqueueWebhookNotices } from './notice.ts'

/** An attempt that a request was made for. */
export interface Attempt {
  delivery: Pick<DueDelivery, 'tenantId' | 'inboxId' | 'messageId'>
  record: Pick<AttemptRecord, 'status'>
}

/**
 * Notes which webhooks work, and switches off those that have failed for `limits.webhookFailingDays`, with a delivery
 * given up now: each delivery has all its attempts first. Call it last in the transaction.
 */
export async function watchHealth(tx: Sql, queue: Queue, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return
  const inboxesOf = (wanted: (record: Attempt['record']) => boolean) =>
    attempts.filter(({ record }) => wanted(record)).map(({ delivery }) => delivery)
  const succeeded = inboxesOf(({ status }) => status === 'succeeded')
  const works = new Set(succeeded.map(({ inboxId }) => inboxId))
  const failed = inboxesOf(({ status }) => status !== 'succeeded').filter(
    ({ inboxId }) => !works.has(inboxId),
  )
  await noteWebhookHealth(tx, { succeeded, failed })
  const givenUp = inboxesOf(({ status }) => status === 'failed').filter(({ inboxId }) => !works.has(inboxId))
  const disabled = await disableFailingWebhooks(tx, givenUp, limits.webhookFailingDays)
  if (disabled.length === 0) return
  await insertAuditEntries(
    tx,
    disabled.map(({ tenantId, inboxId, failingSince }) =>
      auditEntry(
        tenantId,
        inboxId,
        'webhook_disabled',
        'high',
        `A webhook has failed for ${limits.webhookFailingDays} days, and was switched off.`,
        { failing_since: failingSince },
      ),
    ),
  )
  // The message may have been deleted while its last attempt was under way: there is nothing to tell of then.
  const about = await holdMessages(tx, givenUp)
  await emitEvents(
    tx,
    queue,
    disabled.flatMap(({ tenantId, inboxId, failingSince }) => {
      const messageId = about.get(inboxId)
      if (messageId === undefined) return []
      return [
        {
          type: 'webhook.disabled' as const,
          tenantId,
          inboxId,
          messageId,
          facts: { failingSince },
          pushed: false,
        },
      ]
    }),
  )
  await enqueueWebhookNotices(tx, queue, disabled)
}
