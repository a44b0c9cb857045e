/** What a start of the quickstart makes of the mails that an earlier one has left. */
import { expect, test } from 'vitest'
import { standingOf } from '../../clients/typescript/src/cli/standing.ts'
import type { ApiClient } from '../../services/quickstart/api-client.ts'
import { leftEarlier } from '../../services/quickstart/demo-earlier.ts'
import { demoInjection, demoMails } from '../../services/quickstart/demo-mails.ts'
import {
  earlierOutcomes,
  type Outcome,
  outcomeTable,
  waitingInjection,
} from '../../services/quickstart/demo-outcome.ts'
import type { MessageSummary } from '../../shared/domain/message.ts'

type Told = Pick<MessageSummary, 'direction' | 'subject' | 'status'> & Partial<MessageSummary>

/** Answers one list after the other, the last one again and again. */
function answering(...pages: Told[][]): { api: ApiClient; asked: () => number } {
  let asked = 0
  const get = () => Promise.resolve({ messages: pages[Math.min(asked++, pages.length - 1)] })
  return { api: { get } as unknown as ApiClient, asked: () => asked }
}

const [clean, , eicar] = demoMails
const inbound = (subject: string, status: MessageSummary['status']): Told => ({
  direction: 'inbound',
  subject,
  status,
})
const outbound = (subject: string): Told => ({ direction: 'outbound', subject, status: 'sent' })
const waiting = { antivirus: true, signal: new AbortController().signal }
const outcomesOf = async (...pages: Told[][]) => earlierOutcomes(answering(...pages).api, 'demo', waiting)

test('an earlier mail that is still judged is waited for, one that waits for an antivirus is not', async () => {
  // Of what is still judged, nobody is told what it says.
  const { api, asked } = answering([inbound('', 'processing')], [inbound(demoInjection.subject, 'withheld')])
  const outcomes = await earlierOutcomes(api, 'demo', waiting)
  expect(outcomes?.map(({ message }) => message?.status)).toEqual(['withheld'])
  expect(asked()).toBe(2)
  const unscanned = answering([{ ...inbound('', 'processing'), has_attachments: true }])
  await earlierOutcomes(unscanned.api, 'demo', { ...waiting, antivirus: false })
  expect(unscanned.asked()).toBe(1)
})

test('mails of the demo are told from others, and from none', async () => {
  expect(await outcomesOf([])).toBeUndefined()
  expect(await outcomesOf([inbound('Lunch', 'clean'), outbound(clean!.subject)])).toEqual([])
  expect(await outcomesOf([inbound('Lunch', 'clean'), inbound(clean!.subject, 'clean')])).toHaveLength(1)
})

test('only the injection is offered for release, and only while it is withheld', async () => {
  const page = (status: MessageSummary['status']) => [
    { ...inbound(eicar!.subject, 'withheld'), id: 'msg_eicar' },
    { ...inbound(demoInjection.subject, status), id: 'msg_injection' },
  ]
  expect(waitingInjection((await outcomesOf(page('withheld')))!)).toBe('msg_injection')
  expect(waitingInjection((await outcomesOf(page('clean')))!)).toBeUndefined()
})

test('a start that was cut off before it left a queue is told from one that left it, whatever became of that', async () => {
  const left = (...messages: Told[]) => leftEarlier(answering(messages).api, 'demo-live')
  expect(await left()).toBe('nothing')
  expect(await left(outbound('Lunch'), inbound('Lunch', 'clean'))).toBe('others')
  expect(await left(outbound('Your meeting on Thursday'))).toBe('sent')
  expect(await left(outbound('Your refund'), outbound('Your new delivery date'))).toBe('all')
  expect(await left(outbound('Your refund'), inbound(demoInjection.subject, 'clean'))).toBe('all')
})

test('what became of a mail is said in the words of the command line', () => {
  for (const verdict of ['clean', 'withheld'] as const)
    for (const status of ['clean', 'flagged', 'delivered', 'withheld'] as const) {
      const message = { direction: 'inbound', verdict, status } as MessageSummary
      const outcome: Outcome = { mail: clean!, message }
      expect(outcomeTable([outcome], true)[1]).toContain(`  ${standingOf(message)}  `)
    }
})
