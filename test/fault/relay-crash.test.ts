/** kill -9 of relays around the moment at which the peer takes a message: none is lost, and none is sent without need. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isDatabaseAway } from '../../shared/domain/errors.ts'
import { createLog } from '../../shared/lib/log.ts'
import { Queue } from '../../shared/queue/queue.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { bundle } from '../support/bundle.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { makeSender, queueMail, type Sender } from '../support/queued-mail.ts'
import type { RelayProcessOrder } from '../support/relay-process.ts'
import { ServiceFleet } from '../support/service-process.ts'
import { type PeerMail, SmtpPeer } from '../support/smtp-peer.ts'

const kills = 200
/** Relays at work at once; each is replaced when it is killed. */
const atOnce = 3

let testDatabase: TestDatabase
let database: Database
let queue: Queue
let sender: Sender
let peer: SmtpPeer
let folder: string
/** What a relay runs. */
let program: string
const running = new Set<Relay>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agent-email-relay-'))
  testDatabase = await createDatabase()
  const log = createLog('fatal')
  database = openDatabase(testDatabase.url, 4, log)
  queue = new Queue(testDatabase.url, log)
  await queue.start()
  sender = await makeSender(database, 'agent', 'inbox.example')
  peer = await SmtpPeer.start()
  program = join(folder, 'relay.mjs')
  await bundle(fileURLToPath(new URL('../support/relay-process.ts', import.meta.url)), program)
})
beforeEach(() => {
  peer.behave()
  peer.forget()
  peer.beforeReply = () => {}
  peer.afterReply = () => {}
})
afterEach(async () => {
  await Promise.all([...running].map((relay) => relay.kill()))
})
afterAll(async () => {
  await queue.stop()
  await peer.close()
  await database.close()
  await testDatabase.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** What Node is told of one that lives for seconds: collecting what it has hardly made costs more than room for it. */
const shortLived = ['--v8-pool-size=1', '--min-semi-space-size=16']
let relays = 0
/** When a relay is killed: by what the peer says to a message. */
const points = ['before the reply', 'right after it', 'a moment after it', 'once it is on record'] as const

/** A relay process; booted early, and told to begin when one is needed. */
class Relay {
  readonly name = `relay-${++relays}.example`
  /** When it is killed, and how many messages are answered before: every point comes as often. */
  readonly dies = points[relays % points.length]!
  readonly outlives = Math.floor(relays / points.length) % 3
  readonly #child: ChildProcess
  readonly #ready: Promise<unknown>
  readonly ended: Promise<unknown>

  constructor() {
    const order: RelayProcessOrder = { databaseUrl: testDatabase.url, port: peer.port, name: this.name }
    this.#child = spawn(process.execPath, [...shortLived, program, JSON.stringify(order)], {
      // Most of a start is reading the program, which is the same each time.
      env: { NODE_COMPILE_CACHE: join(folder, 'compiled'), ...childEnvironment() },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#ready = once(this.#child.stdout!, 'data')
    this.ended = once(this.#child, 'exit')
    running.add(this)
    void this.ended.then(() => running.delete(this))
  }

  async begin(): Promise<void> {
    await this.#ready
    this.#child.stdin!.write('go\n')
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    await this.ended
  }
}

const messageIdOf = ({ data }: PeerMail) => /^Message-ID: <([^>]+)>/im.exec(data.toString('latin1'))![1]!
/** A message to one of its recipients, each of whom has an envelope of their own. */
const copyOf = (mail: PeerMail) => `${messageIdOf(mail)} ${mail.recipients.join()}`

/** How often each message was taken, by Message-ID, or by what `of` says. */
function ledger(mails: readonly PeerMail[], of = messageIdOf): Map<string, number> {
  const taken = new Map<string, number>()
  for (const mail of mails) taken.set(of(mail), (taken.get(of(mail)) ?? 0) + 1)
  return taken
}

/** What the test only looks at is asked again where the database is too busy to answer: that is no part of what is shown. */
async function look<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]> {
  for (;;)
    try {
      return await database.query<Row>(statement, values)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      await sleep(100)
    }
}

/** Which of these copies are not on record as sent. */
async function unsettledOf(copies: ReadonlySet<string>): Promise<string[]> {
  const ids = new Set([...copies].map((copy) => copy.slice(0, copy.indexOf('@'))))
  const settled = await look<{ copy: string }>(
    `select m.message_id || ' ' || r.address as copy
       from messages m join outbound_recipients r on r.tenant_id = m.tenant_id and r.message_id = m.id
      where r.status <> 'pending' and m.tenant_id = $1 and m.id = any($2)`,
    [sender.tenantId, [...ids]],
  )
  const known = new Set(settled.map(({ copy }) => copy))
  return [...copies].filter((copy) => !known.has(copy))
}

/**
 * Resolves when every message has its end; `noPause`: what waits to be tried again is, without its pause; `mayBeCut`: so
 * may the connection that this asks by.
 */
async function allSettled({ noPause = false, mayBeCut = false } = {}): Promise<void> {
  const unsettled = `select count(*)::int as count from messages where status = 'queued'`
  const settled = async (): Promise<boolean> => {
    if ((await database.query<{ count: number }>(unsettled))[0]!.count === 0) return true
    if (noPause)
      await database.query(
        `update pgboss.job set start_after = now() where name = 'relay' and state = 'retry' and start_after > now()`,
      )
    return false
  }
  const orAway = (error: unknown): false => {
    if (mayBeCut && isDatabaseAway(error)) return false
    throw error
  }
  while (!(await settled().catch(orAway))) await sleep(100)
}

test(`${kills} kills around the peer's 250 lose nothing, and what is sent twice is what nobody could know of`, async () => {
  const queued: string[] = []
  let messages = 0
  const enqueue = async (count: number) => {
    const to = Array.from({ length: count }, (_, i) =>
      ['ada', 'bob', 'eve'].slice(0, i % 3 === 0 ? 3 : 1).map((name) => `${name}${i}@sink.example`),
    )
    const ids = await queueMail(database, queue, sender, to)
    messages += ids.length
    for (const [i, { messageId }] of ids.entries())
      queued.push(...to[i]!.map((address) => `${messageId} ${address}`))
  }
  const working = new Map<string, Relay>()
  const spare = Array.from({ length: atOnce + 3 }, () => new Relay())
  const killed = new Map<string, Relay>()
  /** Messages that a relay may have been killed over between the 250 and the commit, and how often. */
  const unknowable = new Map<string, number>()
  let done = 0
  const finished = Promise.withResolvers<void>()

  const replace = async () => {
    const next = spare.shift()!
    working.set(next.name, next)
    await next.begin()
    spare.push(new Relay())
  }
  /** What each relay got a 250 for: it may not have settled that yet. */
  const taken250 = new Map<string, Set<string>>()
  const unknown = (id: string) => unknowable.set(id, (unknowable.get(id) ?? 0) + 1)
  /** Of what the killed ones got a 250 for, how much was on record by then. */
  let onRecord = 0
  const lookedAt: Promise<void>[] = []
  const kill = (helo: string): boolean => {
    const relay = working.get(helo)
    if (relay === undefined || killed.has(helo) || done >= kills) return false
    killed.set(helo, relay)
    done++
    working.delete(helo)
    relay.signal('SIGKILL')
    const its = taken250.get(helo) ?? new Set()
    lookedAt.push(
      relay.ended
        .then(() => unsettledOf(its))
        .then((left) => {
          onRecord += its.size - left.length
          for (const id of left) unknown(id)
        }),
    )
    if (done === kills) finished.resolve()
    else void replace()
    return true
  }

  const awaited = new Set<string>()
  const killOnceOnRecord = async (helo: string, id: string) => {
    while (!killed.has(helo) && (await unsettledOf(new Set([id]))).length > 0) await sleep(20)
    kill(helo)
  }

  const answered = (helo: string) => taken250.get(helo)?.size ?? 0
  peer.beforeReply = async ({ helo }) => {
    const relay = working.get(helo)
    if (relay?.dies === 'before the reply' && answered(helo) >= relay.outlives && kill(helo))
      await new Promise(() => {})
  }
  peer.afterReply = (mail) => {
    const { helo } = mail
    const id = copyOf(mail)
    if (killed.has(helo)) {
      unknown(id)
      return
    }
    taken250.set(helo, (taken250.get(helo) ?? new Set()).add(id))
    const relay = working.get(helo)
    if (relay === undefined || answered(helo) <= relay.outlives) return
    if (relay.dies === 'right after it') kill(helo)
    else if (relay.dies === 'a moment after it') setTimeout(() => kill(helo), Math.random() * 20)
    else if (relay.dies === 'once it is on record' && !awaited.has(helo)) {
      awaited.add(helo)
      lookedAt.push(killOnceOnRecord(helo, id))
    }
  }

  await enqueue(12)
  await Promise.all(Array.from({ length: atOnce }, replace))
  // There is always something to send, so that each relay is killed over something.
  while (done < kills) {
    // What was taken over from a killed relay waits a while, and longer each time.
    const waiting = `select count(*)::int as count from pgboss.job where name = 'relay' and state = 'created'`
    const [{ count }] = (await look<{ count: number }>(waiting)) as [{ count: number }]
    if (count < 6) await enqueue(6)
    await Promise.race([finished.promise, sleep(50)])
  }
  // What the last ones had sent whole is still answered, and stays unknown to them: the peer goes on telling.
  await allSettled({ noPause: true })
  await Promise.all(lookedAt)

  const taken = ledger(peer.mails, copyOf)
  expect(
    queued.filter((id) => !taken.has(id)),
    'lost',
  ).toEqual([])
  expect([...taken.keys()].filter((id) => !queued.includes(id))).toEqual([])
  const twice = [...taken].filter(([id, count]) => count - 1 > (unknowable.get(id) ?? 0))
  expect(twice, 'sent again without need').toEqual([])
  const ofLast = [...killed.values()].filter(({ dies }) => dies === 'once it is on record')
  expect(ofLast.length).toBeGreaterThanOrEqual(kills / points.length - atOnce)
  expect(onRecord).toBeGreaterThanOrEqual(ofLast.length)
  const statuses = await database.query(`select distinct status from messages`)
  expect(statuses).toEqual([{ status: 'sent' }])
  expect(await database.query(`select 1 from pgboss.job where name = 'relay'`)).toEqual([])
  const audited = await database.query<{ count: number }>(
    `select count(*)::int as count from audit_entries where event_type = 'msg_sent'`,
  )
  expect(audited).toEqual([{ count: messages }])
  for (const relay of [...working.values(), ...spare]) await relay.kill()
}, 900_000)

test('a relay that was held up until another took its message over sends nothing', async () => {
  const first = new Relay()
  await first.begin()
  const envelope = Promise.withResolvers<void>()
  peer.answer('DATA', 'hang', {
    times: 1,
    when: () => {
      envelope.resolve()
      return true
    },
  })
  const [message] = await queueMail(database, queue, sender, [['late@sink.example']])
  await envelope.promise
  // The peer's go-ahead is on its way while the relay is stopped: it finds it when it goes on.
  first.signal('SIGSTOP')
  const second = new Relay()
  await second.begin()
  await allSettled()
  expect(ledger(peer.mails).get(message!.messageId)).toBe(1)
  peer.goOn('354 Go on')
  first.signal('SIGCONT')
  const witness = peer.connections
  await queueMail(database, queue, sender, [['next@sink.example']])
  await allSettled()
  expect(peer.connections).toBeGreaterThanOrEqual(witness)
  expect(ledger(peer.mails).get(message!.messageId)).toBe(1)
  expect(peer.received.filter((mail) => messageIdOf(mail) === message!.messageId)).toHaveLength(1)
  await Promise.all([first.kill(), second.kill()])
})

test('while the database cuts its connections, what the peer has taken is settled, and not sent again', async () => {
  const relay = new Relay()
  await relay.begin()
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'agent-email-service' and pid <> pg_backend_pid()`
  const cuts: Promise<unknown>[] = []
  let ended = 0
  peer.afterReply = () => {
    if (cuts.length === 5) return
    const done = database.query(cut).then((connections) => {
      ended += connections.length
    })
    // One cut may end the connection that another is made by.
    cuts.push(done.catch(() => {}))
  }
  const queued = await queueMail(
    database,
    queue,
    sender,
    Array.from({ length: 40 }, (_, i) => [`ada${i}@sink.example`]),
  )
  await allSettled({ noPause: true, mayBeCut: true })
  await Promise.all(cuts)
  expect(cuts.length).toBe(5)
  expect(ended).toBeGreaterThan(0)
  const taken = ledger(peer.mails)
  expect([...taken.keys()].toSorted()).toEqual(queued.map(({ messageId }) => messageId).toSorted())
  expect([...taken].filter(([, count]) => count !== 1)).toEqual([])
  await relay.kill()
})

test('SIGTERM: what the peer is about to take is waited for and settled, the rest is handed on, and none goes twice', async () => {
  const fleet = new ServiceFleet({
    DATABASE_URL: testDatabase.url,
    ROLES: 'relay',
    RELAY_URL: `smtp://127.0.0.1:${peer.port}?tls=off`,
    INBOX_DOMAIN: 'inbox.example',
  })
  try {
    const service = await fleet.start()
    const about = Promise.withResolvers<void>()
    const reply = Promise.withResolvers<void>()
    peer.beforeReply = async () => {
      about.resolve()
      await reply.promise
    }
    const queued = await queueMail(
      database,
      queue,
      sender,
      Array.from({ length: 40 }, (_, i) => [`ada${i}@sink.example`]),
    )
    await about.promise
    service.signal('SIGTERM')
    await expect.poll(() => fleet.log.some((line) => line.includes('stopping: '))).toBe(true)
    peer.beforeReply = () => {}
    reply.resolve()
    expect(await service.ended).toEqual({ code: 0, signal: null })
    const settled = await database.query<{ id: string }>(
      `select message_id as id from messages where status = 'sent' and message_id = any($1)`,
      [queued.map(({ messageId }) => messageId)],
    )
    expect(settled.map(({ id }) => id).toSorted()).toEqual([...ledger(peer.mails).keys()].toSorted())
    expect(settled.length).toBeGreaterThan(0)
    const next = await fleet.start()
    await allSettled()
    expect([...ledger(peer.mails).values()].filter((count) => count !== 1)).toEqual([])
    expect(ledger(peer.mails).size).toBe(40)
    expect(await next.stop()).toEqual({ code: 0, signal: null })
  } finally {
    await fleet.end()
  }
})
