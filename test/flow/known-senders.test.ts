/** The past of a sender counts for whom it is proven each time, over the wire and in the database: nobody comes by it otherwise. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SecurityAnalysis } from '../../shared/domain/analysis.ts'
import { limits } from '../../shared/domain/limits.ts'
import { findHouse, findKnownSenders, findThreadPasts } from '../../shared/store/known-senders.ts'
import { findOtherTexts } from '../../shared/store/sending.ts'
import { plantMessage } from '../support/api.ts'
import { type House, startHouse } from '../support/house.ts'
import { byRules } from '../support/judged-draft.ts'
import { mailText } from '../support/mail-text.ts'
import { sign, signingKey } from '../support/signed-mail.ts'

let house: House
let tenantId: string
const key = signingKey()
/** Odd enough that a clean past has something to take back. */
const odd = 'Cheap pills!!! Buy now, limited offer, 100 % free, act now: https://bit.ly/3abc'

beforeAll(async () => {
  const names = ['partner.example', 'evil.example', 'partner-shop.example'].flatMap((domain) => [
    [`_dmarc.${domain}`, { TXT: ['v=DMARC1; p=none'] }],
    [`s1._domainkey.${domain}`, key.record],
  ])
  house = await startHouse({}, Object.fromEntries(names))
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

test('over the wire, who poses as somebody known is told by the store, and so is an account that changes in a thread', async () => {
  const { id: inbox, address } = await house.createInbox()
  const known = 'ada.winter@partner.example'
  for (const day of [9, 7, 5]) await plant(inbox, known, true, day)
  await house.database.query(
    `update messages set from_name = 'Ada Winter', reply_to = 'Desk <desk@help.partner.example>' where tenant_id = $1 and inbox_id = $2`,
    [tenantId, inbox],
  )
  expect((await findKnownSenders(house.database, tenantId, inbox)).correspondents).toEqual([
    { address: known, name: 'Ada Winter', clean: 3, replyDomains: ['help.partner.example'] },
  ])
  for (const day of [9, 7, 5]) await plant(inbox, 'eve@quarrytools.com', true, day)
  expect(await findHouse(house.database, tenantId)).toMatchObject({
    addresses: [expect.stringContaining('@')],
  })

  const judged = async (from: string, body: string, headers: string[] = []) => {
    const raw = mailText({ from, to: address, subject: 'Invoice', body, headers })
    const bytes = from.includes(known) ? await sign(raw, 'partner.example', key) : raw
    const { id } = await house.send(bytes, { mailFrom: 'x@evil.example', rcptTo: [address] })
    await house.drain()
    const message = await house.message(id)
    return { message, results: impostorsOf(message.security_analysis) }
  }
  const impostorsOf = (analysis: { detections: { method: string; result: string }[] } | null) =>
    analysis!.detections.filter(({ method }) => method === 'impostor').map(({ result }) => result)
  const posing = await judged('Ada Winter <ada.winter@gmail.com>', 'Please send it to our new bank account.')
  expect(posing.results).toEqual(['known_name', 'asks_account'])
  const imitating = await judged('Accounts <accounts@quarrytools-invoices.com>', 'Hello.')
  expect(imitating.results).toEqual(['domain_contains'])

  const opened = await judged(`Ada Winter <${known}>`, 'Please pay to IBAN GB82 WEST 1234 5698 7654 32.')
  expect(opened.results).toEqual([])
  const answers = [`In-Reply-To: ${opened.message.message_id}`]
  const same = await judged(`Ada Winter <${known}>`, 'IBAN GB82 WEST 1234 5698 7654 32, as said.', answers)
  expect(same.results).toEqual([])
  const other = await judged(`Ada Winter <${known}>`, 'IBAN GB29 NWBK 6016 1331 9268 19, please.', answers)
  expect(other.message.thread_id).toBe(opened.message.thread_id)
  expect(other.results).toContain('changed_account')
  expect(other.message.verdict).toBe('flagged')
  // What was flagged is no past that the next one could refer to.
  const again = await judged(`Ada Winter <${known}>`, 'IBAN GB29 NWBK 6016 1331 9268 19, thanks.', answers)
  expect(again.results).toContain('changed_account')
  // Who asks of a mail that isn't there yet is told the same.
  const analyzed = async (iban: string) => {
    const mail = { from: `Ada Winter <${known}>`, to: address, subject: 'Invoice', headers: answers }
    const raw = Buffer.from(mailText({ ...mail, body: `IBAN ${iban}, please.` })).toString('base64')
    const answer = await house.api('POST', '/analyze', { inbox: address.split('@')[0], raw })
    expect(answer.status, answer.text).toBe(200)
    return impostorsOf(answer.body.security_analysis as never)
  }
  expect(await analyzed('GB29 NWBK 6016 1331 9268 19')).toContain('changed_account')
  expect(await analyzed('GB82 WEST 1234 5698 7654 32')).not.toContain('changed_account')
})

test('the past of a thread is bounded, and neither of another tenant nor what was withheld', async () => {
  const { id: inbox } = await house.createInbox()
  const createdAt = (minute: number) => new Date(Date.now() - (60 - minute) * 60_000).toISOString()
  const { threadId } = await plantMessage(house.database, tenantId, inbox, {
    createdAt: createdAt(0),
    body: 'withheld',
    status: 'withheld',
    verdict: 'withheld',
  })
  for (let i = 1; i <= limits.threadPastMessages + 2; i++)
    await plantMessage(house.database, tenantId, inbox, {
      threadId,
      createdAt: createdAt(i),
      body: `${i} ${'x'.repeat(limits.threadPastCharacters)}`,
    })
  const { id } = await plantMessage(house.database, tenantId, inbox, { threadId, createdAt: createdAt(59) })
  const past = (tenant: string, texts: boolean) =>
    findThreadPasts(house.database, [{ tenantId: tenant, id, texts }])
  const read = (await past(tenantId, true)).get(id)!
  expect(read.people).toEqual([{ name: 'Ada', address: 'ada@example.com' }])
  expect(read.texts).toHaveLength(limits.threadPastMessages)
  expect(read.texts[0]).toMatch(new RegExp(`^${limits.threadPastMessages + 2} x`))
  expect(read.texts.every((text) => text.length === limits.threadPastCharacters)).toBe(true)
  expect((await past(tenantId, false)).get(id)).toEqual({ ...read, texts: [] })
  expect((await past('ten_other', true)).size).toBe(0)

  const withheld = await plantMessage(house.database, tenantId, inbox, {
    createdAt: createdAt(1),
    status: 'withheld',
    verdict: 'withheld',
  })
  const after = await plantMessage(house.database, tenantId, inbox, {
    threadId: withheld.threadId,
    createdAt: createdAt(2),
  })
  expect((await findThreadPasts(house.database, [{ tenantId, id: after.id, texts: true }])).size).toBe(0)
})

test('a thread that was flooded is looked through so far and no further', async () => {
  const { id: inbox } = await house.createInbox()
  const createdAt = new Date(Date.now() - 60_000).toISOString()
  const { id: first, threadId } = await plantMessage(house.database, tenantId, inbox, { createdAt })
  const flood = (from: number, to: number) =>
    house.database.query(
      `insert into messages (tenant_id, id, inbox_id, thread_id, direction, status, verdict, risk_score, "from", from_name, "to",
         cc, reply_to, subject, size_bytes, has_attachments, duplicate_hash, created_at, updated_at)
       select m.tenant_id, m.id || lpad(n::text, 5, '0'), m.inbox_id, m.thread_id, m.direction, 'flagged', 'flagged', 50,
         'eve@evil.example', '', m."to", '', '', m.subject, m.size_bytes, false, decode(md5(n::text), 'hex'), m.created_at,
         m.created_at
       from messages m, generate_series($3::int, $4::int) n where m.tenant_id = $1 and m.id = $2`,
      [tenantId, first, from, to],
    )
  const { id } = await plantMessage(house.database, tenantId, inbox, { threadId })
  const past = async () =>
    (await findThreadPasts(house.database, [{ tenantId, id, texts: false }])).get(id)?.people.length ?? 0
  await flood(1, limits.threadPastLooked - 1)
  expect(await past()).toBe(1)
  await flood(limits.threadPastLooked, limits.threadPastLooked)
  expect(await past()).toBe(0)
})

test('what is read of an inbox and of a house is bounded', async () => {
  const { id: inbox } = await house.createInbox()
  const { id: first } = await plantMessage(house.database, tenantId, inbox)
  await house.database.query(
    `update messages set "from" = 'first@oldest.example' where tenant_id = $1 and id = $2`,
    [tenantId, first],
  )
  await house.database.query(
    `insert into messages (tenant_id, id, inbox_id, thread_id, direction, status, verdict, risk_score, "from", from_name, "to",
       cc, reply_to, subject, size_bytes, has_attachments, duplicate_hash, created_at, updated_at)
     select m.tenant_id, m.id || lpad(n::text, 4, '0'), m.inbox_id, m.thread_id, m.direction, m.status, m.verdict, m.risk_score,
       'p' || n || '@newer.example', m.from_name, m."to", m.cc, m.reply_to, m.subject, m.size_bytes, false,
       decode(md5(n::text), 'hex'), m.created_at, m.created_at
     from messages m, generate_series(1, $3) n where m.tenant_id = $1 and m.id = $2`,
    [tenantId, first, limits.knownMessages],
  )
  const { correspondents, domains } = await findKnownSenders(house.database, tenantId, inbox)
  expect(correspondents).toHaveLength(limits.knownMessages)
  expect(domains).toEqual(['newer.example'])

  await house.database.query(
    `insert into users (account_id, id, email)
     select account_id, 'usr_more' || n, 'U' || n || '@partner.example' from tenants, generate_series(1, $2) n where id = $1`,
    [tenantId, limits.houseUsers],
  )
  const { addresses } = (await findHouse(house.database, tenantId))!
  expect(addresses).toHaveLength(limits.houseUsers)
  expect(addresses.every((one) => one === one.toLowerCase())).toBe(true)
})

/** The house's own record of an order, and what its reader is told of it. */
const reader = 'ida.holm@letters.example'
const record = `Customer: Ida Holm, ${reader}. Deliver to 8 Mill Row. Locker code 50931.`
const told =
  'Hello Ida, your parcel waits in the locker at Mill Row; the collection code is 50931. It is open until ten.'

test('a mail is on record as the house’s own where its sender is proven, and an inbox or a confirmed user of the account', async () => {
  const { id: inboxId } = await house.createInbox()
  const { address: own } = await house.createInbox()
  const { address: gone, slug } = await house.createInbox()
  const domain = own.split('@')[1]!
  expect((await house.api('DELETE', `/inboxes/${slug}`)).status).toBe(204)
  const user = 'ops@acme.example'
  const read = async () => {
    const mail = { tenantId, inboxId, threadId: null, withheldToo: false }
    const rows = await findOtherTexts(house.database, mail, [], domain)
    return Object.fromEntries(rows.map(({ text, sender, proven, own }) => [text, { sender, proven, own }]))
  }
  await plant(inboxId, own.toUpperCase(), true, 1, { body: 'of an inbox' })
  await plant(inboxId, own, false, 1, { body: 'in its name' })
  await plant(inboxId, gone, true, 1, { body: 'of an inbox that is gone' })
  await plant(inboxId, 'ada@carrier.example', true, 1, { body: 'of a stranger' })
  await plant(inboxId, user, true, 1, { body: 'of a user' })
  // Nothing is known of its sender.
  await plantMessage(house.database, tenantId, inboxId, { body: 'of nobody' })
  const expected = {
    'of an inbox': { sender: own, proven: true, own: true },
    'in its name': { sender: own, proven: false, own: false },
    'of an inbox that is gone': { sender: gone, proven: true, own: false },
    'of a stranger': { sender: 'ada@carrier.example', proven: true, own: false },
    'of a user': { sender: user, proven: true, own: false },
    'of nobody': { sender: 'ada@example.com', proven: false, own: false },
  }
  expect(await read()).toEqual(expected)
  const confirmed = 'update users set email_confirmed_at = now() where email = $1 returning id'
  expect(await house.database.query(confirmed, [user])).toHaveLength(1)
  expect(await read()).toEqual({ ...expected, 'of a user': { sender: user, proven: true, own: true } })
})

test.each([
  ['an inbox of the house', (own: string) => own, true, true],
  ['somebody in its name', (own: string) => own, false, false],
  ['somebody elsewhere', () => 'ada@carrier.example', true, false],
  ['somebody at the house’s domain', () => 'desk@acme.example', true, true],
  ['somebody in the name of that', () => 'desk@acme.example', false, false],
])(
  'what %s has written of a reader counts accordingly in a draft to them',
  async (_, from, proven, ofHouse) => {
    const { id, slug } = await house.createInbox()
    const { address: own } = await house.createInbox()
    await plant(id, from(own), proven, 1, { body: record })
    const answer = await house.api('POST', '/analyze', {
      direction: 'outbound',
      inbox: slug,
      message: { from: `${slug}@${own.split('@')[1]}`, to: [reader], subject: 'Your parcel', body: told },
    })
    expect(answer.status, answer.text).toBe(200)
    // What the model adds is no matter here.
    const { score } = byRules((answer.body.security_analysis as unknown as SecurityAnalysis).detections)
    expect(score).toBeGreaterThan(30)
    expect(score > 70).toBe(!ofHouse)
  },
)
