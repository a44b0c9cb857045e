/** How many messages a second the relay sends, settled in the database, as a ratio to Nodemailer's bare pool. */
import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../services/local/embedded-postgres.ts'
import { migrateAll } from '../../services/migrate.ts'
import { createLog } from '../../shared/lib/log.ts'
import { Queue } from '../../shared/queue/queue.ts'
import { openDatabase } from '../../shared/store/database.ts'
import { makeSender, queueMail } from '../support/queued-mail.ts'
import { secretKey } from '../support/service-process.ts'
import { removeData } from '../support/start-postgres.ts'
import type { BareLoad } from './bare-nodemailer.ts'

const connections = 10
const rounds = 3
/** Share of the messages that only warm up. */
const warmUp = 0.2
const floor = 0.6
const aim = 0.8

interface RelayCase {
  name: string
  bytes: number
  messages: number
  dkim: boolean
}

const cases: RelayCase[] = [
  { name: '2 KB', bytes: 2_000, messages: 8_000, dkim: false },
  { name: '30 KB', bytes: 30_000, messages: 3_000, dkim: false },
  { name: '2 KB, DKIM (RSA and Ed25519)', bytes: 2_000, messages: 4_000, dkim: true },
]

function run(file: string, args: string[], settings: Record<string, string> = {}): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  const path = new URL(file, import.meta.url).pathname
  return spawn(process.execPath, [path, ...args], {
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)))
    createInterface({ input: child.stdout! }).once('line', resolve)
  })

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => child.once('exit', () => resolve()))

/** Messages a second, from the first after the warm-up to the last. */
function rateOf(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  const from = Math.floor(sorted.length * warmUp)
  return ((sorted.length - 1 - from) * 1_000) / (sorted.at(-1)! - sorted[from]!)
}

/** Runs the cases and prints the table; what misses its floor is added to `misses`. */
export async function benchRelay(misses: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-relay-'))
  const log = createLog('fatal')
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log })
  const sink = run('./smtp-sink.ts', [])
  try {
    await migrateAll(postgres.url, log)
    const ports = JSON.parse(await firstLine(sink)) as { smtp: number; control: number }
    const taken = async (method = 'GET') =>
      (await (await fetch(`http://127.0.0.1:${ports.control}`, { method })).json()) as number[]
    const database = openDatabase(postgres.url, 4, log)
    const queue = new Queue(postgres.url, log)
    await queue.start()
    const sender = await makeSender(database, 'agent', 'inbox.example')
    const keys = ['rsa', 'ed25519'].map((type) => {
      const file = join(folder, `${type}.pem`)
      const { privateKey } =
        type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2_048 }) : generateKeyPairSync('ed25519')
      writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
      return file
    })

    const bare = async ({ bytes, messages }: RelayCase): Promise<number> => {
      await taken('DELETE')
      const load: BareLoad = { port: ports.smtp, messages, connections, bytes }
      await ended(run('./bare-nodemailer.ts', [JSON.stringify(load)]))
      return rateOf(await taken())
    }
    const ours = async ({ bytes, messages, dkim }: RelayCase): Promise<number> => {
      await queueMail(
        database,
        queue,
        sender,
        Array.from({ length: messages }, (_, i) => [`ada${i}@sink.example`]),
        bytes,
      )
      await database.query('vacuum analyze')
      await taken('DELETE')
      const service = run('../../services/main.ts', [], {
        ROLES: 'relay',
        DATABASE_URL: postgres.url,
        DATA_DIR: folder,
        SECRET_KEY: secretKey,
        INBOX_DOMAIN: 'inbox.example',
        LOG_LEVEL: 'warn',
        RELAY_URL: `smtp://127.0.0.1:${ports.smtp}?tls=off`,
        RELAY_CONNECTIONS: String(connections),
        ...(dkim
          ? { DKIM_DOMAIN: 'inbox.example', DKIM_SELECTOR: 'r,e', DKIM_PRIVATE_KEY_FILE: keys.join(',') }
          : {}),
      })
      const gone = ended(service).then(() => {
        throw new Error('the relay ended before it had sent all')
      })
      gone.catch(() => {})
      const until = performance.now() + 120_000
      while ((await taken()).length < messages && performance.now() < until)
        await Promise.race([sleep(50), gone])
      await settled(until)
      service.kill('SIGTERM')
      await ended(service)
      return rateOf(await taken())
    }
    const settled = async (until: number): Promise<void> => {
      const left = `select count(*)::int as left from messages where status = 'queued'`
      while ((await database.query<{ left: number }>(left))[0]!.left > 0) {
        if (performance.now() > until) throw new Error('the relay did not settle all it sent')
        await sleep(50)
      }
    }

    const row = (cells: string[]) =>
      console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(34) : cell.padStart(12))).join(''))
    row(['Sending', 'mails/s', 'Nodemailer', 'ratio', 'must', 'aim'])
    for (const one of cases) {
      const pairs: { ours: number; bare: number }[] = []
      for (let round = 0; round < rounds; round++)
        pairs.push({ bare: await bare(one), ours: await ours(one) })
      const median = pairs.toSorted((a, b) => a.ours / a.bare - b.ours / b.bare)[Math.floor(rounds / 2)]!
      const ratio = median.ours / median.bare
      if (!one.dkim && ratio < floor)
        misses.push(`sending, ${one.name}: ${ratio.toFixed(2)} × bare Nodemailer, must be ${floor}`)
      const bounds = one.dkim ? ['', ''] : [String(floor), String(aim)]
      row([one.name, median.ours.toFixed(0), median.bare.toFixed(0), ratio.toFixed(2), ...bounds])
    }
    await queue.stop()
    await database.close()
  } finally {
    sink.kill()
    await postgres.stop()
    removeData(folder)
  }
}

if (import.meta.main) {
  const misses: string[] = []
  await benchRelay(misses)
  for (const miss of misses) console.log(`MISSED  ${miss}`)
  process.exitCode = misses.length > 0 ? 1 : 0
}
