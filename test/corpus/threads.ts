/** Checks that threads come out as they were: real ones in several orders of arrival, and cases made for it. */

import { itemsOf } from '../support/api.ts'
import { mailText } from '../support/mail-text.ts'
import type { House } from '../support/open-house.ts'
import { type CorpusMail, eachOf, readExpectations } from './corpus.ts'
import type { Report } from './report.ts'

interface RealThread {
  source: string
  messages: string[]
}

interface CaseMail {
  id: string
  subject?: string
  from_?: string
  refs?: string[]
  irt?: string
  mid_raw?: string
  refs_raw?: string
}

interface ThreadCase {
  name: string
  messages?: CaseMail[]
  threads?: string[][]
}

/** Names the families of {@link checkThreads}. */
export function expectThreads(report: Report): void {
  report.expect('real threads', 1)
  report.expect('thread cases', 1)
  report.expect('thread of 200 at once', 1)
}

/** Sends threads, each set to inboxes of its own, and compares the partitions. */
export async function checkThreads(
  house: House,
  folder: string,
  mails: CorpusMail[],
  report: Report,
): Promise<void> {
  await checkReal(house, folder, mails, report)
  for (const one of readExpectations<ThreadCase>(folder, 'thread_cases.json'))
    if (one.messages !== undefined && one.threads !== undefined)
      await checkCase(house, one.name, one.messages, one.threads, report)
  await checkMany(house, report)
}

async function checkReal(house: House, folder: string, mails: CorpusMail[], report: Report): Promise<void> {
  const bytesOf = new Map(mails.map(({ id, bytes }) => [id, bytes]))
  const threads = readExpectations<RealThread>(folder, 'threads_real.json')
  const orders: [string, (ids: string[]) => string[]][] = [
    ['forwards', (ids) => ids],
    ['backwards', (ids) => ids.toReversed()],
    ['shuffled', (ids) => ids.toSorted((a, b) => hashOf(a) - hashOf(b))],
  ]
  for (const source of new Set(threads.map((thread) => thread.source)))
    for (const [order, arrange] of orders) {
      const wanted = threads.filter((thread) => thread.source === source).map(({ messages }) => messages)
      const sent = new Map<string, string>()
      const inbox = await house.createInbox()
      for (const id of arrange(wanted.flat())) {
        const outcome = await house.send(bytesOf.get(id)!, { rcptTo: [inbox.address] })
        sent.set(id, outcome.id)
      }
      const found = await partition(house, inbox.slug)
      for (const thread of wanted) {
        const ids = thread.map((id) => sent.get(id)!)
        const got = found.find((one) => one.has(ids[0]!)) ?? new Set<string>()
        // The same mail twice is one message.
        const same = got.size === new Set(ids).size && ids.every((id) => got.has(id))
        report.check(
          'real threads',
          same,
          `${source} ${order}: ${thread[0]} (${thread.length} messages, got ${got.size})`,
        )
      }
    }
}

async function checkCase(
  house: House,
  name: string,
  messages: CaseMail[],
  threads: string[][],
  report: Report,
): Promise<void> {
  const bracketed = (id: string) => `<${id}@case.example>`
  const inbox = await house.createInbox()
  const names = new Map<string, string>()
  for (const { id, subject = 's', from_, refs, irt, mid_raw, refs_raw } of messages) {
    const references = refs_raw ?? refs?.map(bracketed).join(' ')
    const mail = mailText({
      subject,
      messageId: mid_raw ?? bracketed(id),
      ...(from_ === undefined ? {} : { from: from_ }),
      ...(references === undefined ? {} : { references }),
      ...(irt === undefined ? {} : { inReplyTo: bracketed(irt) }),
    })
    names.set((await house.send(mail, { rcptTo: [inbox.address] })).id, id)
  }
  const found = (await partition(house, inbox.slug)).map((ids) => [...ids].map((id) => names.get(id)))
  report.check('thread cases', canonical(found) === canonical(threads), `${name}: ${canonical(found)}`)
}

async function checkMany(house: House, report: Report): Promise<void> {
  const inbox = await house.createInbox()
  const ids = Array.from({ length: 200 }, (_, index) => `<many-${index}@case.example>`)
  const mails = ids.map((messageId, index) =>
    mailText({ messageId, ...(index === 0 ? {} : { references: ids[Math.floor((index - 1) / 2)]! }) }),
  )
  await eachOf(
    mails.toSorted((a, b) => hashOf(a) - hashOf(b)),
    20,
    async (mail) => {
      await house.send(mail, { rcptTo: [inbox.address] })
    },
  )
  const found = await partition(house, inbox.slug)
  report.check(
    'thread of 200 at once',
    found.length === 1 && found[0]?.size === 200,
    `${found.length} threads`,
  )
}

async function partition(house: House, slug: string): Promise<Set<string>[]> {
  const found: Set<string>[] = []
  for (let cursor = ''; ; ) {
    const page = await house.api('GET', `/inboxes/${slug}/threads?limit=100${cursor}`)
    for (const { id } of itemsOf(page, 'threads')) {
      const { body } = await house.api('GET', `/inboxes/${slug}/threads/${id}`)
      found.push(new Set((body.messages as unknown as { id: string }[]).map((message) => message.id)))
    }
    if (!page.body.has_more) return found
    cursor = `&cursor=${String(page.body.next_cursor)}`
  }
}

const canonical = (threads: (string | undefined)[][]) =>
  JSON.stringify(threads.map((ids) => ids.toSorted()).toSorted((a, b) => (String(a) < String(b) ? -1 : 1)))

/** A number that looks random and is the same on every run. */
function hashOf(text: string): number {
  let hash = 7
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) % 1_000_003
  return hash
}
