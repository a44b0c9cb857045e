/** Tells the owners of an account by mail that a channel of theirs is told of nothing any more: its webhook is gone. */
import { limits } from '../../domain/limits.ts'
import { html } from '../../lib/html.ts'
import { shownLine } from '../../lib/shown-text.ts'
import type { Sql } from '../../lib/sql.ts'
import type { Queue } from '../../queue/queue.ts'
import { countAsking } from '../../store/admission.ts'
import { type FailedChannel, findFailedChannel } from '../../store/notice-channel.ts'
import { findWebhookUsers } from '../../store/webhook-notice.ts'
import { textsIn } from '../../texts/index.ts'
import { type SystemMail, type SystemMailParts, workSystemMail } from './system-mail.ts'

/** Has each owner told whose address is confirmed, once the transaction commits; of `limits.channelFailureMailsPerDay`. */
export async function enqueueChannelFailure(
  tx: Sql,
  queue: Queue,
  { tenantId, channelId }: { tenantId: string; channelId: string },
): Promise<void> {
  const window = { seconds: 86_400, limit: limits.channelFailureMailsPerDay }
  const use = await countAsking(tx, { tenantId, subject: 'channel_failures' }, window)
  if (use.used > use.limit) return
  const owners = (await findWebhookUsers(tx, [tenantId])).filter(({ confirmed }) => confirmed)
  const jobs = owners.map(({ userId }) => ({ data: { tenantId, channelId, userId } }))
  await queue.enqueue(tx, 'channel_failure', jobs)
}

interface ChannelFailureParts extends SystemMailParts {
  /** Where pages are reached, without a slash at its end. */
  publicUrl: () => string
}

/** Takes jobs of owners who are to be told, until the queue stops. */
export async function workChannelFailures(parts: ChannelFailureParts): Promise<void> {
  await workSystemMail({ queue: 'channel_failure', idPrefix: 'chf' }, parts, async ({ data }) => {
    const channel = await findFailedChannel(parts.database, data)
    return channel === undefined ? null : mailOf(channel, parts.publicUrl())
  })
}

function mailOf({ email, language, name, maskedUrl, error }: FailedChannel, publicUrl: string): SystemMail {
  const texts = textsIn(language)
  const { title, what, todo, open } = texts.channelFailure
  const happened = what(shownLine(name), maskedUrl, error)
  const page = `${publicUrl}/dashboard/settings`
  return {
    email,
    texts,
    subject: title,
    title,
    text: `${happened}\n\n${todo}\n${page}\n`,
    html: html`<p>${happened}</p><p>${todo}</p>
<p><a href="${page}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#fff;text-decoration:none">${open}</a></p>`,
  }
}
