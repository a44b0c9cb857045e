/** What comes back: bounces and complaints over real SMTP, by the return path that the peer was given. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '../support/api.ts'
import { complaintText, type DsnFields, dsnText } from '../support/dsn-text.ts'
import { type House, startHouse } from '../support/house.ts'
import { SmtpPeer } from '../support/smtp-peer.ts'

let peer: SmtpPeer
let house: House

beforeAll(async () => {
  peer = await SmtpPeer.start()
  house = await startHouse({
    RELAY_URL: `smtp://127.0.0.1:${peer.port}`,
    RELAY_TIMEOUT_SECONDS: '10',
    RELAY_RETRY_DELAYS: '0,0,60',
  })
})
beforeEach(() => {
  peer.behave()
  peer.forget()
})
afterAll(async () => {
  await house.stop()
  await peer.close()
})

let count = 0
const fresh = (name: string): string => `${name}-${++count}@peer.example`

/** What the host of `address` was given as return path, of the last message to it. */
const pathOf = (address: string): string =>
  peer.mails.findLast(({ recipients }) => recipients.includes(address))!.mailFrom

/** Base64 of so much that ninety times it is more than is sent to each one by one. */
const large = Buffer.alloc(600_000, 'A').toString('base64')

/** Sends a message through the relay; answers its id and the return path that the peer was given. */
async function sent(fields: Record<string, unknown> = {}, slug = house.inbox.slug) {
  const body = { to: fresh('ada'), subject: 'Order 1815', body: 'It has left our house.', ...fields }
  const answer = await house.api('POST', `/inboxes/${slug}/messages`, body)
  expect(answer.status, answer.text).toBe(201)
  await house.drain()
  const { mailFrom, data } = peer.mails.at(-1)!
  const messageId = /^Message-ID: (<[^>]+>)/im.exec(data.toString())![1]!
  return { id: String(answer.body.id), to: body.to as string, returnPath: mailFrom, messageId }
}

/** Sends a report in by the return path, as a mail system does. */
const report = (raw: string, returnPath: string, mailFrom = '') =>
  house.send(raw, { mailFrom, rcptTo: [returnPath] })

const dsn = (fields: DsnFields & { returnPath: string }) => report(dsnText(fields), fields.returnPath)

const message = async (id: string) => house.message(id)
const suppressed = async (address: string): Promise<Json[]> =>
  (await house.api('GET', `/suppressions?address=${encodeURIComponent(address)}`)).body
    .suppressions as unknown as Json[]
const eventsOf = (id: string) =>
  house.database.query<{ type: string; facts: Json }>(
    'select type, facts from events where message_id = $1 order by position',
    [id],
  )

describe('a hard bounce by the return path', () => {
  test('ends the message, suppresses the address and tells who asked to be told', async () => {
    const inbox = await house.createInbox({
      webhook_url: house.receiver.url,
      webhook_events: ['message.received', 'message.bounced'],
    })
    const { id, to, returnPath, messageId } = await sent({}, inbox.slug)
    const { id: reportId } = await dsn({ returnPath, recipient: to, messageId })
    await house.drain()

    const bounced = await message(id)
    expect(bounced.status).toBe('bounced')
    expect(bounced.recipients).toMatchObject([
      { address: to, status: 'bounced', code: 550, enhanced_code: '5.1.1' },
    ])
    expect(bounced.recipients?.[0]?.reason).toContain('No such user')
    expect(await suppressed(to)).toMatchObject([
      { address: to, reason: 'hard_bounce', message_id: id, inbox_id: inbox.id },
    ])
    const request = await house.receiver.next()
    const told = JSON.parse(request.body.toString())
    expect(told).toMatchObject({
      event: 'message.bounced',
      data: { id, status: 'bounced', recipients: [{ address: to, code: '550 5.1.1', type: 'hard' }] },
    })
    expect(house.receiver.received).toHaveLength(1)

    const shown = await message(reportId)
    expect(shown).toMatchObject({
      automated_kind: 'bounce',
      direction: 'inbound',
      inbox_id: inbox.id,
      thread_id: bounced.thread_id,
    })
    expect((await eventsOf(reportId)).map(({ type }) => type)).not.toContain('message.received')
    const log = await house.api('GET', '/audit-logs?event_type=msg_bounced')
    expect(log.text).toContain(id)
  })

  test('refuses the next message to the address, in any letter case, until it is taken off the list', async () => {
    const { to, returnPath } = await sent()
    await dsn({ returnPath, recipient: to })
    await house.drain()
    const again = (address: string) =>
      house.api('POST', `/inboxes/${house.inbox.slug}/messages`, {
        to: ['someone@peer.example', address],
        subject: 'Again',
        body: 'Again.',
      })
    const refused = await again(to.toUpperCase())
    expect(refused.status).toBe(409)
    expect(refused.body.error).toMatchObject({ code: 'recipient_suppressed' })
    expect(refused.text.toLowerCase()).toContain(to)
    expect((await house.api('DELETE', `/suppressions/${encodeURIComponent(to)}`)).status).toBe(204)
    expect((await again(to)).status).toBe(201)
    await house.drain()
  })

  test('that comes twice has its effects once', async () => {
    const { id, to, returnPath } = await sent()
    await dsn({ returnPath, recipient: to })
    await house.drain()
    await dsn({ returnPath, recipient: to, reporter: 'another.example' })
    await house.drain()
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['message.sent', 'message.bounced'])
    const entries = await house.database.query(
      "select 1 from audit_entries where event_type = 'msg_bounced' and metadata ->> 'message_id' = $1",
      [id],
    )
    expect(entries).toHaveLength(1)
  })

  test('of one of several recipients leaves the message sent and suppresses that one; of all of them, ends it', async () => {
    const [ada, bob] = [fresh('ada'), fresh('bob')]
    const inbox = await house.createInbox({
      webhook_url: house.receiver.url,
      webhook_events: ['message.bounced'],
    })
    const { id } = await sent({ to: [ada, bob] }, inbox.slug)
    const told = async () => JSON.parse((await house.receiver.next()).body.toString()).data
    await dsn({ returnPath: pathOf(bob), recipient: bob })
    await house.drain()
    expect(await message(id)).toMatchObject({
      status: 'sent',
      recipients: [{ status: 'sent' }, { status: 'bounced' }],
    })
    expect(await suppressed(bob)).toMatchObject([{ reason: 'hard_bounce', message_id: id }])
    expect(await suppressed(ada)).toEqual([])
    expect(await told()).toMatchObject({ id, status: 'sent', recipients: [{ address: bob }] })
    await dsn({ returnPath: pathOf(ada), recipient: ada })
    await house.drain()
    expect((await message(id)).status).toBe('bounced')
    expect(await told()).toMatchObject({ id, status: 'bounced', recipients: [{ address: ada }] })
  })

  test('is about the recipient whose return path it came by: nobody can report another, or be hidden by a name', async () => {
    const [mallory, victim] = [fresh('mallory'), fresh('victim')]
    const { id } = await sent({ to: mallory, bcc: [victim] })
    await dsn({ returnPath: pathOf(mallory), recipient: victim })
    await house.drain()
    expect((await message(id)).recipients).toMatchObject([
      { address: mallory, status: 'bounced' },
      { address: victim, status: 'sent' },
    ])
    expect(await suppressed(victim)).toEqual([])
    expect(await suppressed(mallory)).toMatchObject([{ reason: 'hard_bounce' }])
  })

  test('of a large message to several, who share its return path, suppresses nobody: one could report another', async () => {
    const many = Array.from({ length: 90 }, () => fresh('many'))
    const attachments = [{ filename: 'a.bin', content_type: 'application/octet-stream', content: large }]
    const { id } = await sent({ to: many, attachments })
    expect(peer.mails.map(({ recipients }) => recipients)).toEqual([many])
    await dsn({ returnPath: pathOf(many[0]!), recipient: many[1]! })
    await house.drain()
    expect((await message(id)).recipients?.slice(0, 2)).toMatchObject([
      { status: 'sent' },
      { status: 'bounced' },
    ])
    expect(await suppressed(many[1]!)).toEqual([])
    await dsn({ returnPath: pathOf(many[0]!), recipient: 'victim@elsewhere.example' })
    await house.drain()
    expect((await message(id)).status).toBe('sent')
  })
})

test('a soft bounce ends the message and suppresses nothing; a delay is noted only', async () => {
  const { id, to, returnPath } = await sent()
  const words = { status: '4.2.2', diagnostic: '452 4.2.2 Mailbox is full' }
  await dsn({ returnPath, recipient: to, action: 'delayed', ...words })
  await house.drain()
  expect(await message(id)).toMatchObject({
    status: 'sent',
    recipients: [{ status: 'sent', enhanced_code: '4.2.2' }],
  })
  await dsn({ returnPath, recipient: to, action: 'failed', ...words })
  await house.drain()
  expect((await message(id)).status).toBe('bounced')
  expect(await suppressed(to)).toEqual([])
  expect((await eventsOf(id)).at(-1)).toMatchObject({
    type: 'message.bounced',
    facts: { recipients: [{ type: 'soft' }] },
  })
})

test('a report without a reply code leaves none of the hand-over beside its own words', async () => {
  const { id, to, returnPath } = await sent()
  const handed = { code: 250, enhanced_code: '2.0.0' }
  expect(await message(id)).toMatchObject({ recipients: [{ status: 'sent', ...handed }] })
  const words = { status: '4.4.1', diagnostic: 'connection timed out' }
  await dsn({ returnPath, recipient: to, action: 'delayed', ...words })
  await house.drain()
  const said = { code: null, enhanced_code: '4.4.1' }
  expect(await message(id)).toMatchObject({ recipients: [{ status: 'sent', ...said }] })
  await dsn({ returnPath, recipient: to, action: 'failed', ...words })
  await house.drain()
  expect(await message(id)).toMatchObject({ recipients: [{ status: 'bounced', ...said }] })
})

test('a complaint marks the message and suppresses the address', async () => {
  const { id, to, returnPath, messageId } = await sent()
  await report(complaintText({ recipient: to, messageId }), returnPath, 'feedback@isp.example')
  await house.drain()
  expect(await message(id)).toMatchObject({ status: 'complained', recipients: [{ status: 'complained' }] })
  expect(await suppressed(to)).toMatchObject([{ reason: 'complaint', message_id: id }])
  expect((await eventsOf(id)).at(-1)).toMatchObject({
    type: 'message.complained',
    facts: { feedback_type: 'abuse' },
  })
})

test('a complaint about a message to several is about whose return path it came by', async () => {
  const [ada, bob] = [fresh('ada'), fresh('bob')]
  const { id, messageId } = await sent({ to: [ada, bob] })
  await report(complaintText({ recipient: ada, messageId }), pathOf(bob), 'feedback@isp.example')
  await house.drain()
  expect((await message(id)).recipients).toMatchObject([{ status: 'sent' }, { status: 'complained' }])
  expect(await suppressed(bob)).toMatchObject([{ reason: 'complaint' }])
  expect(await suppressed(ada)).toEqual([])
})

test('an address that its host refuses for good is suppressed when the message is handed over', async () => {
  const to = fresh('nobody')
  peer.answer('RCPT', '550 5.1.1 No such user')
  await house.api('POST', `/inboxes/${house.inbox.slug}/messages`, { to, subject: 'Order', body: 'Text.' })
  await house.drain()
  expect(await suppressed(to)).toMatchObject([{ reason: 'hard_bounce' }])
  peer.behave()
  peer.answer('RCPT', '554 5.7.1 Your IP is on a block list')
  const other = fresh('blocked')
  await house.api('POST', `/inboxes/${house.inbox.slug}/messages`, {
    to: other,
    subject: 'Order',
    body: 'Text.',
  })
  await house.drain()
  expect(await suppressed(other)).toEqual([])
})

test.each([
  ['MAIL', '550 5.1.1 <bounce@inbox.example>: User unknown', 'in reply to MAIL FROM'],
  ['END', '550 No such user here', 'in reply to end of DATA'],
] as const)(
  'what a host says at %s suppresses nobody: it is about the sender, or the message',
  async (step, reply, said) => {
    const to = fresh('well-known')
    peer.answer(step, reply)
    const answer = await house.api('POST', `/inboxes/${house.inbox.slug}/messages`, {
      to,
      subject: 'Order',
      body: 'Text.',
    })
    await house.drain()
    expect(await message(String(answer.body.id))).toMatchObject({
      status: 'failed',
      recipients: [{ status: 'failed', code: 550, reason: expect.stringContaining(`(${said})`) }],
    })
    expect(await suppressed(to)).toEqual([])
  },
)

test('a report may overtake our own note that the message was sent', async () => {
  const to = fresh('quick')
  const other = fresh('other')
  peer.beforeReply = async ({ mailFrom, recipients }) => {
    peer.beforeReply = () => {}
    const { id } = await dsn({ returnPath: mailFrom, recipient: recipients[0]! })
    await expect.poll(async () => (await message(id)).status).not.toBe('processing')
  }
  const first = await sent({ to })
  expect(await message(first.id)).toMatchObject({ status: 'bounced', recipients: [{ status: 'bounced' }] })
  expect((await eventsOf(first.id)).map(({ type }) => type)).toEqual(['message.bounced', 'message.sent'])
  const second = await sent({ to: other })
  expect((await message(second.id)).status).toBe('sent')
})

describe('the return path', () => {
  const refusal = async (rcptTo: string) =>
    report(dsnText({ recipient: 'ada@peer.example' }), rcptTo).then(
      () => 'taken',
      (error: Error) => error.message,
    )

  test('is refused where it is forged, altered, or of another domain', async () => {
    const { id, returnPath } = await sent()
    const altered = returnPath.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))
    expect(await refusal(altered)).toMatch(/550 5\.1\.1/)
    expect(await refusal('bounce+0123@inbox.localhost')).toMatch(/550 5\.1\.1/)
    expect(await refusal('bounce+@inbox.localhost')).toMatch(/550 5\.1\.1/)
    expect(await refusal('bounce@inbox.localhost')).toMatch(/550 5\.1\.1/)
    expect(await refusal(returnPath.replace('inbox.localhost', 'elsewhere.example'))).toMatch(/550 5\.7\.1/)
    expect((await message(id)).status).toBe('sent')
  })

  test('works in any letter case', async () => {
    const { id, to, returnPath } = await sent()
    await dsn({ returnPath: returnPath.toUpperCase(), recipient: to })
    await house.drain()
    expect((await message(id)).status).toBe('bounced')
  })

  test('of a message whose inbox is deleted is nobody', async () => {
    const inbox = await house.createInbox()
    const { returnPath } = await sent({}, inbox.slug)
    expect((await house.api('DELETE', `/inboxes/${inbox.slug}`)).status).toBe(204)
    expect(await refusal(returnPath)).toMatch(/550 5\.1\.1/)
  })

  test('is no way in for a person: what a person writes there is mail, and changes nothing', async () => {
    const { id, to, returnPath } = await sent()
    const written = await house.send(
      { from: `Ada <${to}>`, subject: 'Re: Order', body: `550 5.1.1 ${to}: user unknown` },
      { mailFrom: to, rcptTo: [returnPath] },
    )
    await house.drain()
    expect(await message(written.id)).toMatchObject({ automated_kind: 'human' })
    expect((await message(id)).status).toBe('sent')
    expect((await eventsOf(written.id)).map(({ type }) => type)).toEqual(['message.received'])
  })
})

test('a report to the address of the inbox, which anybody can forge, is mail like any mail', async () => {
  const { id, to, messageId } = await sent()
  const forged = await report(dsnText({ recipient: to, messageId }), house.inbox.address)
  await house.drain()
  expect((await message(id)).status).toBe('sent')
  expect(await suppressed(to)).toEqual([])
  expect(await message(forged.id)).toMatchObject({ automated_kind: 'bounce' })
  expect((await eventsOf(forged.id)).map(({ type }) => type)).toEqual(['message.received'])
})

test('a recipient who is suppressed while a message is scheduled is left out; alone, the message fails', async () => {
  const [ada, bob] = [fresh('ada'), fresh('bob')]
  const send_at = new Date(Date.now() + 3_600_000).toISOString()
  const schedule = async (to: string[]) => {
    const fields = { to, subject: 'Later', body: 'Later.', send_at }
    const answer = await house.api('POST', `/inboxes/${house.inbox.slug}/messages`, fields)
    return String(answer.body.id)
  }
  const both = await schedule([ada, bob])
  const alone = await schedule([bob])
  const added = await house.api('POST', '/suppressions', {
    address: bob.toUpperCase(),
    reason: 'Asked for it',
  })
  expect(added.status).toBe(201)
  expect(added.body).toMatchObject({ reason: 'manual', detail: 'Asked for it' })
  await house.database.query(
    "update pgboss.job set start_after = now() where name = 'relay' and state = 'created'",
  )
  await house.drain()
  expect(await message(both)).toMatchObject({
    status: 'sent',
    recipients: [{ status: 'sent' }, { status: 'failed', reason: 'The address is on the suppression list.' }],
  })
  expect(await message(alone)).toMatchObject({ status: 'failed', failure: { code: 'recipient_suppressed' } })
  expect(peer.mails.flatMap(({ recipients }) => recipients)).toEqual([ada])
})
