/** What each list, filter and search reads: as much of an inbox of 100,000 messages as of one of 1,000. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { statusFilters } from '../../shared/domain/status.ts'
import { search } from '../../shared/flow/search/search.ts'
import { createLog } from '../../shared/lib/log.ts'
import type { Sql } from '../../shared/lib/sql.ts'
import { listApiKeys } from '../../shared/store/api-key.ts'
import { listApprovals } from '../../shared/store/approval.ts'
import { listAuditEntries } from '../../shared/store/audit-list.ts'
import { listCreditEntries } from '../../shared/store/credit.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { findInboxWithCounts, listInboxes } from '../../shared/store/inbox.ts'
import { findThreadPast, findThreadPasts } from '../../shared/store/known-senders.ts'
import type { Looked } from '../../shared/store/look.ts'
import {
  listMessages,
  listThreadMessages,
  type MessageFilters,
  rareStatuses,
} from '../../shared/store/message.ts'
import { deleteMessages } from '../../shared/store/message-deletion.ts'
import { byIndex } from '../../shared/store/reads.ts'
import { countWaiting, listReviewQueue } from '../../shared/store/review-queue.ts'
import { countSentInThread, findThreadMail } from '../../shared/store/sending.ts'
import { listSuppressions } from '../../shared/store/suppression.ts'
import { findThreadExcerpt } from '../../shared/store/thread-excerpt.ts'
import { findThread, listThreads } from '../../shared/store/thread-list.ts'
import { listDeliveries } from '../../shared/store/webhook-delivery.ts'
import { explained, type Work } from '../support/explain.ts'
import { fillLargeInbox, large, nthId } from '../support/large-inbox.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

const sizes = { small: 1_000, large: 100_000 }
const log = createLog('fatal')
const databases: { [Size in keyof typeof sizes]?: { test: TestDatabase; database: Database } } = {}
beforeAll(async () => {
  for (const size of ['small', 'large'] as const) {
    const testDatabase = await createDatabase()
    // One session: what is set in it holds for the next statement.
    const database = openDatabase(testDatabase.url, 1, log)
    databases[size] = { test: testDatabase, database }
    await fillLargeInbox(database, sizes[size])
    await knowLeast(database)
    // As lists and searches are read, but for the whole session.
    await database.query(`select ${byIndex.replaceAll('true', 'false')}`)
    // As requests of the API are: what a policy of a table adds to a statement is part of its plan.
    await database.query(
      `select set_config('agent_email.tenant', '${large.tenantId}', false),
         set_config('agent_email.account', '${large.accountId}', false), set_config('role', 'agent_email_tenant', false)`,
    )
  }
}, 300_000)
afterAll(async () => {
  for (const { test: testDatabase, database } of Object.values(databases)) {
    await database.close()
    await testDatabase.drop()
  }
})

/** Where few rows have another value, the sample that statistics are made of may miss them: the worst, and each time. */
async function knowLeast(database: Database): Promise<void> {
  for (const [table, columns] of Object.entries({
    approvals: ['status'],
    audit_entries: ['event_type', 'severity', 'inbox_id'],
    message_tags: ['name', 'value'],
    messages: ['status', 'direction', 'automated_kind', 'thread_id'],
    rare_states: ['noun', 'state'],
    suppressions: ['reason'],
    webhook_deliveries: ['status'],
  })) {
    const told = columns.map((column) => `alter column ${column} set (n_distinct = 1)`)
    await database.query(`alter table ${table} ${told.join(', ')}`)
  }
  await database.query('analyze')
}

const { tenantId, inboxId, threadId, accountId } = large
const reach = { tenantId, inboxId: null }
const ofInbox = { tenantId, inboxId }
const page = { limit: 25, after: null }
const since = Date.parse('2026-01-01T00:00:30Z')
const middle = (prefix: string, size: number) => [nthId(prefix, size / 2)]
const messages = (filters: MessageFilters) => (sql: Sql) =>
  listMessages(sql, tenantId, inboxId, filters, page)
const everywhere = (filters: MessageFilters) => (sql: Sql) => listMessages(sql, tenantId, null, filters, page)
const foundEverywhere = (q: string) => async (sql: Sql) =>
  (await search(() => sql, { tenantId, inboxId: null, q, filters: {}, withheldToo: false }, page)).rows
const found =
  (q: string, filters: MessageFilters = {}) =>
  async (sql: Sql) =>
    (await search(() => sql, { tenantId, inboxId, q, filters, withheldToo: false }, page)).rows

type Read = (sql: Sql, size: number) => Promise<unknown[] | Looked<unknown> | object | undefined>
const reads: Record<string, Read> = {
  messages: messages({}),
  'messages behind a cursor': (sql, size) =>
    listMessages(sql, tenantId, inboxId, {}, { limit: 25, after: middle('msg', size) }),
  'messages since': messages({ since }),
  'inbound messages': messages({ direction: 'inbound' }),
  'outbound messages': messages({ direction: 'outbound' }),
  ...Object.fromEntries(statusFilters.map((status) => [`messages, status ${status}`, messages({ status })])),
  'messages of several rare statuses': messages({ status: ['bounced', 'failed', 'flagged', 'withheld'] }),
  'messages of several statuses of what leaves': messages({ status: ['failed', 'queued', 'sent'] }),
  'messages of a frequent status and a rare one': messages({ status: ['delivered', 'withheld'] }),
  ...Object.fromEntries(
    (['human', 'auto_reply', 'list', 'bounce'] as const).map((kind) => [
      `messages, ${kind}`,
      messages({ automated_kind: kind }),
    ]),
  ),
  'messages of a thread': messages({ thread_id: threadId }),
  'messages with a label that all have': messages({ label: ['all'] }),
  'messages with a label that few have': messages({ label: ['few'] }),
  'messages with two labels': messages({ label: ['all', 'few'] }),
  'messages with a label and metadata': messages({ label: ['all'], metadata: { order: '1' } }),
  'messages by filters that no message has together': messages({
    status: 'sent',
    direction: 'inbound',
    automated_kind: 'human',
    since,
  }),
  'failed messages since': messages({ status: 'failed', since, direction: 'outbound' }),
  'messages of all inboxes': everywhere({}),
  'messages of all inboxes behind a cursor': (sql, size) =>
    listMessages(sql, tenantId, null, {}, { limit: 25, after: middle('msg', size) }),
  'messages of all inboxes since': everywhere({ since }),
  'outbound messages of all inboxes': everywhere({ direction: 'outbound' }),
  ...Object.fromEntries(
    statusFilters.map((status) => [`messages of all inboxes, status ${status}`, everywhere({ status })]),
  ),
  'messages of all inboxes, of several rare statuses': everywhere({ status: ['bounced', 'flagged'] }),
  'messages of all inboxes, bounces': everywhere({ automated_kind: 'bounce' }),
  'messages of all inboxes, of a thread': everywhere({ thread_id: threadId }),
  'messages of all inboxes with a label that all have': everywhere({ label: ['all'] }),
  'messages of all inboxes with a label that few have': everywhere({ label: ['few'] }),
  'a search of all inboxes for what all say': foundEverywhere('each'),
  'a search of all inboxes for what half say': foundEverywhere('half'),
  'a search of all inboxes for what three say': foundEverywhere('rare'),
  'a search of all inboxes for what nobody says': foundEverywhere('nothing'),
  'a search for what all say': found('each'),
  'a search for what half say': found('half'),
  'a search for what three say': found('rare'),
  'a search for what nobody says': found('nothing'),
  'a search for what only old ones say': found('early'),
  'a search for the beginning of a word': found('word1*'),
  'a search for all but a word': found('-half'),
  'a search for one word without another': found('each -half'),
  'a search for a phrase': found('"each word17"'),
  'a search with filters': found('each', { status: 'failed', automated_kind: 'bounce', label: ['few'] }),
  'the audit log': (sql) => listAuditEntries(sql, reach, {}, page),
  'the audit log of an inbox': (sql) => listAuditEntries(sql, reach, { inbox_id: 'inb_small' }, page),
  'the audit log by a user': (sql) => listAuditEntries(sql, reach, { actor: nthId('usr', 1) }, page),
  'the audit log by a key': (sql) => listAuditEntries(sql, reach, { actor: nthId('key', 1) }, page),
  'the audit log by a user and type': (sql) =>
    listAuditEntries(sql, reach, { actor: nthId('usr', 1), event_type: 'approval' }, page),
  'the audit log by type': (sql) => listAuditEntries(sql, reach, { event_type: 'approval' }, page),
  'the audit log by a frequent type and an inbox': (sql) =>
    listAuditEntries(sql, reach, { event_type: 'msg_recv', inbox_id: 'inb_small' }, page),
  ...Object.fromEntries(
    (['low', 'medium', 'high'] as const).map((severity) => [
      `the audit log, severity ${severity}`,
      (sql: Sql) => listAuditEntries(sql, reach, { severity }, page),
    ]),
  ),
  'the audit log by severity, since, of one inbox': (sql) =>
    listAuditEntries(sql, ofInbox, { severity: 'high', since }, page),
  approvals: (sql) => listApprovals(sql, reach, {}, page),
  'pending approvals': (sql) => listApprovals(sql, reach, { status: 'pending' }, page),
  'pending approvals of an inbox': (sql) => listApprovals(sql, ofInbox, { status: 'pending' }, page),
  'the review queue': (sql) => listReviewQueue(sql, reach, {}, page),
  'the review queue, highest risk first': (sql) => listReviewQueue(sql, reach, { sort: 'risk' }, page),
  'the review queue of an inbox, highest risk first': (sql) =>
    listReviewQueue(sql, ofInbox, { sort: 'risk' }, page),
  'the review queue, highest risk first, behind a cursor': (sql, size) =>
    listReviewQueue(sql, reach, { sort: 'risk' }, { limit: 25, after: ['50', ...middle('msg', size)] }),
  'the review queue, outbound': (sql) => listReviewQueue(sql, reach, { direction: 'outbound' }, page),
  'how many wait in the review queue': async (sql) => [
    await countWaiting(sql, tenantId, limits.queueCounted + 1),
  ],
  deliveries: (sql) => listDeliveries(sql, tenantId, inboxId, undefined, page),
  'failed deliveries': (sql) => listDeliveries(sql, tenantId, inboxId, 'failed', page),
  'pending deliveries': (sql) => listDeliveries(sql, tenantId, inboxId, 'pending', page),
  'deliveries behind a cursor': (sql, size) =>
    listDeliveries(sql, tenantId, inboxId, undefined, { limit: 25, after: middle('whd', size) }),
  suppressions: (sql) => listSuppressions(sql, reach, {}, page),
  'suppressions by reason': (sql) => listSuppressions(sql, reach, { reason: 'complaint' }, page),
  'suppressions by a reason that none has': (sql) =>
    listSuppressions(sql, ofInbox, { reason: 'manual' }, page),
  threads: (sql) => listThreads(sql, tenantId, inboxId, page),
  'threads behind a cursor': (sql, size) =>
    listThreads(sql, tenantId, inboxId, {
      limit: 25,
      after: ['2026-01-01T00:05:00.000000Z', middle('thr', size)[0]!],
    }),
  credits: (sql) => listCreditEntries(sql, accountId, page),
  'credits behind a cursor': (sql, size) =>
    listCreditEntries(sql, accountId, { limit: 25, after: [String(size / 2)] }),
  keys: (sql) => listApiKeys(sql, reach, page),
  'inboxes by status': (sql) => listInboxes(sql, reach, 'paused', page),
  'an inbox with its counts': (sql) => findInboxWithCounts(sql, reach, 'large'),
}

/**
 * What one statement may read: what is looked at, twice where a page is short, with all that is shown of the page; what is
 * found elsewhere for each that is looked at is found by an index, of some pages.
 */
const most = {
  list: { rows: 2 * limits.listLooked + 500, pages: 4 * limits.listJoined + 1_000 },
  search: { rows: 4 * limits.searchLooked, pages: 6 * limits.searchLooked },
}

/** Whose first page is among what is looked at first: with it, the look ends. */
const fullAtOnce = new Set([
  'inbound messages',
  'outbound messages',
  'messages, status clean',
  'messages, status delivered',
  'messages of all inboxes',
  'outbound messages of all inboxes',
  'messages, human',
  'messages of a frequent status and a rare one',
  'the audit log, severity low',
  'approvals',
])
/** What so many say that the index of words would take long to tell who. */
const ofMany = new Set([
  'a search of all inboxes for what all say',
  'a search of all inboxes for what half say',
  'a search for what all say',
  'a search for what half say',
  'a search for what only old ones say',
  'a search for the beginning of a word',
  'a search for all but a word',
  'a search for one word without another',
  'a search with filters',
])

describe.each(['generic', 'custom'] as const)('planned %s', (plans) => {
  test.each(Object.keys(reads))('%s', async (name) => {
    const worked: Record<string, Work[]> = {}
    for (const [size, count] of Object.entries(sizes)) {
      const noted: Work[] = []
      const { database } = databases[size as keyof typeof sizes]!
      await reads[name]!(explained(database, plans, noted), count)
      worked[size] = noted
    }
    const bounds = most[name.includes('search') ? 'search' : 'list']
    for (const { text, rows, pages, wholeTables } of worked.large!) {
      expect({ text, wholeTables }).toEqual({ text, wholeTables: [] })
      expect({ text, rows, few: rows <= bounds.rows }).toMatchObject({ few: true })
      expect({ text, pages, few: pages <= bounds.pages }).toMatchObject({ few: true })
    }
    if (fullAtOnce.has(name)) expect(worked.large!.map(({ rows }) => rows <= 500)).toEqual([true])
    if (ofMany.has(name))
      expect(
        worked.large!.filter(({ text }) => text.includes('s.vector @@')),
        'the index of words',
      ).toEqual([])
  })
})

test.each([...rareStatuses])(
  'messages of status %s are found at once, however many others there are',
  async (status) => {
    const { database } = databases.large!
    for (const where of [inboxId, null]) {
      const { rows, resume } = await listMessages(database, tenantId, where, { status }, page)
      expect(rows).toHaveLength(sizes.large / 10_000)
      expect(resume).toBeNull()
    }
  },
)

test('what few messages of all inboxes have is found at once', async () => {
  const { database } = databases.large!
  for (const filters of [{ label: ['few'] }, { automated_kind: 'bounce' as const }]) {
    const { rows, resume } = await listMessages(database, tenantId, null, filters, page)
    expect(rows).toHaveLength(sizes.large / 10_000)
    expect(resume).toBeNull()
  }
})

test('messages of several rare statuses are found together, each once, newest first', async () => {
  const { database } = databases.large!
  const { rows, resume } = await listMessages(
    database,
    tenantId,
    inboxId,
    { status: ['bounced', 'failed', 'withheld'] },
    { limit: 100, after: null },
  )
  const ids = rows.map(({ id }) => id)
  expect(ids).toHaveLength((3 * sizes.large) / 10_000)
  expect(ids).toEqual([...new Set(ids)].sort().reverse())
  expect(resume).toBeNull()
})

describe.each(['generic', 'custom'] as const)(
  'of a small thread beside one that has nearly all mail, planned %s',
  (plans) => {
    const [id, small] = [nthId('msg', 50_007), nthId('thr', 50_007)]
    const statements: Record<string, Read> = {
      'what came before a message': (sql) => findThreadPasts(sql, [{ tenantId, id, texts: true }]),
      'what came before one that would join it': (sql) =>
        findThreadPast(sql, { tenantId, threadId: small, texts: true }),
      'what a reviewer reads beside an answer': (sql) =>
        findThreadExcerpt(sql, tenantId, id, { count: 5, characters: 100 }),
      'what was sent lately': (sql) => countSentInThread(sql, tenantId, id, { hours: 1, most: 20 }),
      'the newest messages': (sql) => listThreadMessages(sql, tenantId, small, 100),
      'the newest mail': (sql) => findThreadMail(sql, tenantId, small),
      'one by one': messages({ thread_id: small }),
      'its subject': (sql) => findThread(sql, tenantId, inboxId, small),
    }
    test.each(Object.keys(statements))('%s is read from it alone', async (name) => {
      const noted: Work[] = []
      await statements[name]!(explained(databases.large!.database, plans, noted), sizes.large)
      expect(noted.map(({ rows }) => rows <= 10)).toEqual([true])
    })
  },
)

test.each(['generic', 'custom'] as const)(
  'old messages of a long thread are found at once, planned %s',
  async (plans) => {
    const noted: Work[] = []
    const old = { limit: 25, after: [nthId('msg', 100)] }
    const sql = explained(databases.large!.database, plans, noted)
    const { rows } = await listMessages(sql, tenantId, inboxId, { thread_id: threadId }, old)
    expect(rows).toHaveLength(26)
    await findThreadPasts(sql, [{ tenantId, id: nthId('msg', 100), texts: false }])
    await findThreadExcerpt(sql, tenantId, nthId('msg', 100), { count: 5, characters: 100 })
    await countSentInThread(sql, tenantId, nthId('msg', 100), { hours: 1, most: 20 })
    expect(noted.map(({ pages }) => pages < 300)).toEqual([true, true, true, true])
  },
)

test('deleting a message looks at no message of other threads', async () => {
  const { database } = databases.large!
  const noted: Work[] = []
  // What is explained is done as well: it is undone, and then done.
  const undoing: Sql = {
    query: async (text, values) => {
      if (!text.startsWith('explain')) return database.query(text, values)
      await database.query('savepoint explained')
      try {
        return await database.query(text, values)
      } finally {
        await database.query('rollback to explained')
      }
    },
  }
  await database.query(
    'begin; set local role none; set local enable_seqscan = on; set local enable_hashjoin = on; set local enable_mergejoin = on',
  )
  try {
    const messages = [7, 8, 5_007, 50_007].map((n) => ({ id: nthId('msg', n), bytes: 2_000 }))
    const gone = await deleteMessages(explained(undoing, 'custom', noted), { tenantId, inboxId }, messages)
    expect(gone.toSorted()).toEqual([7, 5_007, 50_007].map((n) => nthId('thr', n)))
  } finally {
    await database.query('rollback')
  }
  expect(noted.filter(({ rows, wholeTables }) => rows > 100 || wholeTables.length > 0)).toEqual([])
})

test('several states of which one is frequent are read as far as a page looks at them', async () => {
  const { database } = databases.large!
  const noted: Work[] = []
  await database.query(`begin; set local role none;
    insert into rare_states (tenant_id, inbox_id, noun, state, id)
    select tenant_id, inbox_id, 'message', 'bounced', id from messages on conflict do nothing;
    analyze rare_states`)
  try {
    const sql = explained(database, 'custom', noted)
    for (const where of [inboxId, null])
      await listMessages(sql, tenantId, where, { status: ['bounced', 'failed'], direction: 'outbound' }, page)
  } finally {
    await database.query('rollback')
  }
  expect(noted.map(({ rows }) => rows <= most.list.rows)).toEqual([true, true])
})

test('what no index answers comes page by page, each once, to the end', async () => {
  const { database } = databases.large!
  const filters = { status: 'failed', direction: 'inbound' } as const
  const none = await listMessages(database, tenantId, inboxId, filters, page)
  expect(none).toEqual({ rows: [], resume: null })

  // Two thirds of all messages, and those with the label few: by the label, all of these are looked at.
  const pagesOf = async (wanted: MessageFilters) => {
    const ids: string[] = []
    let pages = 0
    for (let after: string[] | null = null; ; pages++) {
      const { rows, resume }: Looked<{ id: string }> = await listMessages(
        database,
        tenantId,
        inboxId,
        wanted,
        {
          limit: 100,
          after,
        },
      )
      ids.push(...rows.slice(0, 100).map(({ id }) => id))
      const next = rows.length > 100 ? [rows[99]!.id] : resume
      if (next === null) return { ids, pages: pages + 1 }
      after = next
    }
  }
  const { ids, pages } = await pagesOf({ label: ['all', 'few'] })
  expect(ids).toHaveLength(sizes.large / 10_000)
  expect(new Set(ids).size).toBe(ids.length)
  expect(pages).toBe(sizes.large / limits.listJoined + 1)
})

test('a search of many matches says that it is cut off, and its pages find each once', async () => {
  const { database } = databases.small!
  const ids = new Set<string>()
  let cut = false
  for (let after: string[] | null = null, more = true; more; ) {
    const { rows, resume, truncated } = await search(
      () => database,
      { tenantId, inboxId, q: 'each', filters: {}, withheldToo: true },
      { limit: 100, after },
    )
    const shown = rows.slice(0, 100)
    for (const { id } of shown) expect(ids.has(id)).toBe(false)
    for (const { id } of shown) ids.add(id)
    cut ||= truncated
    after = rows.length > 100 ? shown.at(-1)!.position : resume
    more = after !== null
  }
  expect({ found: ids.size, cut }).toEqual({ found: sizes.small, cut: false })

  const first = await search(
    () => databases.large!.database,
    { tenantId, inboxId, q: 'each', filters: {}, withheldToo: true },
    page,
  )
  expect(first.truncated).toBe(true)
  const rare = await search(
    () => databases.large!.database,
    { tenantId, inboxId, q: 'rare', filters: {}, withheldToo: false },
    page,
  )
  expect(rare).toMatchObject({ truncated: false, resume: null })
  expect(rare.rows).toHaveLength(3)
})
