/** Tells the channels of an account, in Slack or Microsoft Teams, of what waits: each soon after it, in a flood many at once. */
import { type AuditEntry, auditEntry } from '../../../domain/audit.ts'
import { limits } from '../../../domain/limits.ts'
import type { ChannelEvent } from '../../../domain/notice-channel.ts'
import type { Direction } from '../../../domain/status.ts'
import type { ChannelNotice } from '../../../events/channel-notice.ts'
import { nextAttemptAt } from '../../../events/retry.ts'
import type { Keyring } from '../../../lib/keyring.ts'
import type { Log } from '../../../lib/log.ts'
import type { Sql } from '../../../lib/sql.ts'
import type { ThreadPool } from '../../../lib/thread-pool.ts'
import type { GuardedFetch } from '../../../net/guarded-fetch.ts'
import { ClaimLostError, type Job, type JobOutcome, type Queue } from '../../../queue/queue.ts'
import type { ChannelNoticeJob } from '../../../queue/queues.ts'
import { countAsking } from '../../../store/admission.ts'
import { insertAuditEntries } from '../../../store/audit.ts'
import type { Database } from '../../../store/database.ts'
import {
  channelNotices,
  findActiveChannels,
  findStillWaiting,
  findToldChannel,
  findUnposted,
  notePosted,
  notePostFailure,
  takeUnposted,
} from '../../../store/notice-channel.ts'
import { textsIn } from '../../../texts/index.ts'
import { enqueueChannelFailure } from '../../account/channel-failure.ts'
import { type PostedNotice, postNotice } from '../../account/post-notice.ts'
import { oneByOne } from '../../one-by-one.ts'
import { plainMails, whyItWaits } from './digest.ts'

/** Tenants that one look finds. */
const atOnce = 100

const eventOf: Readonly<Record<Direction, ChannelEvent>> = {
  outbound: 'approval.pending',
  inbound: 'message.withheld',
}

/**
 * Has the channels told of what waits that they were not told of yet. After `limits.channelNoticesPerHour` times in an
 * hour, what comes waits for the next hour, and stands in one notice.
 * @throws what failed, once all others are done.
 */
export async function enqueueChannelNotices(
  { database, queue }: { database: Database; queue: Queue },
  signal: AbortSignal,
): Promise<void> {
  const perHour = limits.channelNoticesPerHour
  const found = await findUnposted(database, { perHour, count: atOnce })
  const tell = (tenantId: string) =>
    database.transaction(async (tx) => {
      const taken = await takeUnposted(tx, tenantId, limits.channelNoticeMails)
      const channels = await findActiveChannels(tx, tenantId)
      const jobs = channels.flatMap(({ id: channelId, events }) => {
        const ids = taken
          .filter(({ direction }) => events.includes(eventOf[direction]))
          .map((message) => message.id)
        const messageIds = ids.slice(0, limits.digestMails)
        return ids.length === 0
          ? []
          : [{ data: { tenantId, channelId, messageIds, count: ids.length, attempts: 0 } }]
      })
      if (jobs.length === 0) return
      await countAsking(tx, { tenantId, subject: channelNotices }, { seconds: 3_600, limit: perHour })
      await queue.enqueue(tx, 'channel_notice', jobs)
    })
  await oneByOne(found, tell, signal)
}

export interface ChannelNoticeParts {
  database: Database
  queue: Queue
  keyring: Keyring
  fetch: Pick<GuardedFetch, 'post'>
  assessors: ThreadPool
  /** Of the risk score: what is above is withheld. */
  bounds: { withholdAbove: number }
  /** Where pages are reached, without a slash at its end. */
  publicUrl: () => string
  /** Seconds before each attempt; their count is the number of attempts. */
  retryDelays: readonly number[]
  log: Log
}

/** Takes jobs of channels that are to be told, until the queue stops. */
export async function workChannelNotices(parts: ChannelNoticeParts): Promise<void> {
  await parts.queue.work('channel_notice', (jobs) => Promise.all(jobs.map((job) => tellOne(job, parts))))
}

/** Posts once. What was posted is posted again only if the process, or the database, dies before it is put on record. */
async function tellOne(job: Job<'channel_notice'>, parts: ChannelNoticeParts): Promise<JobOutcome> {
  const { database, queue, log } = parts
  const { tenantId, channelId } = job.data
  try {
    const address = await findToldChannel(database, tenantId, channelId)
    const notice = address === undefined ? null : await noticeOf(job.data, parts)
    if (address === undefined || notice === null)
      await database.transaction((tx) => queue.finish(tx, 'channel_notice', [job]))
    else {
      const posted = await postNotice(parts, address, notice)
      const { sealedUrl } = address
      await database.transaction((tx) => settle(tx, job, { sealedUrl, posted }, parts))
    }
    return { id: job.id }
  } catch (error) {
    if (!(error instanceof ClaimLostError))
      log.warn({ err: error, channel_id: channelId }, 'a channel could not be told; it is tried again')
    return { id: job.id, error: error as Error }
  }
}

/** What a channel is told now; null where somebody has decided on all of it meanwhile. */
async function noticeOf(
  { tenantId, messageIds, count }: ChannelNoticeJob,
  { database, assessors, bounds, publicUrl, log }: ChannelNoticeParts,
): Promise<ChannelNotice | null> {
  const waiting = await findStillWaiting(database, tenantId, messageIds)
  const unnamed = count - messageIds.length
  if (waiting.length === 0 && unnamed === 0) return null
  // A channel is read by several, who have no language together.
  const texts = textsIn(null)
  const words = texts.channelNotice
  const mails = (await plainMails({ tenantId, listed: waiting }, { database, assessors, log })).map(
    ({ subject, direction, from, to, risk_score }, index) => ({
      subject: subject === null ? words.notShown : subject || words.noSubject,
      about: `${words.about(direction === 'outbound', from, to, risk_score)}. ${whyItWaits(waiting[index]!, texts, bounds)}`,
    }),
  )
  const [first] = waiting
  const several = first === undefined || waiting.length + unnamed > 1
  return {
    title: several
      ? words.several(waiting.length + unnamed)
      : first.direction === 'inbound'
        ? words.withheld
        : words.approval,
    mails,
    rest: unnamed === 0 ? null : words.rest,
    link: several
      ? { text: words.openQueue, url: `${publicUrl()}/dashboard` }
      : { text: words.openMail, url: `${publicUrl()}/dashboard/mail/${first.id}` },
  }
}

/** Ends the job, puts what became of it on record and, where it may succeed later, queues the next attempt. */
async function settle(
  tx: Sql,
  job: Job<'channel_notice'>,
  { sealedUrl, posted }: { sealedUrl: string; posted: PostedNotice },
  { queue, retryDelays, log }: ChannelNoticeParts,
): Promise<void> {
  const { data } = job
  const request = { tenantId: data.tenantId, id: data.channelId, sealedUrl }
  await queue.finish(tx, 'channel_notice', [job])
  if (posted.outcome === 'posted') {
    await notePosted(tx, request)
    await insertAuditEntries(tx, [entryOf(data, 'approval', 'low', 'A channel was told of what waits.')])
    return
  }
  const { outcome, error, status } = posted
  const gone = outcome === 'gone'
  const attempts = data.attempts + 1
  const again = gone ? null : nextAttemptAt(retryDelays, attempts)
  const asked = outcome === 'later' ? askedFor(posted.retryAfterSeconds) : 0
  log.info({ channel_id: data.channelId, attempt: attempts, status, outcome }, 'a channel was not told')
  if (again !== null) {
    const startAfter = new Date(Math.max(again.getTime(), asked))
    await queue.enqueue(tx, 'channel_notice', [{ data: { ...data, attempts }, startAfter }])
    return
  }
  const failedNow = await notePostFailure(tx, request, { error, gone })
  if (gone && !failedNow) return
  if (gone) await enqueueChannelFailure(tx, queue, data)
  const more = { attempts, error }
  await insertAuditEntries(tx, [
    gone
      ? entryOf(
          data,
          'webhook_disabled',
          'high',
          'The webhook of a notice channel is gone: nothing more is posted to it.',
          more,
        )
      : entryOf(data, 'webhook_failed', 'medium', 'A channel could not be told of what waits.', more),
  ])
}

/** The time before which a webhook asks not to be tried again, which it can't put off for ever. */
const askedFor = (seconds: number | null): number =>
  Date.now() + 1_000 * Math.min(seconds ?? 0, limits.channelRetryAfterSeconds)

const entryOf = (
  { tenantId, channelId, messageIds, count }: ChannelNoticeJob,
  type: AuditEntry['eventType'],
  severity: AuditEntry['severity'],
  what: string,
  more: Record<string, unknown> = {},
): AuditEntry =>
  auditEntry(tenantId, null, type, severity, what, {
    channel_id: channelId,
    message_ids: messageIds,
    count,
    ...more,
  })
