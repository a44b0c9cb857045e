/** Hands mail of our own to the people of an account, through the relay's transport: a job of a queue is one mail. */
import { setTimeout as sleep } from 'node:timers/promises'
import { approvalsSlug, isLocalAddress } from '../../domain/address.ts'
import { limits } from '../../domain/limits.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Log } from '../../lib/log.ts'
import { readAddress } from '../../mail/compose/address-list.ts'
import { composeSystemMail } from '../../mail/compose/system-mail.ts'
import type { DkimKey } from '../../mail/dkim.ts'
import { ClaimLostError, type HeldJob, type JobOutcome, type Queue } from '../../queue/queue.ts'
import type { Transport } from '../../relay/transport.ts'
import type { Database } from '../../store/database.ts'
import type { Texts } from '../../texts/index.ts'

export interface SystemMailParts {
  database: Database
  queue: Queue
  /** Never to our own listener: whoever has an inbox here would read there what is for the people of an account. */
  outside: Transport
  dkimKeys: readonly DkimKey[]
  inboxDomain: string
  log: Log
}

/** What is said, and to whom. */
export interface SystemMail {
  email: string
  /** Those of its language. */
  texts: Texts
  subject: string
  /** Of the page that `html` is the body of. */
  title: string
  text: string
  html: Html
}

/** Mails of one queue that a process hands over at once: a host that takes its time over one holds up nobody else's. */
const atOnce = 128
/** Milliseconds between two tries to put on record that a mail was sent. */
const againMs = { first: 250, most: 15_000 }

/** The queues whose jobs are one mail each, to one user. */
type SystemMailQueue =
  | 'channel_failure'
  | 'confirmation'
  | 'digest'
  | 'invitation'
  | 'passkey_notice'
  | 'sign_in'
  | 'webhook_notice'
  | 'withheld_notice'
interface Kind<Name extends SystemMailQueue> {
  queue: Name
  /** Of the mail's id, which names a captured file and is its Message-ID: the same however often it is tried. */
  idPrefix: string
}

/**
 * Takes jobs until the queue stops. `write` says what each mails now; null: nothing any more. What a host can't take yet
 * is tried again, `limits.systemMailTries` times; what was taken is sent again only if the process dies before it is
 * put on record.
 */
export async function workSystemMail<Name extends SystemMailQueue>(
  kind: Kind<Name>,
  parts: SystemMailParts,
  write: (job: HeldJob<Name>) => Promise<SystemMail | null>,
): Promise<void> {
  const { queue } = parts
  await queue.workEach(
    kind.queue,
    () => atOnce,
    () => [],
    async (job) => {
      const outcome = await mailOne(kind, job, parts, write)
      if ('error' in outcome) await queue.fail(kind.queue, job, outcome.error).catch(() => {})
    },
  )
}

async function mailOne<Name extends SystemMailQueue>(
  kind: Kind<Name>,
  job: HeldJob<Name>,
  parts: SystemMailParts,
  write: (job: HeldJob<Name>) => Promise<SystemMail | null>,
): Promise<JobOutcome> {
  const { database, queue, log } = parts
  const userId = userOf(job)
  try {
    const mail = await write(job)
    if (mail !== null && !(await handOver(`${kind.idPrefix}_${job.id}`, job, mail, parts)))
      return { id: job.id, error: new Error('a mail could not be handed over yet') }
    const finish = () => database.transaction((tx) => queue.finish(tx, kind.queue, [job]))
    await (mail === null ? finish() : settled(finish, parts))
    return { id: job.id }
  } catch (error) {
    if (!(error instanceof ClaimLostError))
      log.warn(
        { err: error, user_id: userId, queue: kind.queue },
        'a user could not be mailed; it is tried again',
      )
    return { id: job.id, error: error as Error }
  }
}

/** Puts on record that a host has taken a mail, for as long as it takes: a job that failed for that would send it again. */
async function settled(
  finish: () => Promise<void>,
  { queue, log }: Pick<SystemMailParts, 'queue' | 'log'>,
): Promise<void> {
  for (let pauseMs = againMs.first; ; pauseMs = Math.min(2 * pauseMs, againMs.most)) {
    try {
      await finish()
      return
    } catch (error) {
      if (error instanceof ClaimLostError || queue.stopping) throw error
      log.warn({ err: error }, 'that a user was mailed can not be put on record yet; it is tried until it is')
      await sleep(pauseMs)
    }
  }
}

/** False where it is to be tried again. */
async function handOver(
  id: string,
  job: HeldJob<SystemMailQueue>,
  mail: SystemMail,
  { inboxDomain, outside, dkimKeys, queue, log }: SystemMailParts,
): Promise<boolean> {
  const userId = userOf(job)
  const to = readAddress(mail.email, inboxDomain)
  if (to === null || isLocalAddress(to, inboxDomain)) {
    log.warn({ user_id: userId }, 'the address of a user can not be written to')
    return true
  }
  const from = { name: mail.texts.mails.accounts, slug: approvalsSlug }
  const { subject, text } = mail
  const written = { id, from, domain: inboxDomain, to, date: new Date(), subject, text, html: pageOf(mail) }
  const content = await composeSystemMail(written, dkimKeys)
  const [result] = await outside.send({
    id,
    mailFrom: '',
    recipients: [to],
    size: content.length,
    content: async () => content,
    mayGo: () => !queue.stopping && job.held(),
  })
  const { outcome, code } = result!
  if (outcome === 'failed') log.warn({ user_id: userId, mail_id: id, code }, 'a mail to a user was refused')
  return outcome === 'sent' || outcome === 'failed' || job.retryCount >= limits.systemMailTries
}

/** Whoever wants to sign in may be a user, or several, or none. */
const userOf = ({ data }: HeldJob<SystemMailQueue>): string | undefined =>
  'userId' in data ? data.userId : undefined

const pageOf = ({ texts, title, html: body }: SystemMail): string =>
  html`<!doctype html><html lang="${texts.language}"><head><meta charset="utf-8"><title>${title}</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;max-width:40em;margin:0 auto;padding:16px">
${body}
</body></html>`.text
