/** Shows the service at work: what comes in, what leaves, what waits; what an earlier start has sent is shown, and not sent anew. */
import { ApiClient } from './api-client.ts'
import type { DemoAccount } from './demo-account.ts'
import { type LeftEarlier, leftEarlier } from './demo-earlier.ts'
import { demoMails, type MailServer, sendMails } from './demo-mails.ts'
import { awaitOutcomes, earlierOutcomes, isAsExpected, type Outcome, outcomeTable } from './demo-outcome.ts'
import { leaveWaiting } from './demo-queue.ts'
import { type DemoPeople, demoSends, sendTable } from './demo-sends.ts'
import { say, step } from './steps.ts'

/** Where the demo takes place. */
export interface DemoPlace {
  /** Ends in /api/v1. */
  base: string
  smtp: MailServer
  /** Whether mail with attachments is scanned. */
  antivirus: boolean
  account: DemoAccount
  /** Where what is sent is captured, as people are told. */
  outbox: string
  signal: AbortSignal
}

const stillThere = 'still there, and none is sent anew'
const noneThere = 'there is none'
const othersThere = 'there is other mail alone, and none is sent'

const inWords: Record<LeftEarlier, string> = {
  nothing: noneThere,
  others: othersThere,
  sent: 'still there, but not what is to wait for you',
  all: stillThere,
}

/** The mails that the demo inbox got, by this start or an earlier one. @returns them, and whether each ended as it should. */
export async function showReceived(place: DemoPlace): Promise<{ outcomes: Outcome[]; isWell: boolean }> {
  const { base, account, antivirus, signal } = place
  const api = new ApiClient(base, account.sandboxKey)
  const earlier = account.isNew
    ? undefined
    : await step(
        `Looking for mails of an earlier start in ${account.address}`,
        () => earlierOutcomes(api, account.slug, { antivirus, signal }),
        (found) => (found === undefined ? noneThere : found.length === 0 ? othersThere : stillThere),
      )
  const outcomes = earlier ?? (await sendAndAwait(api, place))
  say()
  if (outcomes.length > 0) for (const line of outcomeTable(outcomes, antivirus)) say(line)
  // What became of earlier ones people may have had a hand in.
  const amiss = earlier === undefined ? outcomes.filter((outcome) => !isAsExpected(outcome)) : []
  for (const { mail } of amiss) say(`  NOT AS IT SHOULD BE: "${mail.name}" should end as ${mail.expected}.`)
  say()
  return { outcomes, isWell: amiss.length === 0 }
}

async function sendAndAwait(
  api: ApiClient,
  { smtp, account, antivirus, signal }: DemoPlace,
): Promise<Outcome[]> {
  const since = new Date().toISOString()
  const ids = await step(
    `Sending ${demoMails.length} mails to ${account.address} through SMTP`,
    () => sendMails(smtp, account.address, demoMails),
    () => 'accepted',
  )
  return step('Waiting for what becomes of them', () =>
    awaitOutcomes(api, account.slug, ids, { since, antivirus, signal }),
  )
}

/** The mails that the live inbox sends, and what waits there for a decision. @returns whether all went as it should. */
export async function showSent({ base, smtp, account, outbox, signal }: DemoPlace): Promise<boolean> {
  const { liveSlug, liveAddress } = account
  const as = (key: string) => new ApiClient(base, key)
  const people = { agent: as(account.agentKey), reviewer: as(account.liveKey) }
  const left = account.isNew
    ? 'nothing'
    : await step(
        `Looking for mails of an earlier start in ${liveSlug}`,
        () => leftEarlier(people.reviewer, liveSlug),
        (found) => inWords[found],
      )
  if (left === 'all' || left === 'others') return true
  const isSent = left === 'sent' || (await sendBoth(people, liveSlug, outbox, signal))
  const waits = await step(
    `Leaving a prompt injection and a draft in ${liveSlug} for you to decide on`,
    () => leaveWaiting(people, smtp, { slug: liveSlug, address: liveAddress }, signal),
    (both) => (both ? 'both wait in the dashboard' : 'NOT AS IT SHOULD BE: they do not wait'),
  )
  return waits && isSent
}

async function sendBoth(
  people: DemoPeople,
  liveSlug: string,
  outbox: string,
  signal: AbortSignal,
): Promise<boolean> {
  const sends = await step(
    `Sending two mails from ${liveSlug}, the second of which waits for approval`,
    () => demoSends(people, liveSlug, signal),
    () => `captured in ${outbox}, nothing has left`,
  )
  say()
  for (const line of sendTable(sends)) say(line)
  for (const { name } of sends.filter((sent) => !sent.isAsExpected)) say(`  NOT AS IT SHOULD BE: "${name}".`)
  say()
  return sends.every((sent) => sent.isAsExpected)
}
