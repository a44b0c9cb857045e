/** A process that only relays: what the relay role does, without all that a whole service starts, to be killed often. */
import { flushCompileCache } from 'node:module'
import { Metrics } from '../../shared/flow/metrics.ts'
import { workRelay } from '../../shared/flow/outbound/relay.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { createLog } from '../../shared/lib/log.ts'
import { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { ParserPool } from '../../shared/mail/parser-pool.ts'
import { Queue } from '../../shared/queue/queue.ts'
import { deadlinesOf } from '../../shared/relay/deadlines.ts'
import { SmartHost } from '../../shared/relay/smart-host.ts'
import { openDatabase } from '../../shared/store/database.ts'

/** What it is told as its one argument, in JSON. */
export interface RelayProcessOrder {
  databaseUrl: string
  port: number
  /** Its name in EHLO. */
  name: string
}

const { databaseUrl, port, name } = JSON.parse(process.argv[2]!) as RelayProcessOrder
process.stdout.write('ready\n')
// Told to begin by a line, so that it can be started while another one still works; until then the database knows nothing
// of it: a queue that has started looks after the jobs of all.
await new Promise((resolve) => process.stdin.once('data', resolve))
const log = createLog('fatal')
const database = openDatabase(databaseUrl, 3, log)
const queue = new Queue(databaseUrl, log)
await queue.start()
// Who is killed keeps nothing of what was compiled, and the next one would compile it again.
flushCompileCache()
const target = { host: 'localhost', address: '127.0.0.1', port, secure: false, tls: 'off' } as const
const transport = new SmartHost(() => target, { name, deadlines: deadlinesOf(300), sessions: 4 })
await workRelay({
  database,
  queue,
  keyring: new Keyring('the secret key of relays that are killed'),
  outside: transport,
  local: transport,
  inboxDomain: 'inbox.example',
  dkimKeys: [],
  confirmed: null,
  sendHeaders: [],
  retry: { delays: [0], hours: 1 },
  parser: new ParserPool(),
  assessors: new ThreadPool(new URL('../../shared/judge/assess-thread.ts', import.meta.url), {
    workerData: null,
    perThread: 1,
  }),
  log,
  metrics: new Metrics(),
})
