/** Tells reviewers by mail of inbound mail that was withheld: each soon after it, and in a flood many in one mail. */
import { limits } from '../../../domain/limits.ts'
import type { Queue } from '../../../queue/queue.ts'
import type { WithheldNoticeJob } from '../../../queue/queues.ts'
import { countAsking } from '../../../store/admission.ts'
import type { Database } from '../../../store/database.ts'
import { findStillWaiting, type WaitingMail } from '../../../store/notice-channel.ts'
import { findToldOfEach, findUntold, takeUntold, withheldNotices } from '../../../store/withheld-notice.ts'
import { textsIn } from '../../../texts/index.ts'
import { type SystemMail, workSystemMail } from '../../account/system-mail.ts'
import { oneByOne } from '../../one-by-one.ts'
import { type DigestParts, linesOf, listingMail } from './digest.ts'

/** Tenants that one look finds. */
const atOnce = 100

/**
 * Has those told who chose a mail for each. After `limits.withheldNoticesPerHour` mails in an hour, what is withheld waits
 * for the next hour, and stands in one mail.
 * @throws what failed, once all others are done.
 */
export async function enqueueWithheldNotices(
  { database, queue }: { database: Database; queue: Queue },
  signal: AbortSignal,
): Promise<void> {
  const perHour = limits.withheldNoticesPerHour
  const found = await findUntold(database, { perHour, count: atOnce })
  const tell = ({ tenantId, accountId }: { tenantId: string; accountId: string }) =>
    database.transaction(async (tx) => {
      const ids = await takeUntold(tx, tenantId, limits.withheldNoticeMails)
      if (ids.length === 0) return
      await countAsking(tx, { tenantId, subject: withheldNotices }, { seconds: 3_600, limit: perHour })
      const told = await findToldOfEach(tx, { accountId, count: limits.approvalReviewers })
      const shown = { messageIds: ids.slice(0, limits.digestMails), count: ids.length }
      const jobs = told.map(({ userId }) => ({ data: { tenantId, accountId, userId, ...shown } }))
      if (jobs.length > 0) await queue.enqueue(tx, 'withheld_notice', jobs)
    })
  await oneByOne(found, tell, signal)
}

/** Takes jobs of users who are to be told, until the queue stops. */
export async function workWithheldNotices(parts: DigestParts): Promise<void> {
  await workSystemMail({ queue: 'withheld_notice', idPrefix: 'wth' }, parts, async ({ data }) => {
    const { tenantId, accountId, userId, messageIds, count } = data
    const [reader] = await findToldOfEach(parts.database, { accountId, userId, count: 1 })
    if (reader === undefined) return null
    const told = await findStillWaiting(parts.database, tenantId, messageIds)
    // Somebody has decided on all of them meanwhile.
    if (told.length === 0 && count <= messageIds.length) return null
    return mailOf(reader, told, data, parts)
  })
}

async function mailOf(
  { email, language }: { email: string; language: string | null },
  told: readonly WaitingMail[],
  { tenantId, count }: WithheldNoticeJob,
  { database, assessors, publicUrl, log, bounds }: DigestParts,
): Promise<SystemMail> {
  const texts = textsIn(language)
  const words = texts.mails.withheld
  const what = words.what(count)
  const lines = await linesOf({ tenantId, listed: told }, texts, { database, assessors, log, bounds })
  const rest = count > lines.length ? [words.rest] : []
  const { title, why } = words
  return listingMail(
    { email, texts, subject: words.subject(count), title },
    { what, lines, rest, why },
    publicUrl(),
  )
}
