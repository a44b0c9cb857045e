/** A release, a report and a rejection change how the like of a message is judged, at once, in that tenant alone, until they are taken back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { type House, startHouse } from '../support/house.ts'
import { mailText } from '../support/mail-text.ts'
import { sign, signingKey } from '../support/signed-mail.ts'
import { suspiciousScorer } from '../support/suspicious-scorer.ts'

let house: House
let tenantId: string
const key = signingKey()
beforeAll(async () => {
  const names = ['supplier.example', 'evil.example'].flatMap((domain) => [
    [`_dmarc.${domain}`, { TXT: ['v=DMARC1; p=none'] }],
    [`s1._domainkey.${domain}`, key.record],
  ])
  house = await startHouse({ RISK_SCORERS: suspiciousScorer }, Object.fromEntries(names))
  const [row] = await house.database.query<{ id: string }>(
    'select tenant_id as id from inboxes where id = $1',
    [house.inbox.id],
  )
  tenantId = row!.id
})
afterAll(() => house.stop())

interface Came {
  from?: string
  domain?: string | null
  to?: string
  subject: string
  body: string
  attachments?: { filename: string; content: string }[]
}

/** Sends a mail in, signed or not, and answers what was made of it. */
async function come({ from = 'billing@supplier.example', domain = 'supplier.example', to, ...mail }: Came) {
  const address = to ?? house.inbox.address
  const raw = mailText({ ...mail, from: `Accounts <${from}>`, to: address })
  const bytes = domain === null ? raw : await sign(raw, domain, key)
  const { id } = await house.send(bytes, { mailFrom: from, rcptTo: [address] })
  await house.drain()
  const { verdict, security_analysis } = await house.message(id)
  const said = security_analysis!.detections.find(({ method }) => method === 'feedback')
  return {
    id,
    held: verdict === 'withheld',
    said: said?.result ?? null,
    detail: said?.detail ?? '',
    points: said?.points ?? 0,
  }
}

const notice = (n: number, more: Partial<Came> = {}) =>
  come({
    subject: `Invoice ${1_000 + n} is overdue (suspect)`,
    body: `Dear ${['Ada', 'Bob', 'Cleo'][n % 3]},\n\ninvoice ${1_000 + n} over ${20 + n}.50 EUR has not been paid by ${1 + n} May. Please settle it in your customer area:\nhttps://my.supplier.example/invoices/${n}\n\nYour accounts department`,
    ...more,
  })
const campaign = (n: number, more: Partial<Came> = {}) =>
  come({
    from: `desk${n}@sender-${n}.example`,
    domain: null,
    subject: `Quarterly survey ${n}`,
    body: `Hello ${['Ada', 'Bob', 'Cleo'][n % 3]},\n\nwe would like to hear how you found the venue of our spring meeting in Leeds, and which of the talks you would want again. It takes ${n} minutes:\nhttps://leeds-survey.example/r/${n}\n\n${['Mia', 'Noah', 'Olu'][n % 3]} of the programme desk`,
    ...more,
  })
const feedbackOn = (id: string, label: string) => house.api('POST', `/messages/${id}/feedback`, { label })
const takeBack = (id: string) => house.api('DELETE', `/messages/${id}/feedback`)

test('after one release the next copies pass, in every inbox of the tenant, until it is taken back', async () => {
  const first = await notice(1)
  expect(first).toMatchObject({ held: true, said: null })
  expect(await notice(2)).toMatchObject({ held: true, said: null })
  expect((await house.api('POST', `/messages/${first.id}/release`)).status).toBe(200)
  const next = await notice(3)
  expect(next).toMatchObject({ held: false, said: 'like_released' })
  expect(next.detail).toContain(first.id)
  expect(next.points).toBeLessThanOrEqual(-90)
  const { address } = await house.createInbox()
  expect(await notice(4, { to: address })).toMatchObject({ held: false, said: 'like_released' })

  // Who has it released, or stands beside who has, gains nothing for anything else.
  const evil = { from: 'billing@evil.example', domain: 'evil.example' }
  expect(await notice(5, evil)).toMatchObject({ held: true, said: null })
  expect(await notice(5, { domain: null })).toMatchObject({ held: true, said: null })
  const file = { filename: 'invoice.html', content: '<p>Sign in to see it.</p>' }
  expect(await notice(5, { attachments: [file] })).toMatchObject({ held: true, said: null })
  const other = 'Dear Ada, our bank is another one: pay the sum to DE89 3704 0044 0532 0130 00 at once.'
  expect(await notice(5, { body: other })).toMatchObject({ held: true, said: null })

  expect((await takeBack(first.id)).status).toBe(204)
  expect(await notice(6)).toMatchObject({ held: true, said: null })
  const log = await house.api('GET', '/audit_log?event_type=feedback')
  expect(log.body.entries).toContainEqual(
    expect.objectContaining({ metadata: expect.objectContaining({ message_id: first.id, count: 1 }) }),
  )
})

test('after one report the campaign is held, whoever sends it, and passes again once that is taken back', async () => {
  const first = await campaign(1)
  expect(first).toMatchObject({ held: false, said: null })
  const said = await feedbackOn(first.id, 'spam')
  expect(said).toMatchObject({ status: 201, body: { label: 'spam', teaches: 'hold' } })
  for (const n of [2, 3, 4]) {
    const next = await campaign(n)
    expect(next).toMatchObject({ held: true, said: 'like_reported' })
    // Enough alone; where more than 100 points are found, each has its share of these.
    expect(next.points).toBeGreaterThan(70)
    expect(next.detail).toContain(first.id)
  }
  const honest = {
    subject: 'Leeds',
    body: 'Hello Ada, shall we meet at the venue in Leeds again this spring? The talks were good.',
  }
  expect(await campaign(5, honest)).toMatchObject({ held: false, said: null })
  const analyzed = await house.api('POST', '/analyze', {
    message: { from: 'x@y.example', subject: 'Quarterly survey', body: (await house.message(first.id)).body },
  })
  expect(analyzed.body.verdict).toBe('withheld')

  // The newest word counts: first that it is clean (of nobody who is proven, so that it teaches nothing), then none.
  expect((await feedbackOn(first.id, 'clean')).body).toMatchObject({ teaches: null })
  expect(await campaign(6)).toMatchObject({ held: false, said: null })
  await feedbackOn(first.id, 'phishing')
  expect(await campaign(7)).toMatchObject({ held: true, said: 'like_reported' })
  expect((await takeBack(first.id)).status).toBe(204)
  expect(await campaign(8)).toMatchObject({ held: false, said: null })
  // Again: it is no error that there is nothing.
  expect((await takeBack(first.id)).status).toBe(204)
})

test('what is said counts from its commit on, also for mail that comes while others are judged', async () => {
  const first = await campaign(30, {
    subject: 'Canteen 30',
    body: 'Hello, the canteen of the north building closes at two o’clock from the first of next month, tell the others.',
  })
  const again = (n: number) =>
    campaign(n, {
      subject: `Canteen ${n}`,
      body: 'Hello, the canteen of the north building closes at two o’clock from the first of next month, tell the others.',
    })
  for (let n = 31; n < 35; n++) {
    await feedbackOn(first.id, 'spam')
    expect(await again(n)).toMatchObject({ held: true })
    await takeBack(first.id)
    expect(await again(n)).toMatchObject({ held: false })
  }
})

test('a word of one tenant is nothing to another, and goes with its message and its inbox', async () => {
  const { address, slug } = await house.createInbox()
  const first = await campaign(10, { to: address })
  await feedbackOn(first.id, 'spam')
  expect(await campaign(11)).toMatchObject({ held: true })
  const made = await house.api('POST', '/inboxes', { slug: 'of-the-sandbox' }, { key: house.sandboxKey })
  const { id } = await house.send(
    mailText({
      to: String(made.body.address),
      subject: 'Quarterly survey',
      body: (await house.message(first.id)).body,
    }),
    { rcptTo: [String(made.body.address)] },
  )
  await house.drain()
  const sandboxed = await house.api('GET', `/messages/${id}`, undefined, { key: house.sandboxKey })
  expect(sandboxed.body.verdict).not.toBe('withheld')
  expect((await house.api('DELETE', `/inboxes/${slug}`)).status).toBe(204)
  expect(await campaign(12)).toMatchObject({ held: false, said: null })
})

test('an agent’s key neither teaches nor takes back', async () => {
  const { id } = await campaign(20)
  const scopes = ['messages:read', 'approvals:write']
  const made = await house.api('POST', '/api_keys', { name: 'agent', scopes, inbox_id: house.inbox.id })
  const agent = { key: String(made.body.key) }
  expect((await house.api('POST', `/messages/${id}/feedback`, { label: 'spam' }, agent)).status).toBe(403)
  expect((await house.api('DELETE', `/messages/${id}/feedback`, undefined, agent)).status).toBe(403)
})

describe('drafts', () => {
  const draft = (slug: string, n: number) =>
    house.api('POST', `/inboxes/${slug}/messages`, {
      to: `customer-${n}@peer.example`,
      subject: `Refund of order ${n}`,
      body: `Hello,\n\nwe have refunded the full price of your order ${n} and added a voucher of fifty percent for the trouble. You need not send anything back.\n\nYour help desk`,
    })

  test('like one that was rejected wait for approval, whoever asks, and an approval opens no door', async () => {
    const vault = (await house.createInbox({ security_level: 'full_lockdown' })).slug
    const desk = (await house.createInbox()).slug
    expect((await draft(desk, 1)).status).toBe(201)
    const held = await draft(vault, 2)
    expect(held.status).toBe(202)
    expect((await house.api('POST', `/approvals/${held.body.approval?.id}/reject`)).status).toBe(200)
    const next = await draft(desk, 3)
    expect(next.status).toBe(202)
    const like = expect.objectContaining({ method: 'feedback', result: 'like_rejected', points: 75 })
    expect(next.body.security_analysis?.detections).toContainEqual(like)
    expect((await house.api('POST', `/approvals/${next.body.approval?.id}/approve`)).status).toBe(200)
    expect((await draft(desk, 4)).status).toBe(202)
    expect((await takeBack(String(held.body.id))).status).toBe(204)
    expect((await draft(desk, 5)).status).toBe(201)
  })
})

test('a tenant has so many lessons of a kind, and the oldest make room', async () => {
  const first = await campaign(40)
  await feedbackOn(first.id, 'spam')
  // As many older ones as fill it, of which nothing but their number is asked.
  await house.database.query(
    `with m as (
       insert into messages select (jsonb_populate_record(m, jsonb_build_object('id', 'msg_0' || lpad(n::text, 25, '0')))).*
       from messages m, generate_series(1, $3::int) n where m.tenant_id = $1 and m.id = $2 returning id, inbox_id),
     f as (
       insert into feedback (tenant_id, id, inbox_id, message_id, label, source)
       select $1, replace(id, 'msg', 'fbk'), inbox_id, id, 'spam', 'reviewer' from m returning id, message_id, inbox_id)
     insert into lessons (tenant_id, message_id, inbox_id, feedback_id, kind, salt, shingles, shingle_count, traits, message_at)
     select $1, f.message_id, f.inbox_id, f.id, 'hold', 0, l.shingles, l.shingle_count, l.traits, now()
     from f join lessons l on l.tenant_id = $1 and l.message_id = $2`,
    [tenantId, first.id, limits.lessons - 1],
  )
  const kept = async (): Promise<string[]> => {
    const rows = await house.database.query<{ id: string }>(
      "select message_id as id from lessons where tenant_id = $1 and kind = 'hold' order by feedback_id",
      [tenantId],
    )
    return rows.map(({ id }) => id)
  }
  const before = await kept()
  expect(before).toHaveLength(limits.lessons)
  const last = await campaign(41)
  await feedbackOn(last.id, 'spam')
  expect(await kept()).toEqual([...before.slice(1), last.id])
})
