/** What the demo leaves waiting where its link leads: a withheld mail, and a draft that waits for approval. */
import { setTimeout as delay } from 'node:timers/promises'
import { inbox } from '../../shared/domain/inbox.ts'
import { message as messageContract } from '../../shared/domain/message.ts'
import { type ReviewQueueQuery, reviewQueuePage } from '../../shared/domain/review-queue.ts'
import type { ApiClient } from './api-client.ts'
import { demoInjection, type MailServer, sendMails } from './demo-mails.ts'
import type { DemoPeople } from './demo-sends.ts'

const patienceMs = 60_000
const pause = { first: 150, factor: 1.25 }

/** The subject of the draft. */
export const draftSubject = 'Your new delivery date'

/**
 * Both, unless what an earlier start has left waits still, or a policy of its reviewer's refuses the sender by now.
 * @returns whether they wait.
 */
export async function leaveWaiting(
  { agent, reviewer }: DemoPeople,
  server: MailServer,
  { slug, address }: { slug: string; address: string },
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await someWait(reviewer, 'outbound'))) {
    const level = (security_level: string) => reviewer.patch(`/inboxes/${slug}`, { security_level }, inbox)
    await level('full_lockdown')
    const draft = {
      to: 'Ada <ada@customer.example>',
      subject: draftSubject,
      body: 'Hello Ada,\n\nyour order comes on Friday.\n\nYour agent\n',
    }
    await agent.post(`/inboxes/${slug}/messages`, draft, messageContract)
    await level('guarded_send')
  }
  if (!(await someWait(reviewer, 'inbound')) && !(await isTaken(server, address))) return true
  const deadline = performance.now() + patienceMs
  for (let ms = pause.first; performance.now() < deadline; ms *= pause.factor) {
    if ((await someWait(reviewer, 'inbound')) && (await someWait(reviewer, 'outbound'))) return true
    await delay(ms, undefined, { signal })
  }
  return false
}

/** Whether the mail was taken. @throws what is no refusal. */
async function isTaken(server: MailServer, to: string): Promise<boolean> {
  try {
    await sendMails(server, to, [demoInjection])
    return true
  } catch (error) {
    if (((error as { responseCode?: number }).responseCode ?? 0) < 500) throw error
    return false
  }
}

async function someWait(
  api: ApiClient,
  direction: NonNullable<ReviewQueueQuery['direction']>,
): Promise<boolean> {
  const { messages } = await api.get(`/review_queue?limit=1&direction=${direction}`, reviewQueuePage)
  return messages.length > 0
}
