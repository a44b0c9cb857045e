/** A bounce that comes while its message is settled: both write to the recipients, and neither locks the other out. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../shared/lib/log.ts'
import type { Sql } from '../../shared/lib/sql.ts'
import { Queue } from '../../shared/queue/queue.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { lockWhetherSent, recordOutboundAttempts } from '../../shared/store/outbound-attempt.ts'
import { lockReported } from '../../shared/store/report.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { makeSender, queueMail, type Sender } from '../support/queued-mail.ts'

const log = createLog('fatal')
let testDatabase: TestDatabase
let database: Database
let sender: Sender
beforeAll(async () => {
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 4, log)
  sender = await makeSender(database, 'agent', 'inbox.example')
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const settles: Record<string, (tx: Sql, messageId: string) => Promise<unknown>> = {
  'is settled': (tx: Sql, messageId: string) =>
    recordOutboundAttempts(tx, [
      {
        tenantId: sender.tenantId,
        messageId,
        recipients: [{ index: 0, status: 'sent', code: 250, enhancedCode: null, reason: null }],
        tried: true,
        simulated: false,
        retryAt: null,
      },
    ]),
  'is stopped': (tx: Sql, messageId: string) => lockWhetherSent(tx, sender.tenantId, messageId),
}

test.each(Object.entries(settles))(
  'a report overtakes a message that %s, and both are written',
  async (_, settle) => {
    const queue = new Queue(testDatabase.url, log)
    await queue.start()
    const [message] = await queueMail(database, queue, sender, [['ada@peer.example']])
    await queue.stop()
    const { inboxId } = sender
    const messageId = message!.id
    let settled: Promise<unknown> = Promise.resolve()
    await database.transaction(async (tx) => {
      await tx.query('select 1 from messages where tenant_id = $1 and id = $2 for no key update', [
        sender.tenantId,
        messageId,
      ])
      settled = database.transaction((other) => settle(other, messageId))
      settled.catch(() => {})
      await expect.poll(waiting).toBe(1)
      const reported = await lockReported(tx, { tenantId: sender.tenantId, inboxId, messageId })
      expect(reported?.recipients).toMatchObject([{ status: 'pending' }])
    })
    await settled
  },
)

/** Sessions that wait for a lock. */
const waiting = async () =>
  (
    await database.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )[0]!.count
