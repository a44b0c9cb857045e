/** The page of an outbound mail shows what its agent had read before it wrote. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../support/house.ts'
import { SignedIn } from '../support/signed-in.ts'
import { subjectScorer } from '../support/subject-scorer.ts'

let house: House
let visitor: SignedIn
beforeAll(async () => {
  house = await startHouse({ RISK_SCORERS: subjectScorer })
  visitor = await SignedIn.as(house)
})
afterAll(() => house.stop())

const xss = '<script>alert(1)</script>'
const list = (text: string) => /<section class="card" id="provenance">(.*?)<\/section>/s.exec(text)![1]!

test('newest first, with the sender, what was found, and how long before; secrets masked, nothing run', async () => {
  const { address } = await house.createInbox()
  const { slug } = await house.createInbox({ security_level: 'full_lockdown' })
  const key = await house.api('POST', '/api_keys', { name: 'Agent' })
  const agent = { key: String(key.body.key) }
  const mailIn = async (subject: string) => {
    const { id } = await house.send({ subject, body: 'See above.' }, { rcptTo: [address] })
    await house.drain()
    return id
  }
  const [first, second] = [
    await mailIn(`Order ${xss}`),
    await mailIn('[50 points] password: Tr7-kelp-Marble-92'),
  ]
  const read = async (id: string) => {
    expect((await house.api('GET', `/messages/${id}?view=agent`, undefined, agent)).status).toBe(200)
    await expect
      .poll(() => house.database.query('select from message_reads where message_id = $1', [id]))
      .toHaveLength(1)
  }
  const write = async (subject: string) => {
    const mail = { to: 'ada@peer.example', subject, body: 'It left on Monday.' }
    return String((await house.api('POST', `/inboxes/${slug}/messages`, mail, agent)).body.id)
  }
  const unread = list((await visitor.open(`/dashboard/mail/${await write('Before')}`)).text)
  expect(unread).toContain('Nothing is on record.')
  await read(first)
  await read(second)
  const shown = list((await visitor.open(`/dashboard/mail/${await write('After')}`)).text)
  expect([...shown.matchAll(/\/dashboard\/mail\/(msg_\w+)/g)].map(([, id]) => id)).toEqual([second, first])
  const [newest = '', older = ''] = shown.split('</li>')
  expect(newest).toContain('data-risky')
  expect(newest).toContain('Do not trust it.')
  expect(newest).not.toContain('Tr7-kelp')
  expect(newest).toContain('read less than a minute before it wrote')
  expect(older).not.toContain('data-risky')
  expect(older).toMatch(/sender not proven/)
  expect(older).not.toContain(xss)
  expect(older).toContain('&lt;script&gt;')
  // What a person reads on the page is not what the agent has read.
  await visitor.open(`/dashboard/mail/${first}`)
  const others = await house.database.query(
    'select from message_reads where message_id = $1 and key_id <> $2',
    [first, String(key.body.id)],
  )
  expect(others).toEqual([])
})
