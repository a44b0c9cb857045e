/** Policies on several processes: a change is known to all of them at once; LMTP tells each recipient's outcome. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Inbox } from '../../shared/domain/inbox.ts'
import { deadlinesOf } from '../../shared/relay/deadlines.ts'
import { SmartHost } from '../../shared/relay/smart-host.ts'
import { clamdUrl } from '../support/clamd.ts'
import { type House, startHouse } from '../support/house.ts'
import { mailText } from '../support/mail-text.ts'
import { openHouse } from '../support/open-house.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { SmtpClient, SmtpRefusal, sendMail } from '../support/smtp-client.ts'

let testDatabase: TestDatabase
let house: House
/** Another process on the same database. */
let other: House
let lmtp: House
beforeAll(async () => {
  testDatabase = await createDatabase()
  const settings = { DATABASE_URL: testDatabase.url, CLAMAV_URL: clamdUrl() }
  house = await openHouse(settings)
  other = await openHouse(settings)
  lmtp = await startHouse({ SMTP_LMTP: 'true' })
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await Promise.all([house.stop(), other.stop(), lmtp.stop()])
  await testDatabase.drop()
})

const policyOn = async (on: House, inbox: Inbox, type: string, config: Record<string, unknown>) => {
  const order = { name: 'test', type, action: 'block', inbox_id: inbox.id, config }
  const { status, body, text } = await on.api('POST', '/policies', order)
  if (status !== 201) throw new Error(text)
  return String(body.id)
}

const codeAt = (at: House, inbox: Inbox, from = 'ada@sender.example') =>
  sendMail({ port: at.smtpPort, from, to: [inbox.address], raw: mailText() }).then(
    () => 250,
    (error: unknown) => (error instanceof SmtpRefusal ? error.reply.code : 0),
  )

test('a policy that is made, changed or deleted holds on every process, though each remembers its inboxes', async () => {
  // What is remembered for a time is remembered for ever: only being told of the change ends it.
  vi.useFakeTimers({ toFake: ['Date'] })
  const inbox = await house.createInbox()
  const codes = async () => [await codeAt(house, inbox), await codeAt(other, inbox)]
  expect(await codes()).toEqual([250, 250])
  const id = await policyOn(house, inbox, 'domain_blocklist', { domains: ['sender.example'] })
  await settled(other, inbox, 550)
  expect(await codes()).toEqual([550, 550])
  await house.api('PATCH', `/policies/${id}`, { enabled: false })
  await settled(other, inbox, 250)
  expect(await codes()).toEqual([250, 250])
  await house.api('PATCH', `/policies/${id}`, { enabled: true })
  await settled(other, inbox, 550)
  await house.api('DELETE', `/policies/${id}`)
  await settled(other, inbox, 250)
  expect(await codes()).toEqual([250, 250])
})

/** Asks until the answer is `code`: a notification takes its few milliseconds. */
async function settled(at: House, inbox: Inbox, code: number): Promise<void> {
  while ((await codeAt(at, inbox)) !== code);
}

test('of mails at once at two processes exactly as many are taken as a rate limit says', async () => {
  const inbox = await house.createInbox()
  await policyOn(house, inbox, 'rate_limit', { max_messages: 9, window_seconds: 600, direction: 'inbound' })
  const codes = await Promise.all(
    Array.from({ length: 30 }, (_, n) => codeAt(n % 2 === 0 ? house : other, inbox)),
  )
  expect(codes.filter((code) => code === 250)).toHaveLength(9)
  expect(new Set(codes)).toEqual(new Set([250, 451]))
  const [row] = await house.database.query<{ count: number }>(
    'select count(*)::int as count from messages where inbox_id = $1',
    [inbox.id],
  )
  expect(row?.count).toBe(9)
})

test('of the same mail sent twice at once, over the limit, neither is acknowledged', async () => {
  const inbox = await house.createInbox()
  await policyOn(house, inbox, 'rate_limit', { max_messages: 1, window_seconds: 600 })
  const sessions = await Promise.all([1, 2, 3].map(() => afterRcpt(house, [inbox.address])))
  expect(
    sessions.flatMap(({ replies }) => replies),
    'nothing has been counted at RCPT',
  ).toEqual([250, 250, 250])
  const [first, ...twice] = sessions.map(({ client }) => client)
  const raw = mailText()
  expect(await codesAfterData(first!, mailText())).toEqual([250])
  const codes = await Promise.all(twice.map((client) => codesAfterData(client, raw)))
  expect(codes).toEqual([[451], [451]])
  for (const { client } of sessions) client.end()
})

/** Sends a message in a session that has got as far as RCPT; the code for each recipient. */
async function codesAfterData(client: SmtpClient, raw: string, recipients = 1): Promise<number[]> {
  await client.command('DATA')
  client.sendBytes(`${raw}\r\n.\r\n`)
  const replies = await Promise.all(Array.from({ length: recipients }, () => client.reply()))
  return replies.map(({ code }) => code)
}

test('over LMTP a recipient over the limit is put off, and the other has its mail', async () => {
  const [limited, free] = [await lmtp.createInbox(), await lmtp.createInbox()]
  await policyOn(lmtp, limited, 'rate_limit', { max_messages: 1, window_seconds: 600 })
  const { client, replies } = await afterRcpt(lmtp, [limited.address, free.address])
  expect(replies).toEqual([250, 250])
  const { client: first } = await afterRcpt(lmtp, [limited.address])
  expect(await codesAfterData(first, mailText())).toEqual([250])
  expect(await codesAfterData(client, mailText(), 2)).toEqual([451, 250])
  for (const one of [client, first]) one.end()
})

test('of several over LMTP each is recorded with the reply that was for them', async () => {
  const [limited, free] = [await lmtp.createInbox(), await lmtp.createInbox()]
  await policyOn(lmtp, limited, 'rate_limit', { max_messages: 1, window_seconds: 600 })
  const { client: first } = await afterRcpt(lmtp, [limited.address])
  const target = { host: 'localhost', address: '127.0.0.1', port: lmtp.smtpPort, secure: false } as const
  const options = { name: 'relay.example', deadlines: deadlinesOf(300), sessions: 1 }
  const relay = new SmartHost(() => ({ ...target, tls: 'off', lmtp: true }), options)
  const content = Buffer.from(mailText())
  let asked = 0
  const results = await relay.send({
    id: 'msg_1',
    mailFrom: 'ada@sender.example',
    recipients: [free.address, limited.address],
    size: content.length,
    content: async () => content,
    // The second time is when its data begins: then somebody else's takes the room.
    mayGo: async () => ++asked !== 2 || (await codesAfterData(first, mailText()))[0] === 250,
  })
  expect(results).toMatchObject([
    { address: free.address, outcome: 'sent', code: 250, enhancedCode: '2.6.0' },
    { address: limited.address, outcome: 'deferred', code: 451 },
  ])
  await relay.close()
  first.end()
})

/** A session that has got as far as RCPT, with the code of each. */
async function afterRcpt(at: House, to: string[]): Promise<{ client: SmtpClient; replies: number[] }> {
  const client = await SmtpClient.connect(at.smtpPort)
  await client.reply()
  await client.command(at === lmtp ? 'LHLO client.example' : 'EHLO client.example')
  await client.command('MAIL FROM:<ada@sender.example>')
  const replies = []
  for (const address of to) replies.push((await client.command(`RCPT TO:<${address}>`)).code)
  return { client, replies }
}
