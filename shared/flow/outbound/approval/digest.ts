/** Digests: one mail that lists what waits for a person, at the hour or the time of day that a user has chosen. */
import { isTemporary } from '../../../domain/errors.ts'
import { limits } from '../../../domain/limits.ts'
import type { Page } from '../../../domain/pagination.ts'
import { digestSeconds } from '../../../domain/user.ts'
import { type HeldFacts, withheldReasons } from '../../../domain/withheld-reasons.ts'
import { redactTexts } from '../../../judge/draft-tasks.ts'
import { truncate } from '../../../lib/clean-text.ts'
import { html } from '../../../lib/html.ts'
import { shownLine } from '../../../lib/shown-text.ts'
import type { ThreadPool } from '../../../lib/thread-pool.ts'
import type { Queue } from '../../../queue/queue.ts'
import type { Database } from '../../../store/database.ts'
import type { WaitingMail } from '../../../store/notice-channel.ts'
import { findDigestReader, takeDueDigests } from '../../../store/notice-choice.ts'
import { byIndex } from '../../../store/reads.ts'
import { listReviewQueue, type RankedMail } from '../../../store/review-queue.ts'
import { type Texts, textsIn } from '../../../texts/index.ts'
import { type SystemMail, type SystemMailParts, workSystemMail } from '../../account/system-mail.ts'
import { secretsInSubjects } from '../../message/secrets-in-subjects.ts'
import { unspoken } from './notice.ts'

export interface DigestParts extends SystemMailParts {
  assessors: ThreadPool
  /** Of the risk score: what is above is withheld. */
  bounds: { withholdAbove: number }
  /** Where pages are reached, without a slash at its end. */
  publicUrl: () => string
}

/** Users whose digests are enqueued in one transaction. */
const atOnce = 100
/** Characters of a subject and of an address in a digest. */
const shown = { subject: 100, address: 100 }

/** Has each user mailed whose digest is due: a job each, in the transaction that sets when the next one is. */
export async function enqueueDigests(
  { database, queue }: { database: Database; queue: Queue },
  signal: AbortSignal,
): Promise<void> {
  for (let taken = atOnce; taken === atOnce && !signal.aborted; )
    taken = await database.transaction(async (tx) => {
      const due = await takeDueDigests(tx, digestSeconds, atOnce)
      const jobs = due.map((data) => ({ data }))
      if (jobs.length > 0) await queue.enqueue(tx, 'digest', jobs)
      return due.length
    })
}

/** Takes jobs of users whose digest is due, until the queue stops. */
export async function workDigests(parts: DigestParts): Promise<void> {
  await workSystemMail({ queue: 'digest', idPrefix: 'dgs' }, parts, async ({ data }) => {
    const reader = await findDigestReader(parts.database, data)
    if (reader === undefined) return null
    const waiting = await waitingIn(parts.database, data.tenantId)
    return waiting.length === 0 ? null : digestOf(reader, { tenantId: data.tenantId, waiting }, parts)
  })
}

/** The newest that wait: one more than a digest names, if there are as many. */
async function waitingIn(database: Database, tenantId: string): Promise<RankedMail[]> {
  const limit = limits.digestMails + 1
  let after: string[] | null = null
  for (;;) {
    const page: Page = { after, limit }
    const { rows, resume } = await database.transaction(async (tx) => {
      // As for any list: a plan that is kept doesn't know how few are wanted.
      await tx.query(`select ${byIndex}`)
      return listReviewQueue(tx, { tenantId, inboxId: null }, {}, page)
    })
    if (rows.length > 0 || resume === null) return rows
    // All of those are of inboxes that are being deleted.
    after = resume
  }
}

async function digestOf(
  { email, confirmed, language }: { email: string; confirmed: boolean; language: string | null },
  { tenantId, waiting }: { tenantId: string; waiting: readonly RankedMail[] },
  { database, assessors, publicUrl, log, bounds }: DigestParts,
): Promise<SystemMail> {
  const listed = waiting.slice(0, limits.digestMails)
  const more = waiting.length > listed.length
  const texts = textsIn(language)
  const words = texts.mails.digest
  const what = words.what(listed.length, more)
  // Whoever signed up may have given a stranger's address, and strangers chose the words of what waits.
  const lines = confirmed
    ? await linesOf({ tenantId, listed }, texts, { database, assessors, log, bounds })
    : []
  const rest = more && confirmed ? [words.rest] : []
  const { title, why } = words
  const subject = words.subject(listed.length, more)
  return listingMail({ email, texts, subject, title }, { what, lines, rest, why }, publicUrl())
}

/** A mail with a line for each message, and the way to the queue. */
export function listingMail(
  head: Pick<SystemMail, 'email' | 'texts' | 'subject' | 'title'>,
  { what, lines, rest, why }: { what: string; lines: string[]; rest: string[]; why: string },
  publicUrl: string,
): SystemMail {
  const queue = `${publicUrl}/dashboard`
  const open = head.texts.mails.openQueue
  return {
    ...head,
    text: `${[what, [...lines.map((line) => `- ${line}`), ...rest].join('\n'), `${open}:\n${queue}`, why].filter((one) => one !== '').join('\n\n')}\n`,
    html: html`<p>${what}</p>
${lines.length === 0 ? null : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`}${rest.map((line) => html`<p>${line}</p>`)}
<p><a href="${queue}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#fff;text-decoration:none">${open}</a></p>
<p style="color:#555;font-size:14px">${why}</p>`,
  }
}

/** One line a message, without secrets and personal data, as in notices. */
export async function linesOf(
  told: { tenantId: string; listed: readonly WaitingMail[] },
  texts: Texts,
  parts: Pick<DigestParts, 'database' | 'assessors' | 'log' | 'bounds'>,
): Promise<string[]> {
  const { digest, notice } = texts.mails
  return (await plainMails(told, parts)).map(({ subject, direction, from, to, risk_score: score }, index) => {
    const line = digest.line(
      subject === null ? notice.notShown : subject || notice.noSubject,
      direction === 'outbound',
      from,
      to,
      score,
    )
    return `${line}. ${whyItWaits(told.listed[index]!, texts, parts.bounds)}`
  })
}

/** Why a message waits, in our own words: as on its page, without what was found in it. */
export function whyItWaits(
  mail: WaitingMail,
  { holdReasons, withheldReasons: ofReceived }: Texts,
  bounds: DigestParts['bounds'],
): string {
  const said =
    mail.direction === 'outbound'
      ? mail.reasons.map((reason) => holdReasons[reason])
      : withheldReasons(mail, bounds).map((reason) => ofReceived[reason])
  return said.join(' ')
}

/** A message that waits, as it can be told of: each text plain, on one line and cut; no subject where it can't be shown. */
export type PlainMail = Omit<WaitingMail, 'subject' | 'reasons' | keyof HeldFacts> &
  Pick<HeldFacts, 'risk_score'> & { subject: string | null }

/** What can be told of messages, without secrets and personal data. */
export async function plainMails(
  { tenantId, listed }: { tenantId: string; listed: readonly WaitingMail[] },
  { database, assessors, log }: Pick<DigestParts, 'database' | 'assessors' | 'log'>,
): Promise<PlainMail[]> {
  const subjects = listed.map(({ subject }) => subject)
  const parts = { subject: '', text: '', html: null, headers: subjects }
  const values = await secretsInSubjects(database, tenantId, listed)
  const plain = await redactTexts(assessors, parts, { entities: unspoken, values }).catch(
    (error: unknown) => {
      if (isTemporary(error)) throw error
      log.warn({ err: error }, 'a digest shows no subjects')
      return null
    },
  )
  return listed.map(({ id, direction, from, to, risk_score }, index) => ({
    id,
    direction,
    risk_score,
    from: cut(from, shown.address),
    to: cut(to, shown.address),
    subject: plain === null ? null : cut(plain.headers![index]!, shown.subject),
  }))
}

const cut = (text: string, characters: number): string => truncate(shownLine(text).trim(), characters)
