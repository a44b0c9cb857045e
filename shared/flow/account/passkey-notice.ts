/** Mails a user that a passkey of theirs was added or removed, so that what somebody else does with their session is seen. */
import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import { html } from '../../lib/html.ts'
import type { Sql } from '../../lib/sql.ts'
import type { Queue } from '../../queue/queue.ts'
import type { PasskeyNoticeJob } from '../../queue/queues.ts'
import { countAsking } from '../../store/admission.ts'
import { findConfirmedUser } from '../../store/user.ts'
import { textsIn } from '../../texts/index.ts'
import { type SystemMail, type SystemMailParts, workSystemMail } from './system-mail.ts'

export interface PasskeyNoticeParts extends SystemMailParts {
  /** Where pages are reached, without a slash at its end. */
  publicUrl: () => string
}

/** Has a user told, with the transaction; up to `limits.passkeyNoticesPerHour` an hour. */
export async function enqueuePasskeyNotice(
  tx: Sql,
  queue: Queue,
  { tenantId, accountId, userId }: Pick<Principal, 'tenantId' | 'accountId' | 'userId'>,
  what: PasskeyNoticeJob['what'],
): Promise<void> {
  const window = { seconds: 3_600, limit: limits.passkeyNoticesPerHour }
  const use = await countAsking(tx, { tenantId, subject: `passkey_notices ${userId}` }, window)
  if (use.used > use.limit) return
  const at = new Date().toISOString()
  await queue.enqueue(tx, 'passkey_notice', [{ data: { tenantId, accountId, userId, what, at } }])
}

/** Takes jobs of passkeys that were added or removed, until the queue stops. */
export async function workPasskeyNotices(parts: PasskeyNoticeParts): Promise<void> {
  await workSystemMail({ queue: 'passkey_notice', idPrefix: 'pkn' }, parts, async ({ data }) => {
    const user = await findConfirmedUser(parts.database, data)
    return user === undefined ? null : mailOf(user, data, parts)
  })
}

/** Without the name of the passkey, which whoever added it chose. */
function mailOf(
  { email, language }: { email: string; language: string | null },
  { what, at }: PasskeyNoticeJob,
  { inboxDomain, publicUrl }: PasskeyNoticeParts,
): SystemMail {
  const page = `${publicUrl()}/dashboard/sessions`
  const time = `${at.slice(0, 16).replace('T', ' ')} UTC`
  const texts = textsIn(language)
  const words = texts.mails.passkey
  const { yes, no, open } = words
  const happened = words.happened[what](inboxDomain, time)
  return {
    email,
    texts,
    subject: words.title[what],
    title: words.title[what],
    text: `${happened}\n\n${yes}\n\n${no}\n${page}\n`,
    html: html`<p>${happened}</p><p>${yes}</p><p>${no}</p>
<p><a href="${page}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#fff;text-decoration:none">${open}</a></p>`,
  }
}
