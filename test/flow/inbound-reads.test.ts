/** How often mail that comes in is fetched and read: once by each job that works on it, whatever it looks for. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createScanner } from '../../shared/antivirus/clamd.ts'
import { workInbound } from '../../shared/flow/inbound/work.ts'
import { Metrics } from '../../shared/flow/metrics.ts'
import type { AssessInput } from '../../shared/judge/tasks.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { createLog } from '../../shared/lib/log.ts'
import { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { makeReturnPath } from '../../shared/mail/return-path.ts'
import { Queue } from '../../shared/queue/queue.ts'
import type { Database } from '../../shared/store/database.ts'
import { clamdUrl } from '../support/clamd.ts'
import { dsnText } from '../support/dsn-text.ts'
import { type House, openHouse } from '../support/open-house.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { processThreads } from '../support/process-threads.ts'

const secret = 'the secret key of a house whose reads are counted'
const keyring = new Keyring(secret)
const log = createLog('fatal')
const { parser, assessors } = processThreads
const scanner = createScanner(clamdUrl())
let testDatabase: TestDatabase
let house: House
let queue: Queue

beforeAll(async () => {
  testDatabase = await createDatabase()
  house = await openHouse({
    DATABASE_URL: testDatabase.url,
    CLAMAV_URL: clamdUrl(),
    ROLES: 'smtp,api',
    SECRET_KEY: secret,
  })
  queue = new Queue(testDatabase.url, log)
  await queue.start()
})
afterAll(async () => {
  await queue.stop()
  await scanner.close()
  await house.stop()
  await testDatabase.drop()
})

test('a message is fetched and read once to be scanned and once to be assessed, whatever is looked for', async () => {
  const signed = 'DKIM-Signature: v=1; a=rsa-sha256; d=sender.example; s=a; h=from; bh=YQ==; b=YQ=='
  const attachments = [
    { filename: 'note.txt', type: 'text/plain', content: 'The order is on its way.' },
    { filename: 'logo.png', type: 'image/png', content: Buffer.from('89504e470d0a1a0a', 'hex') },
  ]
  const { id: attached } = await house.send({ headers: [signed], attachments })
  const { id: unsigned } = await house.send({ subject: 'Not signed', attachments })

  const recipient = 'grace@peer.example'
  const draft = { to: [recipient], subject: 'Offer', body: 'As we said.' }
  const { body: sent } = await house.api('POST', `/inboxes/${house.inbox.slug}/messages`, draft)
  const [{ tenantId }] = (await house.database.query<{ tenantId: string }>(
    'select tenant_id as "tenantId" from messages where id = $1',
    [sent.id],
  )) as [{ tenantId: string }]
  const domain = house.inbox.address.split('@')[1]!
  const path = makeReturnPath(keyring, domain, { tenantId, messageId: String(sent.id), recipient: 0 })
  const { id: report } = await house.send(dsnText({ recipient }), { mailFrom: '', rcptTo: [path] })

  const fetches = new Map<string, number>()
  const database: Database = {
    ...house.database,
    query: (text, values = []) => {
      if (/\bcontent\b.*\braw_messages\b/s.test(text))
        for (const id of [attached, report])
          if (values.flat().includes(id)) fetches.set(id, (fetches.get(id) ?? 0) + 1)
      return house.database.query(text, values)
    },
  }
  const bounds = { withholdAbove: 70, flagAbove: 30 }
  const metrics = new Metrics()
  const run = vi.spyOn(ThreadPool.prototype, 'run')
  await workInbound({
    ...{ database, queue, parser, scanner, assessors, bounds, keyring, log, metrics },
    inboxDomain: domain,
  })
  const ids = [attached, unsigned, report]
  const states = () => Promise.all(ids.map(async (id) => (await house.message(id)).status))
  await expect.poll(states).not.toContain('processing')

  expect((await house.message(attached)).attachments.map(({ scan_status }) => scan_status)).toEqual([
    'clean',
    'clean',
  ])
  const { body: reported } = await house.api('GET', `/messages/${String(sent.id)}`)
  expect(JSON.stringify(reported)).toContain('bounced')
  // A report has parts, which are scanned as attachments are.
  expect(Object.fromEntries(fetches)).toEqual({ [attached]: 2, [report]: 2 })

  const inputs = run.mock.calls.flatMap(([input]) => (Array.isArray(input) ? (input as AssessInput[]) : []))
  const contents = attachments.map(({ content }) => Buffer.from(content))
  expect(inputs.find(({ message }) => message.mail.subject === 'Not signed')).toMatchObject({ raw: null })
  for (const { message, files } of inputs)
    if (message.mail.attachments.length === attachments.length)
      expect(files.map(({ content }) => Buffer.from(content))).toEqual(contents)
  // One task may read several messages.
  const read = run.mock.calls.flatMap(([input]) => {
    const { kind = '', lengths } = input as { kind?: string; lengths?: number[] }
    return ['files', 'parse', 'judged'].includes(kind) ? Array(lengths?.length ?? 1).fill(kind) : []
  })
  expect(read.toSorted()).toEqual(['files', 'files', 'files', 'judged', 'judged', 'judged'])
})
