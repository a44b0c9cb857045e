/** Retention: mail that an inbox keeps no longer goes, with all that hangs on it, and nothing else does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../shared/domain/ids.ts'
import { purgeOldMail } from '../../shared/flow/retention/purge.ts'
import type { Database } from '../../shared/store/database.ts'
import { forgetGoneThreads } from '../../shared/store/retention.ts'
import {
  createTestApi,
  itemsOf,
  type Planted,
  plantMessage,
  type TestAccount,
  type TestApi,
} from '../support/api.ts'
import { FailingTable } from '../support/failing-table.ts'
import { startHouse } from '../support/house.ts'

let api: TestApi
let account: TestAccount
let slugs = 0
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
})
afterAll(() => api.close())

const day = 86_400_000
const now = new Date('2026-06-01T00:00:00.000Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * day).toISOString()

async function makeInbox(retention_days: number | null): Promise<{ id: string; slug: string }> {
  const slug = `kept-${++slugs}`
  const { status, body } = await api.call('POST', '/inboxes', account.liveKey, { slug, retention_days })
  expect([status, body.retention_days]).toEqual([201, retention_days])
  return { id: String(body.id), slug }
}

const plant = (inboxId: string, planted: Planted) =>
  plantMessage(api.database, account.tenantId, inboxId, planted)
const idsIn = async (inboxId: string, table = 'messages') =>
  (
    await api.database.query<{ id: string }>(`select id from ${table} where inbox_id = $1 order by id`, [
      inboxId,
    ])
  ).map(({ id }) => id)
const purgesOf = async (inboxId: string) =>
  itemsOf(
    await api.call('GET', `/audit_log?inbox_id=${inboxId}&event_type=purge`, account.liveKey),
    'entries',
  )

test('removes what is older than the limit, and keeps the rest and what is unfinished', async () => {
  const { id: inboxId, slug } = await makeInbox(30)
  const unlimited = await makeInbox(null)
  const other = await plant(unlimited.id, { createdAt: daysAgo(3_000) })
  const gone = [
    await plant(inboxId, { createdAt: daysAgo(31), attachments: [{ scanStatus: 'clean' }] }),
    await plant(inboxId, { createdAt: daysAgo(40), status: 'withheld', verdict: 'withheld' }),
    await plant(inboxId, { createdAt: daysAgo(400), direction: 'outbound', status: 'sent' }),
  ]
  const kept = [
    await plant(inboxId, { createdAt: daysAgo(29) }),
    await plant(inboxId, { createdAt: daysAgo(30) }),
    await plant(inboxId, { createdAt: daysAgo(90), status: 'processing', verdict: null }),
    await plant(inboxId, { createdAt: daysAgo(90), direction: 'outbound', status: 'queued' }),
    await plant(inboxId, { createdAt: daysAgo(90), direction: 'outbound', status: 'scheduled' }),
    await plant(inboxId, { createdAt: daysAgo(90), direction: 'outbound', status: 'withheld' }),
  ]
  const told = await plant(inboxId, { createdAt: daysAgo(60), status: 'delivered' })
  const untold = await plant(inboxId, { createdAt: daysAgo(60) })
  for (const [{ id }, status] of [
    [told, 'succeeded'],
    [untold, 'pending'],
  ] as const) {
    await api.database.query(
      `insert into webhook_deliveries (tenant_id, id, inbox_id, message_id, event, status, created_at, updated_at)
       values ($1, $2, $3, $4, 'message.received', $5, now(), now())`,
      [account.tenantId, newId('webhookDelivery'), inboxId, id, status],
    )
  }

  await purgeOldMail(api.database, now)

  expect(await idsIn(inboxId)).toEqual([...kept, untold].map(({ id }) => id).sort())
  expect(await idsIn(inboxId, 'threads')).toEqual([...kept, untold].map(({ threadId }) => threadId).sort())
  expect(await idsIn(unlimited.id)).toEqual([other.id])
  const removed = [...gone, told].map(({ id }) => id)
  for (const table of ['message_contents', 'raw_messages', 'attachments', 'webhook_deliveries'])
    expect(await api.database.query(`select 1 from ${table} where message_id = any($1)`, [removed])).toEqual(
      [],
    )
  expect((await api.call('GET', `/inboxes/${slug}`, account.liveKey)).body.message_count).toBe(7)
  expect(await purgesOf(inboxId)).toEqual([
    expect.objectContaining({
      severity: 'low',
      metadata: { message_count: 4, retention_days: 30, before: daysAgo(30) },
    }),
  ])
})

test('a thread loses what is old, and goes with its last message', async () => {
  const { id: inboxId, slug } = await makeInbox(7)
  const old = await plant(inboxId, { createdAt: daysAgo(20), subject: 'Old' })
  await plant(inboxId, { createdAt: daysAgo(10), threadId: old.threadId })
  const young = await plant(inboxId, { createdAt: daysAgo(1), threadId: old.threadId, subject: 'Young' })
  const stuck = await plant(inboxId, { createdAt: daysAgo(50), status: 'processing', verdict: null })
  await plant(inboxId, { createdAt: daysAgo(20), threadId: stuck.threadId })
  const emptied = await plant(inboxId, { createdAt: daysAgo(9) })
  const merged = newId('thread')
  await api.database.query(
    `insert into threads (tenant_id, id, inbox_id, subject, message_count, last_message_at, created_at, merged_into)
     values ($1, $2, $3, '', 0, now(), now(), $4)`,
    [account.tenantId, merged, inboxId, emptied.threadId],
  )
  for (const [n, threadId] of [old.threadId, emptied.threadId, merged].entries())
    await api.database.query(
      'insert into thread_references (tenant_id, inbox_id, message_id_hash, thread_id) values ($1, $2, $3, $4)',
      [account.tenantId, inboxId, Buffer.from([n]), threadId],
    )
  await purgeOldMail(api.database, now)
  const { body } = await api.call('GET', `/inboxes/${slug}/threads/${old.threadId}`, account.liveKey)
  expect(body).toMatchObject({ message_count: 1, last_message_at: daysAgo(1), subject: 'Young' })
  expect(body.messages).toEqual([expect.objectContaining({ id: young.id })])
  const left = await api.database.query<{ id: string; message_count: number; last_message_at: string }>(
    'select id, message_count, last_message_at from threads where inbox_id = $1 order by last_message_at',
    [inboxId],
  )
  expect(left).toEqual([
    { id: stuck.threadId, message_count: 1, last_message_at: daysAgo(50) },
    { id: old.threadId, message_count: 1, last_message_at: daysAgo(1) },
  ])
  const references = await api.database.query<{ thread_id: string }>(
    'select thread_id from thread_references where inbox_id = $1',
    [inboxId],
  )
  expect(references).toEqual([{ thread_id: old.threadId }])
})

test('a Message-ID that mail takes up again while it is forgotten stays known', async () => {
  const { id: inboxId } = await makeInbox(7)
  const { tenantId } = account
  const { threadId } = await plant(inboxId, { createdAt: daysAgo(1) })
  await api.database.query(
    'insert into thread_references (tenant_id, inbox_id, message_id_hash, thread_id) values ($1, $2, $3, $4)',
    [tenantId, inboxId, Buffer.from([1]), newId('thread')],
  )
  let forgetting: Promise<void> | undefined
  // As accepting mail does, which holds the lock of the inbox: forgetting takes none.
  await api.database.transaction(async (tx) => {
    await tx.query('update thread_references set thread_id = $3 where tenant_id = $1 and inbox_id = $2', [
      tenantId,
      inboxId,
      threadId,
    ])
    forgetting = forgetGoneThreads(api.database, { tenantId, inboxId, retentionDays: 7 })
    await expect
      .poll(() =>
        api.database.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like '%delete from thread_references%'`,
        ),
      )
      .toHaveLength(1)
  })
  await forgetting
  expect(
    await api.database.query('select thread_id from thread_references where inbox_id = $1', [inboxId]),
  ).toEqual([{ thread_id: threadId }])
})

test('of many messages goes in batches, by several processes at once, with one entry a day', async () => {
  const { id: inboxId, slug } = await makeInbox(1)
  const first = await plant(inboxId, { createdAt: daysAgo(5) })
  const copy = async (count: number, tag: string) => {
    for (const [table, key] of [
      ['messages', 'id'],
      ['message_contents', 'message_id'],
      ['raw_messages', 'message_id'],
    ])
      await api.database.query(
        `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('${key}', t.${key} || $2 || n))).*
         from ${table} t, generate_series(1, $3) n where t.${key} = $1`,
        [first.id, tag, count],
      )
    await api.database.query('update threads set message_count = message_count + $2 where id = $1', [
      first.threadId,
      count,
    ])
    await api.database.query('update inboxes set message_count = message_count + $2 where id = $1', [
      inboxId,
      count,
    ])
  }
  await copy(349, 'x')
  await Promise.all([purgeOldMail(api.database, now), purgeOldMail(api.database, now)])
  expect(await idsIn(inboxId)).toEqual([])
  expect((await purgesOf(inboxId)).map(({ metadata }) => metadata?.message_count)).toEqual([350])
  expect((await api.call('GET', `/inboxes/${slug}`, account.liveKey)).body.message_count).toBe(0)

  await plant(inboxId, { createdAt: daysAgo(4) })
  await purgeOldMail(api.database, new Date(now.getTime() + day / 2))
  expect(await idsIn(inboxId)).toHaveLength(1)
  await purgeOldMail(api.database, new Date(now.getTime() + day))
  expect(await idsIn(inboxId)).toEqual([])
  expect((await purgesOf(inboxId)).map(({ metadata }) => metadata?.message_count)).toEqual([1, 350])
})

test('an inbox that can not be purged holds up no other, and is told of', async () => {
  const { id: stuck } = await makeInbox(1)
  const { id: next } = await makeInbox(1)
  await plant(stuck, { createdAt: daysAgo(5) })
  await plant(next, { createdAt: daysAgo(5) })
  // In the order in which they are purged.
  await api.database.query(`update inboxes set purged_at = '2026-01-01' where id = $1`, [next])
  const fault = await FailingTable.make(api.database, 'inboxes', 'update')
  try {
    await fault.begin('22003', `new.id = '${stuck}' and new.message_count < old.message_count`)
    await expect(purgeOldMail(api.database, now)).rejects.toThrow()
    expect([await idsIn(stuck), await idsIn(next)]).toEqual([[expect.any(String)], []])
  } finally {
    await fault.end()
  }
  await purgeOldMail(api.database, now)
  expect(await idsIn(stuck)).toEqual([])
})

test('a limit that is set or changed works at the next turn; bad ones are refused', async () => {
  const { id: inboxId, slug } = await makeInbox(null)
  await plant(inboxId, { createdAt: daysAgo(10) })
  await plant(inboxId, { createdAt: daysAgo(3) })
  const limit = (retention_days: unknown) =>
    api.call('PATCH', `/inboxes/${slug}`, account.liveKey, { retention_days })
  for (const bad of [0, -1, 3_651, 1.5, '7', true, 1e20])
    expect((await limit(bad)).status, String(bad)).toBe(422)
  expect((await limit(7)).body.retention_days).toBe(7)
  await purgeOldMail(api.database, now)
  expect(await idsIn(inboxId)).toHaveLength(1)
  await limit(2)
  await purgeOldMail(api.database, now)
  expect(await idsIn(inboxId)).toHaveLength(0)
  expect((await limit(null)).body.retention_days).toBeNull()
  const log = await api.call(
    'GET',
    `/audit_log?inbox_id=${inboxId}&event_type=settings&limit=1`,
    account.liveKey,
  )
  expect(itemsOf(log, 'entries')[0]!.metadata).toMatchObject({ retention_days: null })
})

test('a limit that is changed while others are purged is the one that holds, and at the next turn', async () => {
  const keeps = await makeInbox(2)
  const longer = await makeInbox(2)
  const shorter = await makeInbox(20)
  const all = [keeps, longer, shorter]
  for (const { id } of all) await plant(id, { createdAt: daysAgo(10) })
  // As a turn that was cut off has left it.
  await api.database.query('update inboxes set purged_count = 4 where id = $1', [keeps.id])
  const limit = ({ slug }: { slug: string }, retention_days: number | null) =>
    api.call('PATCH', `/inboxes/${slug}`, account.liveKey, { retention_days })
  const changing: Database = {
    ...api.database,
    async query<Row extends object>(text: string, values?: unknown[]) {
      const due = await api.database.query<Row>(text, values)
      await limit(keeps, null)
      await limit(longer, 15)
      await limit(shorter, 5)
      return due
    },
  }
  await purgeOldMail(changing, now)
  expect(await Promise.all(all.map(({ id }) => idsIn(id)))).toEqual([
    [expect.any(String)],
    [expect.any(String)],
    [expect.any(String)],
  ])
  expect(await purgesOf(keeps.id)).toMatchObject([{ metadata: { message_count: 4, retention_days: 2 } }])
  await purgeOldMail(api.database, now)
  expect(await Promise.all(all.map(({ id }) => idsIn(id)))).toEqual([
    [expect.any(String)],
    [expect.any(String)],
    [],
  ])
  expect(await purgesOf(shorter.id)).toMatchObject([{ metadata: { message_count: 1, retention_days: 5 } }])
})

test('an inbox that is locked is left for later, and mail goes on arriving while others are purged', async () => {
  const house = await startHouse()
  try {
    const inbox = await house.createInbox({ retention_days: 1 })
    const { id } = await house.send(
      { subject: 'Old', messageId: '<old@sender.example>' },
      { rcptTo: [inbox.address] },
    )
    await house.drain()
    const { thread_id } = await house.message(id)
    const inTwoDays = new Date(Date.now() + 2 * day)
    await house.database.transaction(async (tx) => {
      await tx.query('select 1 from inboxes where id = $1 for update', [inbox.id])
      await purgeOldMail(house.database, inTwoDays)
    })
    expect((await house.message(id)).id).toBe(id)
    await purgeOldMail(house.database, inTwoDays)
    expect((await house.api('GET', `/messages/${id}`)).status).toBe(404)
    // An answer to what is gone begins a thread, and what answers the same joins it.
    const answers = []
    for (const subject of ['First', 'Second']) {
      const inReplyTo = '<old@sender.example>'
      answers.push((await house.send({ subject, inReplyTo }, { rcptTo: [inbox.address] })).id)
    }
    await house.drain()
    const [first, second] = await Promise.all(answers.map((answer) => house.message(answer)))
    expect(first!.thread_id).not.toBe(thread_id)
    expect(second!.thread_id).toBe(first!.thread_id)
  } finally {
    await house.stop()
  }
})
