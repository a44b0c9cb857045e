/** A crash of Postgres between a commit that didn't wait for the disk and the flush that 250 waits for. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../config/config.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../services/local/embedded-postgres.ts'
import { rememberedHome } from '../../services/local/postgres-home.ts'
import { clusterProcesses } from '../../services/local/postgres-processes.ts'
import { migrateAll } from '../../services/migrate.ts'
import { type Listener, startListener } from '../../services/smtp/listener.ts'
import { Quotas } from '../../shared/flow/access/quotas.ts'
import { Acceptor } from '../../shared/flow/inbound/accept.ts'
import { Metrics } from '../../shared/flow/metrics.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { createLog } from '../../shared/lib/log.ts'
import { ParserPool } from '../../shared/mail/parser-pool.ts'
import { Queue } from '../../shared/queue/queue.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { makeMail } from '../support/mail-load.ts'
import { makeSender, type Sender } from '../support/queued-mail.ts'
import { SmtpRefusal, sendMail } from '../support/smtp-client.ts'
import { removeData } from '../support/start-postgres.ts'

const log = createLog('silent')
let dataDir: string
let postgres: EmbeddedPostgres
let database: Database
let queue: Queue
let parser: ParserPool
let listener: Listener
let inbox: Sender
/** What a message beside waits for, while it is read: whoever comes meanwhile is not alone. */
let beside = Promise.resolve()
/** Called before the flush is sent. */
let beforeFlush: () => Promise<void> = async () => {}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'agent-email-lost-'))
  chmodSync(dataDir, 0o755)
  // Nobody but whoever is told to writes what was committed without waiting.
  const settings = { autovacuum: 'off', wal_level: 'minimal', max_wal_senders: '0' }
  postgres = await startEmbeddedPostgres({ dataDir, log, settings })
  await migrateAll(postgres.url, log)
  database = openDatabase(postgres.url, 4, log)
  inbox = await makeSender(database, 'agent', 'inbox.localhost')
  queue = new Queue(postgres.url, log)
  await queue.start()
  parser = new ParserPool({ size: 1 })
  const flushing: Database = {
    ...database,
    query: async (text, values) => {
      if (text.includes('pg_logical_emit_message')) await beforeFlush()
      return database.query(text, values)
    },
  }
  const reading = {
    toStore: async (raw: Uint8Array) => {
      if (Buffer.from(raw).includes('beside')) await beside
      return parser.toStore(raw)
    },
  } as ParserPool
  const metrics = new Metrics()
  const keyring = new Keyring('the secret key of a listener that lives for one test file')
  const quotas = new Quotas(database, { storedBytes: 0, messagesPerDay: 0 })
  const acceptor = new Acceptor({
    database: flushing,
    queue,
    parser: reading,
    keyring,
    metrics,
    log,
    quotas,
    perMinute: 0,
  })
  const config = parseConfig({ SMTP_PORT: '0', SMTP_HOST: '127.0.0.1', DATA_DIR: dataDir })
  listener = await startListener({ config, acceptor, metrics, log })
})
afterAll(async () => {
  await listener.stop()
  await queue.stop()
  await parser.close()
  await database.close()
  await postgres.stop()
  removeData(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

const folder = () => join(rememberedHome(dataDir) ?? join(dataDir, 'postgres'), 'data')

/** Asks until there is an answer: connections of the pool may not know yet that their server is gone. */
async function ask<Row extends object>(sql: string, values?: unknown[]): Promise<Row> {
  let row: Row | undefined
  const asked = async () => {
    row = (await database.query<Row>(sql, values).catch(() => []))[0]
    return row
  }
  await expect.poll(asked).toBeDefined()
  return row!
}

const writerOf = async () =>
  (await ask<{ pid: number }>(`select pid from pg_stat_activity where backend_type = 'walwriter'`)).pid

const started = async () => (await ask<{ at: string }>('select pg_postmaster_start_time() as at')).at

/** Sends a message; the code of the reply. */
async function codeOf(id: string): Promise<number> {
  const raw = makeMail(id, inbox.address)
  const mail = { port: listener.port, from: 'ada@peer.example', to: [inbox.address], raw }
  const { code } = await sendMail(mail).catch((error: unknown) => {
    if (error instanceof SmtpRefusal) return error.reply
    throw error
  })
  return code
}

const taken = (id: string) => expect.poll(() => codeOf(id)).toBe(250)

async function storedAs(id: string): Promise<number> {
  const sql = 'select count(*)::int as count from messages where message_id = $1'
  return (await ask<{ count: number }>(sql, [`${id}@peer.example`])).count
}

/** Runs `work` while another message is under way: by itself, a message would be flushed with its commit. */
async function inCompany(id: string, work: () => Promise<void>): Promise<void> {
  const read = Promise.withResolvers<void>()
  beside = read.promise
  const other = codeOf(`beside-${id}`)
  try {
    await work()
  } finally {
    read.resolve()
  }
  expect([250, 451]).toContain(await other)
}

test('a message that comes alone is on the disk with its commit, and with no flush of its own', async () => {
  let flushes = 0
  beforeFlush = async () => void flushes++
  // Once, the queue's own commits may have taken it there in the moment before the crash.
  for (let round = 0; round < 3; round++) {
    const writer = await writerOf()
    process.kill(writer, 'SIGSTOP')
    expect(await codeOf(`alone-${round}`)).toBe(250)
    for (const pid of clusterProcesses(folder())) process.kill(pid, 'SIGKILL')
    await expect.poll(writerOf).not.toBe(writer)
    expect(await storedAs(`alone-${round}`)).toBe(1)
  }
  expect(flushes).toBe(0)
  beforeFlush = async () => {}
})

test.each([
  ['the whole server', 'postmaster'],
  // Then the server's start time stays what it was.
  ['one process of the server, which starts its others anew,', 'walwriter'],
])(
  '%s is killed: a message whose commit is lost is answered 451, and taken when it comes again',
  async (_, killed) => {
    const before = await started()
    let lost = 0
    // The queue's own commits may take a message to the disk in the moment before the crash: then it is there.
    for (let round = 0; lost === 0 && round < 20; round++) {
      const writer = await writerOf()
      process.kill(writer, 'SIGSTOP')
      let crashed = false
      beforeFlush = async () => {
        beforeFlush = async () => {}
        for (const pid of killed === 'postmaster' ? clusterProcesses(folder()) : [writer])
          process.kill(pid, 'SIGKILL')
        await expect.poll(writerOf).not.toBe(writer)
        crashed = true
      }
      const id = `${killed}-${round}`
      let code = 0
      // A connection that the crash before has cut may answer 451 ahead of that.
      await inCompany(id, async () => {
        while (!crashed) code = await codeOf(id)
      })
      const stored = await storedAs(id)
      if (code === 250) expect(stored).toBe(1)
      if (stored === 0) lost++
      await taken(id)
      expect(await storedAs(id)).toBe(1)
    }
    expect(lost).toBe(1)
    if (killed === 'walwriter') expect(await started()).toBe(before)
  },
)

test('a duplicate of a message whose commit is lost is not acknowledged either', async () => {
  await taken('before')
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  let flushes = 0
  beforeFlush = async () => {
    flushes++
    held.resolve()
    await release.promise
  }
  await inCompany('twice', async () => {
    const first = codeOf('twice')
    await held.promise
    const second = codeOf('twice')
    await expect.poll(() => flushes).toBe(2)
    // What a crash has taken back is gone as a whole.
    await ask(`delete from messages where message_id = 'twice@peer.example' returning 1 as one`)
    beforeFlush = async () => {}
    release.resolve()
    expect([await first, await second]).toEqual([451, 451])
  })
})
