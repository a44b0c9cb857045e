/** Messages that the relay has taken and that wait for a slow host: what changes meanwhile counts. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../shared/domain/ids.ts'
import { ConfirmedAccounts } from '../../shared/flow/account/confirmed.ts'
import { Metrics } from '../../shared/flow/metrics.ts'
import { workRelay } from '../../shared/flow/outbound/relay.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { createLog } from '../../shared/lib/log.ts'
import { policyTypes } from '../../shared/policy/index.ts'
import { Queue } from '../../shared/queue/queue.ts'
import { deadlinesOf } from '../../shared/relay/deadlines.ts'
import { SmartHost } from '../../shared/relay/smart-host.ts'
import type { Transport } from '../../shared/relay/transport.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { insertPolicy } from '../../shared/store/policy.ts'
import { insertSuppressions } from '../../shared/store/suppression.ts'
import { endPauses } from '../support/end-pauses.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { processThreads } from '../support/process-threads.ts'
import { makeSender, queueMail, type Sender } from '../support/queued-mail.ts'
import { SmtpPeer } from '../support/smtp-peer.ts'

const log = createLog('fatal')
let testDatabase: TestDatabase
let database: Database
let queue: Queue
let sender: Sender
let peer: SmtpPeer
let host: SmartHost
const { parser, assessors } = processThreads
/** Called with the count of messages that were handed to the transport, the second of which has to wait. */
let onHandedOver: (count: number) => void
let metrics: Metrics
let senders = 0
/** Null unless accounts have to be confirmed. */
let confirmed: ConfirmedAccounts | null = null

beforeAll(async () => {
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 4, log)
  peer = await SmtpPeer.start()
})
beforeEach(async () => {
  peer.behave()
  peer.forget()
  sender = await makeSender(database, `agent${++senders}`, 'inbox.example')
  queue = new Queue(testDatabase.url, log)
  await queue.start()
  host = hostAt(peer)
})
afterEach(async () => {
  await host.close()
  await queue.stop()
})
afterAll(async () => {
  await peer.close()
  await database.close()
  await testDatabase.drop()
})

function hostAt({ port }: SmtpPeer): SmartHost {
  const target = { host: 'localhost', address: '127.0.0.1', port, secure: false, tls: 'off' } as const
  return new SmartHost(() => target, { name: 'relay.example', deadlines: deadlinesOf(300), sessions: 1 })
}

async function work(local: Transport = host): Promise<void> {
  let count = 0
  metrics = new Metrics()
  await workRelay({
    database,
    queue,
    keyring: new Keyring('the secret key of relays that wait'),
    outside: {
      send(mail) {
        const sending = host.send(mail)
        onHandedOver(++count)
        return sending
      },
      close: () => host.close(),
    },
    local,
    inboxDomain: 'inbox.example',
    dkimKeys: [],
    confirmed,
    sendHeaders: ['X-Agent-*'],
    retry: { delays: [0], hours: 1 },
    parser,
    assessors,
    log,
    metrics,
  })
}

/** Statuses of the messages, once none is queued; `noPause`: what is to be tried again is tried at once. */
async function ended(messages: { id: string }[], { noPause = false } = {}): Promise<string[]> {
  const ids = messages.map(({ id }) => id)
  const statuses = async () => {
    if (noPause) await endPauses(database)
    const rows = await database.query<{ id: string; status: string }>(
      'select id, status from messages where id = any($1)',
      [ids],
    )
    return ids.map((id) => rows.find((row) => row.id === id)?.status ?? 'gone')
  }
  await expect.poll(statuses).not.toContain('queued')
  return statuses()
}

const failureOf = async (id: string) =>
  (
    await database.query<{ code: string | null }>(
      'select failure_code as code from outbound_messages where message_id = $1',
      [id],
    )
  )[0]?.code

const setInbox = (change: string) => () =>
  database.query(`update inboxes set ${change} where id = $1`, [sender.inboxId])

const block = (domain = 'peer.example') =>
  insertPolicy(database, sender.tenantId, {
    id: newId('policy'),
    inbox_id: null,
    name: 'None to them',
    type: 'domain_blocklist',
    action: 'block',
    enabled: true,
    config: policyTypes.domain_blocklist.config.parse({ domains: [domain] }),
  })

const suppress = (address: string) =>
  insertSuppressions(database, [
    {
      tenantId: sender.tenantId,
      id: newId('suppression'),
      address,
      reason: 'manual',
      detail: null,
      inboxId: null,
      messageId: null,
    },
  ])

/** Queues two messages, the first of which the host keeps waiting for its reply until the change is made. */
async function changeMeanwhile(to: string[], change: () => Promise<unknown>) {
  peer.answer('END', 'hang', { times: 1 })
  const messages = await queueMail(database, queue, sender, [to, to])
  const waits = new Promise<void>((resolve) => {
    onHandedOver = (count) => {
      if (count === 2) resolve()
    }
  })
  await work()
  await waits
  await expect.poll(() => peer.received.length).toBe(1)
  await change()
  peer.goOn('250 2.0.0 Taken')
  return messages.toSorted((a) => (peer.received[0]!.data.includes(a.messageId) ? -1 : 1))
}

/** What was looked at a moment ago stands: that moment is over, by the relay's clock. */
function letLooksLapse(): void {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 1_000)
}

describe('a message that waits for a session while', () => {
  test.each([
    ['its inbox is paused', setInbox(`status = 'paused'`), 'inbox_paused'],
    ['its inbox may not send any more', setInbox('security_level = 1'), 'level_insufficient'],
    ['its inbox asks for approvals', setInbox('security_level = 4'), 'approval_required'],
    ['a policy against it is made', () => block(), 'policy_blocked'],
    ['its recipient is suppressed', () => suppress('ada@peer.example'), 'recipient_suppressed'],
  ])('%s does not leave', async (_, change, code) => {
    const messages = await changeMeanwhile(['ada@peer.example'], change)
    expect(await ended(messages)).toEqual(['sent', 'failed'])
    expect(await failureOf(messages[1]!.id)).toBe(code)
    expect(peer.received).toHaveLength(1)
    expect(peer.commands.filter(isMail)).toHaveLength(1)
  })

  test('it is cancelled does not leave', async () => {
    const cancel = () =>
      database.query(`update messages set status = 'cancelled' where tenant_id = $1 and not id = $2`, [
        sender.tenantId,
        /msg_[a-z0-9]+/.exec(peer.received[0]!.data.toString())![0],
      ])
    const messages = await changeMeanwhile(['ada@peer.example'], cancel)
    expect(await ended(messages)).toEqual(['sent', 'cancelled'])
    // The job is put back, and found by the next poll of the queue.
    await expect.poll(openJobs).toBe(0)
    expect(peer.received).toHaveLength(1)
  })

  test('its inbox is deleted does not leave', async () => {
    const messages = await changeMeanwhile(['ada@peer.example'], setInbox('deleted_at = now()'))
    await expect.poll(openJobs).toBe(0)
    expect(peer.received).toHaveLength(1)
    expect(messages).toHaveLength(2)
  })

  test('one of its recipients is suppressed leaves to the others', async () => {
    const to = ['ada@peer.example', 'grace@peer.example']
    const messages = await changeMeanwhile(to, () => suppress('ada@peer.example'))
    expect(await ended(messages)).toEqual(['sent', 'sent'])
    expect(peer.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual(
      [...to, 'grace@peer.example'].toSorted(),
    )
  })

  test('a policy against it joins one that let it go does not leave', async () => {
    await block('rival.example')
    const messages = await changeMeanwhile(['ada@peer.example'], () => block())
    expect(await ended(messages)).toEqual(['sent', 'failed'])
    expect(peer.received).toHaveLength(1)
  })

  test('its policies stay as they are is sent', async () => {
    await block('rival.example')
    const messages = await changeMeanwhile(['ada@peer.example'], async () => {})
    expect(await ended(messages)).toEqual(['sent', 'sent'])
  })

  test('nothing changes is sent', async () => {
    const messages = await changeMeanwhile(['ada@peer.example'], async () => {})
    expect(await ended(messages)).toEqual(['sent', 'sent'])
    expect(peer.received).toHaveLength(2)
  })
})

test('where accounts have to be confirmed, what an unconfirmed one had queued before does not leave, until it is', async () => {
  confirmed = new ConfirmedAccounts(database)
  onHandedOver = () => {}
  const before = await queueMail(database, queue, sender, [['ada@peer.example'], ['grace@peer.example']])
  await work()
  expect(await ended(before)).toEqual(['failed', 'failed'])
  expect(await failureOf(before[0]!.id)).toBe('account_unconfirmed')
  expect(peer.received).toEqual([])
  await database.query('update users set email_confirmed_at = now() where id = $1', [sender.userId])
  expect(await ended(await queueMail(database, queue, sender, [['ada@peer.example']]))).toEqual(['sent'])
  confirmed = null
})

test('what changes while the host takes its time over the envelope counts, too: the data is never ended', async () => {
  peer.answer('MAIL', 'hang', { times: 1 })
  onHandedOver = () => {}
  const messages = await queueMail(database, queue, sender, [['ada@peer.example']])
  await work()
  await expect.poll(() => peer.commands.some(isMail)).toBe(true)
  await setInbox(`status = 'paused'`)()
  letLooksLapse()
  peer.goOn('250 2.1.0 OK')
  expect(await ended(messages)).toEqual(['failed'])
  expect(peer.received).toEqual([])
})

test('one who is suppressed while the host takes the message has it, though the others are looked at meanwhile', async () => {
  const slow = await SmtpPeer.start()
  slow.answer('END', 'hang')
  peer.answer('MAIL', 'hang', { times: 1 })
  onHandedOver = () => {}
  const slowHost = hostAt(slow)
  const to = ['ada@inbox.example', 'bob@peer.example', 'eve@peer.example']
  const [message] = await queueMail(database, queue, sender, [to])
  await work(slowHost)
  await expect.poll(() => slow.received.length + peer.commands.filter(isMail).length).toBe(2)
  await suppress('ada@inbox.example')
  letLooksLapse()
  peer.goOn('250 2.1.0 OK')
  await peer.has(2)
  slow.goOn('250 2.0.0 Taken')
  expect(await ended([message!])).toEqual(['sent'])
  const recipients = await database.query<{ status: string }>(
    'select status from outbound_recipients where message_id = $1 order by index',
    [message!.id],
  )
  expect(recipients.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
  await slowHost.close()
  await slow.close()
})

test('what an older release took with a field that no sender may set never leaves', async () => {
  onHandedOver = () => {}
  const to = [['ada@peer.example']]
  const stored = await Promise.all([
    queueMail(database, queue, sender, to, undefined, ['X-MC-BccAddress: eve@rival.example']),
    queueMail(database, queue, sender, to, undefined, ['x-ticket : 1815']),
    queueMail(database, queue, sender, to, undefined, ['X-Agent-Ticket: 1815']),
  ])
  await work()
  const messages = stored.flat()
  expect(await ended(messages)).toEqual(['failed', 'failed', 'sent'])
  const recipients = await database.query<{ id: string; reason: string }>(
    'select message_id as id, reason from outbound_recipients where message_id = any($1)',
    [messages.map(({ id }) => id)],
  )
  const reasons = messages.map(({ id }) => recipients.find((one) => one.id === id)!.reason)
  expect(reasons[0]).toMatch(/^the header field X-MC-BccAddress is a field that mail systems act on/)
  expect(reasons[1]).toMatch(/^the header field x-ticket is not among the fields that SEND_HEADERS allows/)
  expect(peer.mails.map(({ data }) => /^X-.*$/im.exec(data.toString())?.[0].trim())).toEqual([
    'X-Agent-Ticket: 1815',
  ])
})

test('a look stands a moment for the other recipients: it is not made for each of them', async () => {
  await block('rival.example')
  onHandedOver = () => {}
  const to = Array.from({ length: 30 }, (_, i) => `ada${i}@peer.example`)
  // However long they take here, it is one moment to the relay.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const [message] = await queueMail(database, queue, sender, [to])
  await work()
  expect(await ended([message!])).toEqual(['sent'])
  expect(peer.received).toHaveLength(30)
  const { values } = await metrics.stage.get()
  const looks = values.find(
    ({ metricName, labels }) => metricName?.endsWith('_count') && labels.stage === 'recheck',
  )
  // When the message was taken, and before the first of them had it.
  expect(looks!.value).toBe(2)
})

test('what its policies give no answer about does not leave, and does not wait for ever', async () => {
  onHandedOver = () => {}
  // Of a syntax that another release reads.
  await insertPolicy(database, sender.tenantId, {
    id: newId('policy'),
    inbox_id: null,
    name: 'Of another release',
    type: 'keyword_filter',
    action: 'block',
    enabled: true,
    config: {
      keywords: ['(figures'],
      match: 'regex',
      fields: ['body'],
      case_sensitive: false,
      direction: 'both',
    },
  })
  const [message] = await queueMail(database, queue, sender, [['ada@peer.example']])
  const other = await makeSender(database, `agent${++senders}`, 'inbox.example')
  const [sent] = await queueMail(database, queue, other, [['grace@peer.example']])
  await work()
  expect(await ended([sent!])).toEqual(['sent'])
  expect(await ended([message!], { noPause: true })).toEqual(['failed'])
  expect(await failureOf(message!.id)).toBe('policy_blocked')
  await expect.poll(openJobs).toBe(0)
  expect(peer.received).toHaveLength(1)
})

test('a message whose stored bytes are damaged fails, and is not looked at for ever', async () => {
  onHandedOver = () => {}
  const [damaged, sound] = await queueMail(database, queue, sender, [
    ['ada@peer.example'],
    ['bob@peer.example'],
  ])
  await database.query(
    `update raw_messages set coding = 'zstd', content = '\\x28b52ffd00' where message_id = $1`,
    [damaged!.id],
  )
  await work()
  expect(await ended([damaged!, sound!])).toEqual(['failed', 'sent'])
  const [recipient] = await database.query(
    'select enhanced_code, reason from outbound_recipients where message_id = $1',
    [damaged!.id],
  )
  expect(recipient).toEqual({ enhanced_code: '5.6.0', reason: 'the stored message is damaged' })
  expect(peer.received).toHaveLength(1)
})

test('what can not be checked for a database that does not fit this release waits until it does', async () => {
  onHandedOver = () => {}
  await block('rival.example')
  const [message] = await queueMail(database, queue, sender, [['ada@peer.example']])
  await database.query('alter table message_contents rename column parsed to parsed_by_another_release')
  await work()
  const tries = async () => {
    await endPauses(database)
    const [row] = await database.query<{ tries: number }>(
      `select coalesce(max(retry_count), 0)::int as tries from pgboss.job where name = 'relay'`,
    )
    return row!.tries
  }
  await expect.poll(tries).toBeGreaterThanOrEqual(4)
  await database.query('alter table message_contents rename column parsed_by_another_release to parsed')
  expect(await ended([message!], { noPause: true })).toEqual(['sent'])
})

const isMail = (line: string) => line.startsWith('MAIL')

const openJobs = async () =>
  (
    await database.query<{ open: number }>(
      `select count(*)::int as open from pgboss.job where name = 'relay' and state in ('created', 'active', 'retry')`,
    )
  )[0]!.open
