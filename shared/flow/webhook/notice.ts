/** Tells the people of an account by mail that a webhook of theirs was switched off. */
import { limits } from '../../domain/limits.ts'
import type { Sql } from '../../lib/sql.ts'
import type { Queue } from '../../queue/queue.ts'
import { countAsking } from '../../store/admission.ts'
import { countFailedDeliveries, findDisabledWebhook, findWebhookUsers } from '../../store/webhook-notice.ts'
import { type SystemMailParts, workSystemMail } from '../account/system-mail.ts'
import { disabledWebhookMail, disabledWebhookMailToStranger } from './notice-mail.ts'

const dayWindow = { seconds: 86_400, limit: limits.unconfirmedWebhookNoticesPerDay }

/**
 * Has each user told, once the transaction commits. An address that nobody has confirmed may be a stranger's: it is told
 * of no more than `limits.unconfirmedWebhookNoticesPerDay`, however many inboxes an account makes.
 */
export async function enqueueWebhookNotices(
  tx: Sql,
  queue: Queue,
  disabled: readonly { tenantId: string; inboxId: string }[],
): Promise<void> {
  const users = await findWebhookUsers(tx, [...new Set(disabled.map(({ tenantId }) => tenantId))])
  const jobs: { data: { tenantId: string; inboxId: string; userId: string } }[] = []
  for (const { tenantId, userId, confirmed } of users)
    for (const { inboxId } of disabled.filter((one) => one.tenantId === tenantId)) {
      if (!confirmed) {
        const use = await countAsking(tx, { tenantId, subject: `webhook_notice ${userId}` }, dayWindow)
        if (use.used > use.limit) continue
      }
      jobs.push({ data: { tenantId, inboxId, userId } })
    }
  await queue.enqueue(tx, 'webhook_notice', jobs)
}

/** How long before its failure was noted a delivery may have been made: it waited, and was tried for 72 minutes. */
const slackMs = 7_200_000

/** Takes jobs of users who are to be told, until the queue stops. */
export async function workWebhookNotices(parts: SystemMailParts): Promise<void> {
  const { database, inboxDomain } = parts
  await workSystemMail({ queue: 'webhook_notice', idPrefix: 'whn' }, parts, async ({ data }) => {
    const webhook = await findDisabledWebhook(database, data)
    if (webhook === undefined) return null
    if (!webhook.confirmed) return disabledWebhookMailToStranger(webhook, inboxDomain)
    const replaySince = Date.parse(webhook.failingSince) - slackMs
    const failed = await countFailedDeliveries(database, data, replaySince, limits.webhookReplay)
    return disabledWebhookMail({ ...webhook, inboxDomain, replaySince, failed })
  })
}
