/** Messages that a peer has taken while the database fails in some way: each gets there once, and ends as sent. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Metrics } from '../../shared/flow/metrics.ts'
import { workRelay } from '../../shared/flow/outbound/relay.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { createLog } from '../../shared/lib/log.ts'
import type { Sql } from '../../shared/lib/sql.ts'
import { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { ParserPool } from '../../shared/mail/parser-pool.ts'
import { Queue } from '../../shared/queue/queue.ts'
import { deadlinesOf } from '../../shared/relay/deadlines.ts'
import { SmartHost } from '../../shared/relay/smart-host.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { FailingTable } from '../support/failing-table.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { makeSender, queueMail, type Sender } from '../support/queued-mail.ts'
import { SmtpPeer } from '../support/smtp-peer.ts'

const log = createLog('silent')
let testDatabase: TestDatabase
let database: Database
let sender: Sender
/** Where messages are queued, without a relay of its own. */
let enqueuing: Queue
let peer: SmtpPeer
let parser: ParserPool
let assessors: ThreadPool
let recipients: FailingTable
let messages: FailingTable
/** Of the relays, to be made fail without Postgres knowing. */
let settlingDatabase: Database
const hosts: SmartHost[] = []
const queues: Queue[] = []

beforeAll(async () => {
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 6, log)
  parser = new ParserPool({ size: 1 })
  assessors = new ThreadPool(new URL('../../shared/judge/assess-thread.ts', import.meta.url), {
    workerData: null,
    perThread: 1,
  })
  enqueuing = new Queue(testDatabase.url, log)
  await enqueuing.start()
  sender = await makeSender(database, 'agent', 'inbox.example')
  recipients = await FailingTable.make(database, 'outbound_recipients', 'update')
  messages = await FailingTable.make(database, 'messages', 'update')
})
beforeEach(async () => {
  peer = await SmtpPeer.start()
  settlingDatabase = database
})
afterEach(async () => {
  settlingDatabase = database
  await Promise.all([recipients.end(), messages.end()])
  await Promise.all(hosts.splice(0).map((host) => host.close()))
  await Promise.all(queues.splice(0).map((queue) => queue.stop()))
  await peer.close()
})
afterAll(async () => {
  await Promise.all([parser.close(), assessors.close(), enqueuing.stop()])
  await database.close()
  await testDatabase.drop()
})

/** One more relay, as another process would be. @returns its queue. */
async function startRelay(): Promise<Queue> {
  const queue = new Queue(testDatabase.url, log)
  await queue.start()
  queues.push(queue)
  const at = { host: 'localhost', address: '127.0.0.1', port: peer.port } as const
  const host = new SmartHost(() => ({ ...at, secure: false, tls: 'off' }), {
    name: 'relay.example',
    deadlines: deadlinesOf(10),
    sessions: 2,
  })
  hosts.push(host)
  const throughSettling: Database = {
    query: (text, values) => settlingDatabase.query(text, values),
    transaction: (work, options) => settlingDatabase.transaction(work, options),
    close: async () => {},
  }
  await workRelay({
    database: throughSettling,
    queue,
    keyring: new Keyring('the secret key of relays whose database fails'),
    outside: host,
    local: host,
    inboxDomain: 'inbox.example',
    dkimKeys: [],
    confirmed: null,
    retry: { delays: [0], hours: 1 },
    sendHeaders: [],
    parser,
    assessors,
    log,
    metrics: new Metrics(),
  })
  return queue
}

async function queueOne(to: string): Promise<string> {
  const [message] = await queueMail(database, enqueuing, sender, [[to]])
  return message!.id
}

const statusOf = async (id: string) =>
  (await database.query<{ status: string }>('select status from messages where id = $1', [id]))[0]!.status

const becomesSent = (id: string) => expect.poll(() => statusOf(id)).toBe('sent')

const copiesTo = (to: string) => peer.mails.filter(({ recipients: [one] }) => one === to).length

/** How often a message was said to be sent, in the audit log and to webhooks and streams. */
const told = (id: string) =>
  database.query(
    `select (select count(*)::int from audit_entries where event_type = 'msg_sent' and metadata->>'message_id' = $1) as audited,
       (select count(*)::int from events where type = 'message.sent' and message_id = $1) as events`,
    [id],
  )

/** Waits until a fault has struck so many times more. */
async function strikes(fault: FailingTable, times: number): Promise<void> {
  const before = await fault.strikes()
  await expect.poll(() => fault.strikes()).toBeGreaterThanOrEqual(before + times)
}

const jobs = async () =>
  (
    await database.query<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = 'relay'`,
    )
  )[0]!.count

test.each([
  ['57014', 'a statement is cancelled'],
  ['53100', 'the disk is full'],
  ['40P01', 'there is a deadlock'],
  ['40001', 'a transaction can not be serialized'],
  ['25P03', 'a transaction was idle for too long'],
  ['58030', 'the disk fails'],
  ['57P03', 'the server takes no connections'],
  ['42501', 'something may not be written'],
  ['XX000', 'the server has an error of its own'],
])(
  '%s, %s: what the peer has taken is settled when that is over, and nothing new is begun before',
  async (sqlstate) => {
    await startRelay()
    await recipients.begin(sqlstate)
    const id = await queueOne('taken@peer.example')
    await peer.has(1)
    await strikes(recipients, 2)
    const next = await queueOne('next@peer.example')
    await strikes(recipients, 3)
    expect(peer.mails).toHaveLength(1)
    // Another would send it again, could it have the job.
    await startRelay()
    await strikes(recipients, 2)
    await recipients.end()
    await Promise.all([becomesSent(id), becomesSent(next)])
    expect([copiesTo('taken@peer.example'), copiesTo('next@peer.example')]).toEqual([1, 1])
    expect(await told(id)).toEqual([{ audited: 1, events: 1 }])
    await expect.poll(jobs).toBe(0)
  },
)

test('a statement that is really cancelled, time and again, is made again', async () => {
  await startRelay()
  await recipients.hang()
  const id = await queueOne('cancelled@peer.example')
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'update outbound_recipients%' and state = 'active'`
  let cancelled = 0
  const cancelOne = async () => {
    cancelled += (await database.query(cancel)).length
    return cancelled
  }
  await expect.poll(cancelOne).toBeGreaterThanOrEqual(4)
  await recipients.end()
  await database.query(cancel)
  await becomesSent(id)
  expect(peer.mails).toHaveLength(1)
})

test.each(['[2001:db8::1]', '255.255.255.255'])(
  'a database that can not be reached, as %s can not: what the peer has taken is settled when it can be',
  async (host) => {
    const away = openDatabase(`postgres://nobody:nothing@${host}:5432/none`, 1, log)
    let tried = 0
    // Only what settles fails, so that the job could be taken by another at any time.
    settlingDatabase = {
      ...database,
      transaction: async (work, options) => {
        tried++
        return away.transaction(work, options)
      },
    }
    await startRelay()
    const id = await queueOne('unreachable@peer.example')
    await peer.has(1)
    await expect.poll(() => tried).toBeGreaterThanOrEqual(3)
    expect(await statusOf(id)).toBe('queued')
    settlingDatabase = database
    await becomesSent(id)
    expect(peer.mails).toHaveLength(1)
    await away.close()
  },
)

/** Settling that one message breaks with an error of our own code. */
function brokenBy(id: string, wasTried: () => void): Database {
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction((tx) => {
        const breaking: Sql = {
          query: async (text, values) => {
            if (text.includes('insert into events') && JSON.stringify(values).includes(id)) {
              wasTried()
              throw new TypeError('cannot read properties of undefined')
            }
            return tx.query(text, values)
          },
        }
        return work(breaking)
      }, options),
  }
}

test('a message whose settling fails for itself holds nobody up, and is not sent again by the next relay', async () => {
  let tried = 0
  const all = await queueMail(
    database,
    enqueuing,
    sender,
    Array.from({ length: 12 }, (_, i) => [`ada${i}@peer.example`]),
  )
  const poison = all[5]!.id
  settlingDatabase = brokenBy(poison, () => tried++)
  const first = await startRelay()
  for (const { id } of all) if (id !== poison) await becomesSent(id)
  await expect.poll(() => tried).toBeGreaterThanOrEqual(4)
  const later = await queueOne('later@peer.example')
  await becomesSent(later)
  expect(await statusOf(poison)).toBe('queued')
  expect(
    await database.query('select status from outbound_recipients where message_id = $1', [poison]),
  ).toEqual([{ status: 'sent' }])
  await first.stop()
  queues.splice(queues.indexOf(first), 1)
  settlingDatabase = database
  await startRelay()
  await becomesSent(poison)
  expect(peer.mails).toHaveLength(13)
  expect(new Set(peer.mails.map(({ recipients: [one] }) => one)).size).toBe(13)
  expect(await told(poison)).toEqual([{ audited: 1, events: 1 }])
})

test.each([
  ['a neighbour', ['beside@peer.example']],
  ['nothing else', []],
])(
  'a message that the database refuses to settle, %s settled meanwhile, holds up neither neighbours nor those behind it',
  async (_which, neighbours) => {
    const poison = await queueOne('poison@peer.example')
    const beside = await Promise.all(neighbours.map(queueOne))
    await messages.begin('XX001', `new.id = '${poison}'`)
    await startRelay()
    for (const id of beside) await becomesSent(id)
    await strikes(messages, 3)
    const behind = await Promise.all(['a', 'b', 'c'].map((name) => queueOne(`${name}@peer.example`)))
    for (const id of behind) await becomesSent(id)
    expect(await statusOf(poison)).toBe('queued')
    await messages.end()
    await becomesSent(poison)
    expect(peer.mails).toHaveLength(4 + neighbours.length)
  },
)
