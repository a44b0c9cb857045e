/** Sending from end to end: by the API, through the relay, to peers over real SMTP, and back. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '../support/api.ts'
import { type House, startHouse } from '../support/house.ts'
import { SmtpPeer } from '../support/smtp-peer.ts'

let peer: SmtpPeer
let house: House

beforeAll(async () => {
  peer = await SmtpPeer.start()
  house = await startHouse({
    RELAY_URL: `smtp://127.0.0.1:${peer.port}`,
    RELAY_TIMEOUT_SECONDS: '1',
    RELAY_RETRY_DELAYS: '0,0,0,0,60',
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

async function send(fields: Record<string, unknown>, key?: string, slug = house.inbox.slug): Promise<Json> {
  const body = { to: 'ada@peer.example', subject: 'Order 1815', body: 'It has left our house.', ...fields }
  const answer = await house.api('POST', `/inboxes/${slug}/messages`, body, key === undefined ? {} : { key })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const recipientsOf = (id: string) =>
  house.database.query<{ address: string; status: string; code: number; enhanced: string; reason: string }>(
    `select address, status, code, enhanced_code as enhanced, reason from outbound_recipients where message_id = $1
     order by index`,
    [id],
  )

const statusOf = async (id: string) => (await house.message(id)).status

test('each recipient is sent the message, with a return path of their own, and it says so to all who ask', async () => {
  const { id } = await send({ cc: 'bob@peer.example', bcc: 'eve@peer.example' })
  await house.drain()
  expect(await statusOf(String(id))).toBe('sent')
  expect(peer.mails.map(({ recipients }) => recipients)).toEqual([
    ['ada@peer.example'],
    ['bob@peer.example'],
    ['eve@peer.example'],
  ])
  expect(new Set(peer.mails.map(({ mailFrom }) => mailFrom)).size).toBe(3)
  const raw = await house.raw(String(id))
  for (const { mailFrom, data } of peer.mails) {
    expect(mailFrom).toMatch(/^bounce\+[0-9a-z]+@inbox\.localhost$/)
    expect(data.equals(raw)).toBe(true)
  }
  expect(raw.toString()).not.toContain('eve@peer.example')
  const log = await house.api('GET', '/audit-logs?event_type=msg_sent')
  expect(log.text).toContain(String(id))
  expect((await recipientsOf(String(id))).map(({ status, code }) => [status, code])).toEqual([
    ['sent', 250],
    ['sent', 250],
    ['sent', 250],
  ])
})

test('an agent and an outsider hold a conversation that threads on both sides', async () => {
  const first = await house.send({
    from: 'Ada <ada@peer.example>',
    subject: 'Where is my order?',
    text: 'Where?',
    messageId: 'first@peer.example',
  } as never)
  await house.drain()
  const asked = await house.message(first.id)
  const answered = await house.api('POST', `/messages/${first.id}/reply`, { body: 'On its way.' })
  expect(answered.status, answered.text).toBe(201)
  await house.drain()
  const reply = peer.mails[0]!.data.toString()
  const ours = /^Message-ID: <([^>]+)>/im.exec(reply)![1]!
  expect(reply).toMatch(new RegExp(`^In-Reply-To: <${asked.message_id}>`, 'im'))
  expect(reply).toMatch(/^Subject: Re: Where is my order\?/m)
  expect(peer.mails[0]!.recipients).toEqual(['ada@peer.example'])
  const second = await house.send(
    [
      'From: Ada <ada@peer.example>',
      `To: ${house.inbox.address}`,
      'Subject: Re: Where is my order?',
      `In-Reply-To: <${ours}>`,
      'Message-ID: <second@peer.example>',
      '',
      'Thanks!',
      '',
    ].join('\r\n'),
  )
  await house.drain()
  const threads = [asked, await house.message(String(answered.body.id)), await house.message(second.id)]
  expect(new Set(threads.map(({ thread_id }) => thread_id)).size).toBe(1)
})

describe('a peer that refuses', () => {
  test.each([
    ['MAIL', '451 4.3.0 Later'],
    ['RCPT', '450 4.2.1 Busy'],
    ['DATA', '421 4.3.2 Going down'],
    ['END', '452 4.3.1 Full'],
    ['CONNECT', '554 5.7.1 Not you'],
    ['EHLO', 'disconnect'],
    ['END', 'disconnect'],
  ] as const)('at %s with %s is tried again, and gets one message', async (step, behaviour) => {
    const only = { times: 1 }
    peer.answer(step, behaviour, only)
    const { id } = await send({})
    await house.drain()
    expect(await statusOf(String(id))).toBe('sent')
    expect(peer.mails).toHaveLength(1)
  })

  test('for good fails the message, with the reason for each recipient', async () => {
    peer.answer('RCPT', '550 5.1.1 No such user')
    const { id } = await send({ to: 'nobody@peer.example' })
    await house.drain()
    expect(await statusOf(String(id))).toBe('failed')
    expect(await recipientsOf(String(id))).toEqual([
      {
        address: 'nobody@peer.example',
        status: 'failed',
        code: 550,
        enhanced: '5.1.1',
        reason: 'No such user',
      },
    ])
    expect(peer.commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(1)
  })

  test('some recipients for now and some for good: each is sent to once, or told why not', async () => {
    peer.answer('RCPT', '550 5.1.1 No such user', { when: (line) => line.includes('nobody') })
    peer.answer('RCPT', '451 4.7.1 Greylisted', { when: (line) => line.includes('later'), times: 2 })
    const { id } = await send({ to: ['ada@peer.example', 'nobody-else@peer.example', 'later@peer.example'] })
    await house.drain()
    expect(await statusOf(String(id))).toBe('sent')
    expect((await recipientsOf(String(id))).map(({ status }) => status)).toEqual(['sent', 'failed', 'sent'])
    expect(peer.mails.map(({ recipients }) => recipients)).toEqual([
      ['ada@peer.example'],
      ['later@peer.example'],
    ])
    const ids = peer.mails.map(({ data }) => /^Message-ID: (.*)$/im.exec(data.toString())![1])
    expect(new Set(ids).size).toBe(1)
  })
})

test('a recipient over whom the peer hangs keeps the others waiting once, and is sent to after them', async () => {
  peer.answer('RCPT', 'hang', { when: (line) => line.includes('slow'), times: 2 })
  const { id } = await send({ to: ['slow@peer.example', 'ada@peer.example', 'bob@peer.example'] })
  await house.drain()
  expect(await statusOf(String(id))).toBe('sent')
  expect(peer.mails.flatMap(({ recipients }) => recipients)).toEqual([
    'ada@peer.example',
    'bob@peer.example',
    'slow@peer.example',
  ])
})

test('mail to another inbox of ours comes in as any mail does', async () => {
  const other = await house.createInbox()
  const { id } = await send({ to: [other.address, 'ada@peer.example', `missing-${other.address}`] })
  await house.drain()
  const list = await house.api('GET', `/inboxes/${other.slug}/messages`)
  const [received] = list.body.messages as unknown as { subject: string; direction: string; from: string }[]
  expect(received).toMatchObject({ subject: 'Order 1815', direction: 'inbound', from: house.inbox.address })
  expect(peer.mails.map(({ recipients }) => recipients)).toEqual([['ada@peer.example']])
  expect((await recipientsOf(String(id))).map(({ status, code }) => [status, code])).toEqual([
    ['sent', 250],
    ['sent', 250],
    ['failed', 550],
  ])
})

test('two addresses of one inbox get one message there', async () => {
  const other = await house.createInbox()
  const tagged = other.address.replace('@', '+orders@')
  const { id } = await send({ to: [other.address, 'ada@peer.example'], cc: tagged })
  await house.drain()
  const list = await house.api('GET', `/inboxes/${other.slug}/messages`)
  expect(list.body.messages).toHaveLength(1)
  expect((await recipientsOf(String(id))).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
})

test('from a sandbox nothing leaves the machine: its own inboxes get mail, all others are said to', async () => {
  const [own, from] = await Promise.all(
    ['sandbox-own', 'sandbox-from'].map(async (slug) => {
      const answer = await house.api('POST', '/inboxes', { slug }, { key: house.sandboxKey })
      return answer.body as unknown as { slug: string; address: string }
    }),
  )
  const to = [own!.address, house.inbox.address, 'ada@peer.example']
  const { id } = await send({ to }, house.sandboxKey, from!.slug)
  await house.drain()
  const shown = await house.api('GET', `/messages/${id}`, undefined, { key: house.sandboxKey })
  expect(shown.body).toMatchObject({ status: 'sent', simulated: true })
  const count = async (slug: string, key: string) =>
    (await house.api('GET', `/inboxes/${slug}/messages?direction=inbound`, undefined, { key })).body
      .messages as unknown as unknown[]
  expect(await count(own!.slug, house.sandboxKey)).toHaveLength(1)
  expect(peer.received).toEqual([])
  expect((await recipientsOf(String(id))).map(({ reason }) => /simulated/.test(reason))).toEqual([
    false,
    true,
    true,
  ])
})

test('captured mail is a file, whole', async () => {
  const capturing = await startHouse()
  try {
    const answer = await capturing.api('POST', `/inboxes/${capturing.inbox.slug}/messages`, {
      to: ['ada@peer.example', 'bob@peer.example'],
      subject: 'Order 1815',
      body: 'It has left our house.',
    })
    await capturing.drain()
    const id = String(answer.body.id)
    expect((await capturing.message(id)).status).toBe('sent')
    const folder = join(capturing.dataDir, 'outbox')
    expect(existsSync(folder)).toBe(true)
    expect(readdirSync(folder)).toEqual([`${id}.eml`])
    const file = readFileSync(join(folder, `${id}.eml`), 'utf8')
    const [ada, bob] = [0, 1].map((at) =>
      file
        .split('\r\n', 4)
        .slice(2 * at, 2 * at + 2)
        .join(' '),
    )
    expect(ada).toMatch(
      /^Return-Path: <bounce\+[0-9a-z]+@inbox\.localhost> X-Envelope-To: <ada@peer\.example>$/,
    )
    expect(bob).toMatch(
      /^Return-Path: <bounce\+[0-9a-z]+@inbox\.localhost> X-Envelope-To: <bob@peer\.example>$/,
    )
    expect(new Set(file.match(/bounce\+[0-9a-z]+/g))).toHaveProperty('size', 2)
    expect(file.endsWith((await capturing.raw(id)).toString())).toBe(true)
  } finally {
    await capturing.stop()
  }
})
