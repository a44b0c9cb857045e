/** The past of a sender counts for whom it is proven each time, over the wire and in the database: nobody comes by it otherwise. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findKnownSenders } from '../../shared/store/known-senders.ts'
import { plantMessage } from '../support/api.ts'
import { type House, startHouse } from '../support/house.ts'
import { mailText } from '../support/mail-text.ts'
import { sign, signingKey } from '../support/signed-mail.ts'

let house: House
let tenantId: string
const key = signingKey()
/** Odd enough that a clean past has something to take back. */
const odd = 'Cheap pills!!! Buy now, limited offer, 100 % free, act now: https://bit.ly/3abc'

beforeAll(async () => {
  house = await startHouse()
  for (const domain of ['partner.example', 'evil.example', 'partner-shop.example']) {
    house.dns.zone.set(`_dmarc.${domain}`, { TXT: ['v=DMARC1; p=none'] })
    house.dns.zone.set(`s1._domainkey.${domain}`, key.record)
  }
  const [row] = await house.database.query<{ id: string }>(
    'select tenant_id as id from inboxes where id = $1',
    [house.inbox.id],
  )
  tenantId = row!.id
})
afterAll(() => house.stop())

/** A message from `from` in the past of an inbox, proven by DMARC or not. */
async function plant(
  inboxId: string,
  from: string,
  proven: boolean,
  daysAgo: number,
  fields = {},
): Promise<string> {
  const createdAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  const { id } = await plantMessage(house.database, tenantId, inboxId, { createdAt, ...fields })
  const domain = from.split('@')[1]
  const authentication = {
    spf: { result: 'none', domain },
    dkim: [],
    dmarc: { result: proven ? 'pass' : 'fail', domain, policy: 'none' },
    arc: { result: 'none' },
  }
  await house.database.query(
    'update messages set "from" = $3, authentication = $4 where tenant_id = $1 and id = $2',
    [tenantId, id, from, JSON.stringify(authentication)],
  )
  return id
}

const historyOf = async (inboxId: string, sender: string) => {
  const { senders } = await findKnownSenders(house.database, tenantId, inboxId)
  const found = senders.find((one) => one.sender === sender)
  return found === undefined ? null : { ...found, days: Math.round(found.days) }
}

test('only mail that was proven and clean counts, and what a person says of it goes before', async () => {
  const { id: inbox } = await house.createInbox()
  const from = 'ada@partner.example'
  for (const day of [9, 7, 5]) await plant(inbox, from, true, day)
  for (let i = 0; i < 8; i++) await plant(inbox, from, false, 30)
  expect(await historyOf(inbox, 'partner.example')).toEqual({
    sender: 'partner.example',
    clean: 3,
    bad: 0,
    days: 9,
  })
  expect(await historyOf(inbox, 'evil.example')).toBeNull()
  const flagged = await plant(inbox, from, true, 2, { status: 'flagged', verdict: 'flagged' })
  expect(await historyOf(inbox, 'partner.example')).toMatchObject({ clean: 3, bad: 1 })
  expect((await house.api('POST', `/messages/${flagged}/feedback`, { label: 'clean' })).status).toBe(201)
  expect(await historyOf(inbox, 'partner.example')).toMatchObject({ clean: 4, bad: 0 })
  expect((await house.api('POST', `/messages/${flagged}/feedback`, { label: 'phishing' })).status).toBe(201)
  expect(await historyOf(inbox, 'partner.example')).toMatchObject({ clean: 3, bad: 1 })
  const withheld = await plant(inbox, 'bob@partner.example', true, 1, {
    status: 'withheld',
    verdict: 'withheld',
  })
  expect(await historyOf(inbox, 'bob@partner.example')).toMatchObject({ clean: 0, bad: 1 })
  expect((await house.api('POST', `/messages/${withheld}/release`)).status).toBe(200)
  expect(await historyOf(inbox, 'bob@partner.example')).toMatchObject({ clean: 1, bad: 0 })
})

test('over the wire the past helps who is proven, and nobody who says that he is', async () => {
  const { id: inbox, address } = await house.createInbox()
  for (let day = 4; day < 30; day++) await plant(inbox, 'ada@partner.example', true, day)
  const judged = async (from: string, domain: string | null, headers: string[] = []) => {
    const raw = mailText({ from: `Ada <${from}>`, to: address, subject: 'Offer', body: odd, headers })
    const bytes = domain === null ? raw : await sign(raw, domain, key)
    const { id } = await house.send(bytes, { mailFrom: from, rcptTo: [address] })
    await house.drain()
    const { security_analysis } = await house.message(id)
    const past = security_analysis!.detections.find(({ method }) => method === 'known_sender')
    return { score: security_analysis!.risk_score, points: past?.points ?? 0 }
  }
  const claim = [
    'Authentication-Results: mx.inbox.localhost; dmarc=pass header.from=partner.example; dkim=pass header.d=partner.example',
    'ARC-Authentication-Results: i=1; mx.google.com; dmarc=pass header.from=partner.example',
  ]
  const proven = await judged('ada@partner.example', 'partner.example')
  expect(proven.points).toBeLessThan(0)
  expect(proven.points).toBeGreaterThanOrEqual(-20)
  const strangers = [
    await judged('ada@partner.example', null, claim),
    await judged('ada@partner.example', 'evil.example', claim),
    await judged('ada@evil.example', 'evil.example', [
      'Reply-To: ada@partner.example',
      'Sender: ada@partner.example',
    ]),
    await judged('ada@partner-shop.example', 'partner-shop.example'),
  ]
  for (const { points, score } of strangers) {
    expect(points).toBe(0)
    expect(score).toBeGreaterThan(proven.score)
  }
})
