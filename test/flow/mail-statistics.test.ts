/** Statistics: each thing that happens is counted once, whoever counts and whatever dies, and read as cheaply of much mail as of little. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../shared/domain/ids.ts'
import { periodNames, periods, type Statistics, startOf } from '../../shared/domain/statistics.ts'
import { clearStatistics, countCredits, countStatistics } from '../../shared/flow/statistics/count.ts'
import { readStatistics } from '../../shared/flow/statistics/read.ts'
import { createLog } from '../../shared/lib/log.ts'
import { takeBack } from '../../shared/store/credit.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { insertEvents } from '../../shared/store/event.ts'
import { addWaitingCounts } from '../../shared/store/mail-statistics.ts'
import { createTestApi, type Planted, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'
import { explained, type Work } from '../support/explain.ts'

let api: TestApi
let account: TestAccount
let inboxId: string
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  account = await api.signUp()
  inboxId = await inboxOf(account, `agent-${account.accountId.slice(-8)}`)
})
// So that no test counts what another left.
afterEach(() => api.database.query('delete from statistics_positions'))

const inboxOf = async ({ liveKey }: TestAccount, slug: string) =>
  String((await api.call('POST', '/inboxes', liveKey, { slug })).body.id)

const shown = async (period = '24h', key = account.liveKey) =>
  (await api.call('GET', `/statistics?period=${period}`, key)).body as unknown as Statistics

type EventType = Parameters<typeof insertEvents>[1][number]['type']

/** A message of ours with an event about it. */
async function happened(
  type: EventType,
  planted: Planted & {
    to?: string[]
    held?: boolean
    facts?: object
    inbox?: string
    database?: Database
  } = {},
) {
  const { tenantId } = account
  const inbox = planted.inbox ?? inboxId
  const { id } = await plantMessage(api.database, tenantId, inbox, planted)
  for (const [index, address] of (planted.to ?? []).entries())
    await api.database.query(
      `insert into outbound_recipients (tenant_id, message_id, index, address, field, status, updated_at)
       values ($1, $2, $3, $4, 'to', 'sent', now())`,
      [tenantId, id, index, address],
    )
  if (planted.held === true)
    await api.database.query(
      `insert into approvals (tenant_id, id, inbox_id, message_id, status, expires_at, created_at)
       values ($1, $2, $3, $4, 'approved', now(), now())`,
      [tenantId, newId('approval'), inbox, id],
    )
  await tell(type, id, planted.facts, inbox)
  return id
}

const tell = (type: EventType, messageId: string, facts: object = {}, inbox = inboxId) =>
  api.database.transaction((tx) =>
    insertEvents(tx, [
      { tenantId: account.tenantId, inboxId: inbox, messageId, type, facts, deliveryId: null },
    ]),
  )

const outbound = { direction: 'outbound', status: 'sent' } as const

describe('what happens is counted', () => {
  test('by what it is, with its verdict and its score once', async () => {
    await happened('message.received', { riskScore: 4 })
    await happened('message.received', { verdict: 'flagged', riskScore: 47 })
    const withheld = await happened('message.withheld', {
      status: 'withheld',
      verdict: 'withheld',
      riskScore: 100,
    })
    await tell('message.received', withheld)
    await happened('message.sent', { ...outbound, to: ['Ada@peer.example', 'bob@peer.example'] })
    const held = await happened('approval.pending', {
      ...outbound,
      verdict: 'flagged',
      riskScore: 55,
      held: true,
    })
    await tell('approval.resolved', held, { status: 'approved' })
    await tell('message.sent', held)
    await happened('message.failed', { ...outbound, status: 'failed' })
    await happened('message.bounced', { ...outbound, held: true })
    await happened('message.complained', { ...outbound, held: true })
    await api.database.query(
      `update messages set security_analysis = '{"detections": [{"method": "links", "points": 40},
         {"method": "links", "points": 3}, {"method": "scam", "points": 0}]}' where tenant_id = $1 and verdict = 'flagged'`,
      [account.tenantId],
    )
    await countStatistics(api.database)
    const { totals, steps, agents, new_recipients } = await shown()
    expect(totals).toMatchObject({
      received: 3,
      released: 1,
      sent: 2,
      held: 1,
      approved: 1,
      failed: 1,
      bounced: 1,
      complained: 1,
      new_recipients: 2,
      bounce_rate: 2 / 3,
      verdicts: {
        inbound: { clean: 1, flagged: 1, withheld: 1 },
        outbound: { clean: 2, flagged: 1, withheld: 0 },
      },
      risk_scores: {
        inbound: [1, 0, 0, 0, 1, 0, 0, 0, 0, 1],
        outbound: [2, 0, 0, 0, 0, 1, 0, 0, 0, 0],
      },
      findings: [{ method: 'links', count: 2 }],
    })
    expect(steps).toHaveLength(24)
    expect(steps.reduce((sum, { received }) => sum + received, 0)).toBe(3)
    expect(agents).toMatchObject([{ inbox_id: inboxId, sent: 2, held: 1, new_recipients: 2 }])
    expect(new_recipients.map(({ address }) => address).sort()).toEqual([
      'ada@peer.example',
      'bob@peer.example',
    ])
    for (const period of periodNames) {
      const found = await shown(period)
      expect(found.totals).toEqual(totals)
      expect(found.steps).toHaveLength(periods[period].steps)
    }
  })

  test('a recipient is new once, whatever the letter case, and of each inbox', async () => {
    await happened('message.sent', { ...outbound, to: ['ada@peer.example'] })
    await countStatistics(api.database)
    await happened('message.sent', { ...outbound, to: ['ADA@peer.example'] })
    await countStatistics(api.database)
    expect((await shown()).totals).toMatchObject({ sent: 2, new_recipients: 1 })
    const inbox = await inboxOf(account, `second-${account.accountId.slice(-8)}`)
    await happened('message.sent', { ...outbound, to: ['ada@peer.example'], inbox })
    await countStatistics(api.database)
    expect((await shown()).totals).toMatchObject({ sent: 3, new_recipients: 2 })
  })

  test('a recipient is new again after 30 days without a message, however quiet the account was', async () => {
    await happened('message.sent', { ...outbound, to: ['ada@peer.example', 'bob@peer.example'] })
    await countStatistics(api.database)
    for (const [address, days] of [
      ['ada@peer.example', 60],
      ['bob@peer.example', 29],
    ])
      await api.database.query(
        `update written_to set first_at = now() - make_interval(days => $3), last_at = now() - make_interval(days => $3)
         where tenant_id = $1 and address = $2`,
        [account.tenantId, address, days],
      )
    await happened('message.sent', { ...outbound, to: ['ada@peer.example', 'bob@peer.example'] })
    await countStatistics(api.database)
    const { totals, new_recipients } = await shown()
    expect(totals).toMatchObject({ sent: 2, new_recipients: 3 })
    expect(new_recipients.map(({ address }) => address)).toEqual(['ada@peer.example'])
  })

  test('with requests of webhooks, and credits', async () => {
    const row = { tenantId: account.tenantId, inboxId, counts: { webhook_succeeded: 3, webhook_failed: 1 } }
    await api.database.transaction((tx) => addWaitingCounts(tx, [row]))
    await countStatistics(api.database)
    await countCredits(api.database)
    // Making the inbox cost 5.
    expect((await shown()).totals).toMatchObject({
      webhook_succeeded: 3,
      webhook_failed: 1,
      credits_used: 5,
    })
    await api.call('GET', '/inboxes', account.liveKey)
    await countCredits(api.database)
    await countCredits(api.database)
    expect((await shown()).totals.credits_used).toBe(6)
    // What is taken back with a refund was not used.
    const refunded = { accountId: account.accountId, entryId: newId('creditEntry'), amount: 7 }
    await api.database.transaction((tx) => takeBack(tx, { ...refunded, reason: 'refund', reference: null }))
    await countCredits(api.database)
    expect((await shown()).totals.credits_used).toBe(6)
    expect((await shown('24h', account.sandboxKey)).totals).toMatchObject({
      credits_used: 0,
      webhook_succeeded: 0,
    })
  })

  test('once, by however many processes at a time, and after one that died as it committed', async () => {
    for (let i = 0; i < 12; i++) await happened('message.received')
    const dying: Database = {
      ...api.database,
      transaction: (work, options) =>
        api.database.transaction(async (tx) => {
          await work(tx)
          throw new Error('it died')
        }, options),
    }
    await expect(countStatistics(dying)).rejects.toThrow('it died')
    expect((await shown()).totals.received).toBe(0)
    await Promise.all([1, 2, 3, 4].map(() => countStatistics(api.serviceDatabase)))
    await countStatistics(api.serviceDatabase)
    expect((await shown()).totals.received).toBe(12)
  })

  test('without messages that are gone by then, and what comes behind them', async () => {
    const id = await happened('message.received')
    await api.database.query('delete from messages where id = $1', [id])
    await countStatistics(api.database)
    await happened('message.received')
    await countStatistics(api.database)
    expect((await shown()).totals.received).toBe(1)
  })

  test('old steps are removed, and so is whom nobody has written to for 30 days', async () => {
    await happened('message.sent', { ...outbound, to: ['ada@peer.example'] })
    await countStatistics(api.database)
    const { tenantId } = account
    for (const table of ['statistics', 'inbox_statistics'])
      await api.database.query(
        `update ${table} set starts_at = starts_at - interval '40 days' where tenant_id = $1`,
        [tenantId],
      )
    await api.database.query(
      "update written_to set last_at = now() - interval '31 days' where tenant_id = $1",
      [tenantId],
    )
    await api.database.query("update statistics_positions set cleared_at = now() - interval '1 day'")
    // Nothing else happens: who left has theirs removed too.
    await clearStatistics(api.database)
    const rows = (table: string) =>
      api.database.query(`select * from ${table} where tenant_id = $1`, [tenantId])
    for (const table of ['statistics', 'inbox_statistics', 'written_to'])
      expect(await rows(table), table).toEqual([])
    await happened('message.received')
    await countStatistics(api.database)
    await api.database.query("update statistics_positions set cleared_at = now() - interval '1 day'")
    await clearStatistics(api.database)
    expect((await shown()).totals).toMatchObject({ received: 1, sent: 0 })
    expect(await rows('statistics')).toHaveLength(3)
    expect(await rows('inbox_statistics')).toHaveLength(3)
  })
})

describe('who sees them', () => {
  test('nobody of another account, and a key of one inbox those of its inbox', async () => {
    const inbox = await inboxOf(account, `other-${account.accountId.slice(-8)}`)
    await happened('message.sent', { ...outbound, to: ['ada@peer.example'] })
    await happened('message.sent', { ...outbound, to: ['bob@peer.example'], inbox })
    await happened('message.withheld', { status: 'withheld', verdict: 'withheld', inbox })
    await countStatistics(api.database)
    const limited = { name: 'limited', scopes: ['account:read'], inbox_id: inbox }
    const { body } = await api.call('POST', '/api_keys', account.liveKey, limited)
    const own = await shown('24h', String(body.key))
    expect(own).toMatchObject({ totals: { sent: 1, received: 1 }, waiting: { messages: 1 } })
    expect(own.agents.map((one) => one.inbox_id)).toEqual([inbox])
    expect(own.new_recipients.map(({ address }) => address)).toEqual(['bob@peer.example'])
    const stranger = await api.signUp()
    const theirs = await shown('24h', stranger.liveKey)
    expect(theirs).toMatchObject({ totals: { sent: 0, received: 0 }, waiting: { messages: 0 } })
    expect([...theirs.agents, ...theirs.new_recipients]).toEqual([])
  })

  test('a period that there is not is refused at its field', async () => {
    const { status, body } = await api.call('GET', '/statistics?period=1y', account.liveKey)
    expect(status).toBe(422)
    expect(JSON.stringify(body.error)).toContain('query.period')
  })
})

test('reading a tenant of 36,000 events reads no more rows than one of 720', async () => {
  const work: Record<string, Work[]> = {}
  const now = Date.now()
  for (const [name, size] of Object.entries({ small: 720, large: 36_000 })) {
    account = await api.signUp()
    const { tenantId, accountId } = account
    inboxId = await inboxOf(account, `sized-${name}-${accountId.slice(-8)}`)
    const { id } = await plantMessage(api.database, tenantId, inboxId, { ...outbound })
    await plantMessage(api.database, tenantId, inboxId, { status: 'withheld', verdict: 'withheld' })
    // Some in each step of each period.
    await api.database.query(
      `insert into events (tenant_id, position, inbox_id, message_id, type, facts, created_at)
       select $1, n, $2, $3, 'message.sent', '{}', at
       from generate_series(1, $4) n cross join lateral (select $5::timestamptz - (n % 720) * interval '1 hour' as at) t
       where not exists (select from unnest($6::timestamptz[], $7::int[]) as o(first, seconds)
         where at >= first and at < first + make_interval(secs => seconds))`,
      [
        tenantId,
        inboxId,
        id,
        size,
        new Date(now).toISOString(),
        // Not in the first steps, which may end while this is counted.
        periodNames.map((period) => new Date(startOf(period, now)).toISOString()),
        periodNames.map((period) => periods[period].stepSeconds),
      ],
    )
    await api.database.query(
      `insert into event_positions (tenant_id, last) values ($1, $2)
       on conflict (tenant_id) do update set last = excluded.last`,
      [tenantId, size],
    )
    await countStatistics(api.database)
    await api.database.query('analyze')
    const database = openDatabase(api.databaseUrl, 1, createLog('fatal'))
    try {
      const noted: Work[] = []
      for (const period of periodNames) {
        const sql = explained(database, 'generic', noted)
        // One statement at a time: they share a session.
        let turn: Promise<unknown> = Promise.resolve()
        const inTurn = {
          query: <Row extends object>(text: string, values?: unknown[]) => {
            const answer = turn.then(() => sql.query<Row>(text, values))
            turn = answer
            return answer
          },
        }
        const { totals } = await readStatistics(inTurn, { tenantId, inboxId: null }, period, now)
        if (period === '30d') expect(totals.sent).toBeGreaterThan(size * 0.9)
      }
      work[name] = noted
    } finally {
      await database.close()
    }
    const [rows] = await api.database.query<{ count: number }>(
      'select count(*)::int as count from statistics where tenant_id = $1',
      [tenantId],
    )
    expect(rows!.count).toBeLessThanOrEqual(24 + 28 + 30)
  }
  const rowsOf = (noted: Work[]) => noted.reduce((sum, { rows }) => sum + rows, 0)
  expect(work.large).toHaveLength(work.small!.length)
  // A step of each period may end between the two, and its rows are read beside those of the others.
  expect(rowsOf(work.large!)).toBeLessThanOrEqual(rowsOf(work.small!) + 24)
  expect(rowsOf(work.large!)).toBeLessThan(500)
  expect(work.large!.flatMap(({ wholeTables }) => wholeTables)).toEqual([])
})
