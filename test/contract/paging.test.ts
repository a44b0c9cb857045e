/** Pages of every list, over thousands of rows, while more of them come: each row once, none left out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointDefinitions } from '../../shared/api/endpoints/index.ts'
import { type EndpointName, endpoints } from '../../shared/domain/endpoints.ts'
import { type IdKind, newId } from '../../shared/domain/ids.ts'
import { indexMessages } from '../../shared/flow/search/index-messages.ts'
import { createTestApi, itemsOf, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'
import { makeOneOfEach, type Owner } from '../support/one-of-each.ts'

const rows = 5_000
/** Rows that are inserted after each page. */
const perPage = 3

/** Copies of one row of a table. */
interface Copies {
  table: string
  /** The column in which the row has the template's id. */
  by: string
  /** Its columns that differ, as an SQL expression of the new id `w.id`. */
  differs: string
}

interface List {
  endpoint: EndpointName
  path: string
  items: string
  kind: IdKind
  /** What makes an item of the list, first things first. */
  copies: Copies[]
  template: (owner: Owner) => string | Promise<string>
  /** A filter with which the cursor of another is none. */
  filter: string
  /** Fewer, where the list itself ends earlier, or an item is several rows. */
  rows?: number
  /** What else happens after each page, the last item of which is this. */
  meanwhile?: (id: string) => Promise<unknown>
}

const messageId = "'msg_' || substr(w.id, 5)"
const message: Copies[] = [
  { table: 'messages', by: 'id', differs: `'id', ${messageId}` },
  { table: 'message_contents', by: 'message_id', differs: `'message_id', ${messageId}` },
]
const itself = "'id', w.id"
const lists: List[] = [
  {
    endpoint: 'list_inboxes',
    path: '/inboxes?status=active',
    items: 'inboxes',
    kind: 'inbox',
    copies: [{ table: 'inboxes', by: 'id', differs: `${itself}, 'slug', 'p-' || substr(w.id, 5)` }],
    template: ({ inboxId }) => inboxId,
    filter: '/inboxes?status=paused',
  },
  {
    endpoint: 'list_messages',
    path: '/inboxes/paged/messages?status=withheld',
    items: 'messages',
    kind: 'message',
    copies: message,
    template: ({ resources }) => resources.message_id,
    filter: '/inboxes/paged/messages?status=clean',
  },
  {
    endpoint: 'list_messages',
    path: '/inboxes/paged/messages?q=hello',
    items: 'messages',
    kind: 'message',
    copies: [...message, { table: 'message_search', by: 'message_id', differs: "'message_id', w.id" }],
    template: ({ resources }) => resources.message_id,
    filter: '/inboxes/paged/messages?q=hell',
    rows: 1_000,
  },
  {
    endpoint: 'list_all_messages',
    path: '/messages?status=withheld',
    items: 'messages',
    kind: 'message',
    copies: message,
    template: ({ resources }) => resources.message_id,
    filter: '/messages?status=clean',
  },
  {
    endpoint: 'list_threads',
    path: '/inboxes/paged/threads?',
    items: 'threads',
    kind: 'thread',
    copies: [{ table: 'threads', by: 'id', differs: itself }],
    template: ({ resources }) => resources.thread_id,
    filter: '/inboxes/paged-vault/threads?',
  },
  {
    endpoint: 'list_drafts',
    path: '/inboxes/paged/drafts?',
    items: 'drafts',
    kind: 'draft',
    copies: [{ table: 'drafts', by: 'id', differs: itself }],
    template: ({ resources }) => resources.draft_id,
    filter: '/inboxes/paged-vault/drafts?',
  },
  {
    endpoint: 'list_api_keys',
    path: '/api_keys?',
    items: 'api_keys',
    kind: 'apiKey',
    copies: [
      {
        table: 'api_keys',
        by: 'id',
        differs: `${itself}, 'key_hash', '\\x' || md5(w.id) || md5('x' || w.id)`,
      },
    ],
    template: ({ resources }) => resources.key_id,
    filter: '/policies?',
  },
  {
    endpoint: 'list_policies',
    path: '/policies?type=domain_blocklist',
    items: 'policies',
    kind: 'policy',
    copies: [{ table: 'policies', by: 'id', differs: itself }],
    template: ({ resources }) => resources.policy_id,
    filter: '/policies?type=output_scan',
  },
  {
    endpoint: 'list_review_queue',
    path: '/review_queue?direction=inbound',
    items: 'messages',
    kind: 'message',
    copies: message,
    template: async ({ api: { database }, tenantId, inboxId }) =>
      (await plantMessage(database, tenantId, inboxId, { status: 'withheld', verdict: 'withheld' })).id,
    filter: '/review_queue?direction=outbound',
  },
  {
    endpoint: 'list_approvals',
    path: '/approvals?status=pending',
    items: 'approvals',
    kind: 'approval',
    copies: [
      ...message,
      { table: 'outbound_messages', by: 'message_id', differs: `'message_id', ${messageId}` },
      { table: 'approvals', by: 'message_id', differs: `${itself}, 'message_id', ${messageId}` },
    ],
    template: async ({ resources }) => {
      const { body } = await api.call('GET', `/approvals/${resources.approval_id}`, account.liveKey)
      return String(body.message_id)
    },
    filter: '/approvals?status=rejected',
    rows: 2_000,
    meanwhile: async (id) => {
      const { status, text } = await api.call('POST', `/approvals/${id}/reject`, account.liveKey)
      expect(status, text).toBe(200)
    },
  },
  {
    endpoint: 'list_suppressions',
    path: '/suppressions?reason=manual',
    items: 'suppressions',
    kind: 'suppression',
    copies: [
      {
        table: 'suppressions',
        by: 'address',
        differs: `${itself}, 'address', w.id || '@peer.example', 'address_key', w.id || '@peer.example'`,
      },
    ],
    template: ({ resources }) => resources.address,
    filter: '/suppressions?reason=complaint',
  },
  {
    endpoint: 'list_audit_log',
    path: '/audit_log?event_type=settings',
    items: 'entries',
    kind: 'auditEntry',
    copies: [{ table: 'audit_entries', by: 'id', differs: `${itself}, 'event_type', 'settings'` }],
    template: async () => {
      const entries = await api.database.query<{ id: string }>(
        'select id from audit_entries where tenant_id = $1 limit 1',
        [account.tenantId],
      )
      return entries[0]!.id
    },
    filter: '/audit_log?event_type=policy',
  },
  {
    endpoint: 'list_webhook_deliveries',
    path: '/inboxes/paged/webhook/deliveries?status=failed',
    items: 'deliveries',
    kind: 'webhookDelivery',
    copies: [{ table: 'webhook_deliveries', by: 'id', differs: itself }],
    template: ({ resources }) => resources.delivery_id,
    filter: '/inboxes/paged/webhook/deliveries?status=pending',
  },
  {
    endpoint: 'list_orders',
    path: '/billing/orders?kind=purchase',
    items: 'orders',
    kind: 'order',
    copies: [{ table: 'orders', by: 'id', differs: `${itself}, 'reference', w.id, 'request_id', w.id` }],
    template: ({ resources }) => resources.order_id,
    filter: '/billing/orders?kind=subscription',
  },
  {
    endpoint: 'list_payment_methods',
    path: '/billing/payment-methods?',
    items: 'payment_methods',
    kind: 'paymentMethod',
    copies: [
      { table: 'payment_methods', by: 'id', differs: `${itself}, 'reference', w.id, 'is_default', false` },
    ],
    template: ({ resources }) => resources.payment_method_id,
    filter: '/billing/orders?',
  },
]

/** Those with a test of their own below. */
const others: EndpointName[] = ['list_credit_history']
/** Lists without pages, as what they list is bounded: by a message, configuration, or a limit (`approvalRevisions`, `usersPerAccount`, `noticeChannels`). */
const whole: EndpointName[] = [
  'list_attachments',
  'list_approval_revisions',
  'list_plans',
  'list_users',
  'list_notice_channels',
]

const paged = new Set([...lists.map(({ endpoint }) => endpoint), ...others])

test('every list is paged here, or has no pages', () => {
  const named = (Object.keys(endpoints) as EndpointName[]).filter((name) => name.startsWith('list_'))
  expect(named.sort()).toEqual([...paged, ...whole].sort())
  const withPages = endpointDefinitions.filter(({ definition: { query } }) => {
    const parameters = query === undefined ? {} : (query as unknown as { shape: object }).shape
    return 'limit' in parameters && 'cursor' in parameters
  })
  expect(withPages.map(({ definition }) => definition.name).sort()).toEqual([...paged].sort())
})

let api: TestApi
let account: TestAccount
let owner: Owner
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  await api.database.query('update accounts set credits = 1000000')
  owner = await makeOneOfEach(api, account.liveKey, account.tenantId, 'paged')
  const { inboxId, resources } = owner
  const searched = { tenantId: account.tenantId, id: resources.message_id, inboxId }
  await api.database.transaction((tx) =>
    indexMessages(tx, [{ ...searched, subject: 'Hello', people: [], files: [], body: 'Hello.' }]),
  )
})
afterAll(() => api.close())

const columns = new Map<string, string[]>()
/** The columns of a table; those that are generated are made from the others. */
async function columnsOf(table: string): Promise<string[]> {
  const known = columns.get(table)
  if (known !== undefined) return known
  const found = await api.database.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names = found.map(({ column_name }) => `"${column_name}"`)
  columns.set(table, names)
  return names
}

/** Copies the template `count` times; answers the new ids. */
async function copy({ kind, copies, template }: List, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId(kind))
  const id = await template(owner)
  for (const { table, by, differs } of copies) {
    const names = await columnsOf(table)
    // As a table of its own the record is made once, and not for each column.
    await api.database.query(
      `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `r.${name}`).join(', ')}
       from (select to_jsonb(o) as row from ${table} o where tenant_id = $1 and ${by} = $2) t, unnest($3::text[]) as w(id),
         jsonb_populate_record(null::${table}, t.row || jsonb_build_object(${differs})) r`,
      [account.tenantId, id, ids],
    )
  }
  return ids
}

/** Says whose the rows are, as autovacuum does soon after so many: plans that don't know walk all of them for each. */
async function analyze({ copies }: List): Promise<void> {
  const tables = [...copies.map(({ table }) => table), 'rare_states']
  const owners = async (table: string) =>
    (await columnsOf(table)).filter((name) => name === '"tenant_id"' || name === '"inbox_id"')
  const each = tables.map(async (table) => `${table} (${(await owners(table)).join(', ')})`)
  await api.database.query(`analyze ${(await Promise.all(each)).join(', ')}`)
}

/** All ids of a list, page by page; `between` runs after each page. */
async function readAll(
  { path, items }: Pick<List, 'path' | 'items'>,
  between: (last: string) => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const answer = await api.call('GET', `${path}&limit=100${cursor}`, account.liveKey)
    expect(answer.status, answer.text).toBe(200)
    seen.push(...itemsOf(answer, items).map(({ id }) => String(id)))
    expect(answer.body.has_more).toBe(answer.body.next_cursor !== null)
    if (answer.body.next_cursor === null) return seen
    cursor = `&cursor=${answer.body.next_cursor}`
    await between(seen.at(-1)!)
  }
}

describe.each(lists)('$path', (list) => {
  test('shows each row once while others are inserted', async () => {
    const ids = await copy(list, list.rows ?? rows)
    await analyze(list)
    const seen = await readAll(list, async (last) => {
      await copy(list, perPage)
      await list.meanwhile?.(last)
    })
    expect(new Set(seen).size, 'no repeat').toBe(seen.length)
    const shown = new Set(seen)
    expect(ids.filter((id) => !shown.has(id)).length, 'no gap').toBe(0)
  })

  test('has cursors that are good for its filters and its tenant only', async () => {
    const { body } = await api.call('GET', `${list.path}&limit=1`, account.liveKey)
    const cursor = `&cursor=${body.next_cursor}`
    expect((await api.call('GET', `${list.path}&limit=7${cursor}`, account.liveKey)).status).toBe(200)
    const sandboxed = list.path.startsWith('/inboxes/')
    for (const [path, key] of [
      [list.filter, account.liveKey],
      [list.path, account.sandboxKey],
    ] as const) {
      const answer = await api.call('GET', `${path}${cursor}`, key)
      const expected = sandboxed && key === account.sandboxKey ? 404 : 422
      expect([path, answer.status]).toEqual([path, expected])
    }
  })
})

test('the credit ledger shows each entry once while reads are charged', async () => {
  await api.database.query(
    `insert into credit_entries (account_id, id, amount, reason, balance_after)
     select $1, 'crd_' || lpad(n::text, 26, '0'), -1, 'list_inboxes', 1000000 - n from generate_series(1, $2::int) n`,
    [account.accountId, rows],
  )
  const before = await api.database.query<{ id: string }>(
    'select id from credit_entries where account_id = $1',
    [account.accountId],
  )
  const list = { path: '/credits/history?', items: 'entries' }
  const seen = await readAll(list, () => api.call('GET', '/credits', account.liveKey))
  expect(new Set(seen).size).toBe(seen.length)
  const shown = new Set(seen)
  expect(before.filter(({ id }) => !shown.has(id))).toEqual([])
})
