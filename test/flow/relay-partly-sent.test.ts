/** Messages of which some recipients have their end already, when the others come to theirs. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Metrics } from '../../shared/flow/metrics.ts'
import { workRelay } from '../../shared/flow/outbound/relay.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { createLog } from '../../shared/lib/log.ts'
import { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { ParserPool } from '../../shared/mail/parser-pool.ts'
import { Queue } from '../../shared/queue/queue.ts'
import { deadlinesOf } from '../../shared/relay/deadlines.ts'
import { SmartHost } from '../../shared/relay/smart-host.ts'
import type { Transport } from '../../shared/relay/transport.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { makeSender, queueMail, type Sender } from '../support/queued-mail.ts'
import { SmtpPeer } from '../support/smtp-peer.ts'

const log = createLog('fatal')
const to = ['ada@peer.example', 'grace@peer.example']
let testDatabase: TestDatabase
let database: Database
let queue: Queue
let sender: Sender
let peer: SmtpPeer
let host: SmartHost
let parser: ParserPool
let assessors: ThreadPool

beforeAll(async () => {
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 4, log)
  parser = new ParserPool({ size: 1 })
  assessors = new ThreadPool(new URL('../../shared/judge/assess-thread.ts', import.meta.url), {
    workerData: null,
    perThread: 1,
  })
  peer = await SmtpPeer.start()
  sender = await makeSender(database, 'agent', 'inbox.example')
})
beforeEach(async () => {
  peer.behave()
  peer.forget()
  queue = new Queue(testDatabase.url, log)
  await queue.start()
  const target = {
    host: 'localhost',
    address: '127.0.0.1',
    port: peer.port,
    secure: false,
    tls: 'off',
  } as const
  host = new SmartHost(() => target, { name: 'relay.example', deadlines: deadlinesOf(300), sessions: 2 })
})
afterEach(async () => {
  await host.close()
  await queue.stop()
})
afterAll(async () => {
  await Promise.all([parser.close(), assessors.close()])
  await peer.close()
  await database.close()
  await testDatabase.drop()
})

const work = (outside: Transport, local: Transport = host, delays = [0]) =>
  workRelay({
    database,
    queue,
    keyring: new Keyring('the secret key of relays that share a message'),
    outside,
    local,
    inboxDomain: 'inbox.example',
    dkimKeys: [],
    confirmed: null,
    sendHeaders: [],
    retry: { delays, hours: 1 },
    parser,
    assessors,
    log,
    metrics: new Metrics(),
  })

/** Writes that the peer has taken the message for its first recipient. */
const settleFirst = (id: string) =>
  database.query(
    `update outbound_recipients set status = 'sent', code = 250 where message_id = $1 and index = 0`,
    [id],
  )

/** The status of the message, once it is queued no more. */
async function ended(id: string): Promise<string> {
  const status = async () =>
    (await database.query<{ status: string }>('select status from messages where id = $1', [id]))[0]!.status
  await expect.poll(status).not.toBe('queued')
  return status()
}

test('one to whom an earlier holder has sent it meanwhile does not get it again with those who wait', async () => {
  const [message] = await queueMail(database, queue, sender, [to])
  await database.query(`update pgboss.job set retry_count = 1 where name = 'relay'`)
  let attempts = 0
  await work({
    async send(mail) {
      if (attempts++ === 0) await settleFirst(message!.id)
      return host.send(mail)
    },
    close: () => host.close(),
  })
  expect(await ended(message!.id)).toBe('sent')
  expect(peer.mails.map(({ recipients }) => recipients)).toEqual([['grace@peer.example']])
})

test('a message that is stopped after some were sent it is sent, and only those who waited have failed', async () => {
  const [message] = await queueMail(database, queue, sender, [to])
  await settleFirst(message!.id)
  await database.query(`update inboxes set status = 'paused' where id = $1`, [sender.inboxId])
  await work(host)
  expect(await ended(message!.id)).toBe('sent')
  await database.query(`update inboxes set status = 'active' where id = $1`, [sender.inboxId])
  expect(peer.mails).toEqual([])
  const recipients = await database.query(
    'select status, reason from outbound_recipients where message_id = $1 order by index',
    [message!.id],
  )
  expect(recipients).toMatchObject([{ status: 'sent' }, { status: 'failed', reason: 'The inbox is paused.' }])
  const audited = await database.query<{ type: string }>(
    `select event_type as type from audit_entries where metadata->>'message_id' = $1 order by event_type`,
    [message!.id],
  )
  expect(audited.map(({ type }) => type)).toEqual(['msg_bounced', 'msg_sent', 'policy'])
  const events = await database.query<{ type: string }>('select type from events where message_id = $1', [
    message!.id,
  ])
  expect(events.map(({ type }) => type).toSorted()).toEqual(['message.bounced', 'message.sent'])
})

test('what one host has taken is on record while that of another still takes its time', async () => {
  const slow = await SmtpPeer.start()
  slow.answer('MAIL', 'hang')
  const target = {
    host: 'localhost',
    address: '127.0.0.1',
    port: slow.port,
    secure: false,
    tls: 'off',
  } as const
  const slowHost = new SmartHost(() => target, {
    name: 'relay.example',
    deadlines: deadlinesOf(300),
    sessions: 2,
  })
  const [message] = await queueMail(database, queue, sender, [['ada@inbox.example', 'grace@peer.example']])
  await work(host, slowHost)
  const statuses = async () =>
    (
      await database.query<{ status: string }>(
        'select status from outbound_recipients where message_id = $1 order by index',
        [message!.id],
      )
    ).map(({ status }) => status)
  await expect.poll(statuses).toEqual(['pending', 'sent'])
  expect(slow.mails).toEqual([])
  slow.behave()
  slow.goOn('250 2.1.0 OK')
  expect(await ended(message!.id)).toBe('sent')
  expect([peer.mails.length, slow.mails.length]).toEqual([1, 1])
  const [sent] = await database.query<{ metadata: unknown }>(
    `select metadata from audit_entries where event_type = 'msg_sent' and metadata->>'message_id' = $1`,
    [message!.id],
  )
  expect(sent!.metadata).toMatchObject({ attempts: 1, recipients: 2 })
  await slowHost.close()
  await slow.close()
})

test('one who was put off is left out while another only waits for room, and that counts as one attempt', async () => {
  const [message] = await queueMail(database, queue, sender, [to])
  const asked: (readonly string[])[] = []
  const said = { code: null, enhancedCode: null, text: 'said the host' } as const
  const outside: Transport = {
    async send({ recipients }) {
      asked.push(recipients)
      return recipients.map((address) => ({
        address,
        outcome: asked.length === 3 ? 'sent' : address === to[0] ? 'deferred' : 'waiting',
        ...said,
      }))
    },
    close: async () => {},
  }
  await work(outside, host, [60])
  const known = () =>
    database.query<{ status: string; attempts: number }>(
      `select r.status, o.attempts from outbound_recipients r join outbound_messages o using (tenant_id, message_id)
       where message_id = $1 order by r.index`,
      [message!.id],
    )
  await expect.poll(known).toEqual([
    { status: 'pending', attempts: 1 },
    { status: 'sent', attempts: 1 },
  ])
  expect(asked).toEqual([to, [to[1]], [to[1]]])
})
