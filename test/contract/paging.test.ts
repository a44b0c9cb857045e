/** Pages of every list, over thousands of rows, while more of them come: each row once, none left out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type IdKind, newId } from '../../shared/domain/ids.ts'
import { indexMessages } from '../../shared/flow/search/index-messages.ts'
import { createTestApi, itemsOf, type TestAccount, type TestApi } from '../support/api.ts'
import { makeOneOfEach, type Owner } from '../support/one-of-each.ts'

const rows = 5_000
/** Rows that are inserted after each page. */
const perPage = 3

/** Copies of one row of a table: what differs, as an SQL expression of `w.id` and `w.n`. */
interface Copies {
  table: string
  column: string
  differs?: string
}

interface List {
  path: string
  items: string
  kind: IdKind
  /** What makes an item of the list, first things first; `$1` of each is the template's id. */
  copies: Copies[]
  template: (owner: Owner) => string
  /** A filter with which the cursor of another is none. */
  filter: string
  /** Fewer, where the list itself ends earlier. */
  rows?: number
}

const message: Copies[] = [
  { table: 'messages', column: 'id' },
  { table: 'message_contents', column: 'message_id' },
]
const lists: List[] = [
  {
    path: '/inboxes?status=active',
    items: 'inboxes',
    kind: 'inbox',
    copies: [{ table: 'inboxes', column: 'id', differs: "'slug', 'p-' || substr(w.id, 5)" }],
    template: ({ inboxId }) => inboxId,
    filter: '/inboxes?status=paused',
  },
  {
    path: '/inboxes/paged/messages?status=withheld',
    items: 'messages',
    kind: 'message',
    copies: message,
    template: ({ resources }) => resources.message_id,
    filter: '/inboxes/paged/messages?status=clean',
  },
  {
    path: '/inboxes/paged/messages?q=hello',
    items: 'messages',
    kind: 'message',
    copies: [...message, { table: 'message_search', column: 'message_id' }],
    template: ({ resources }) => resources.message_id,
    filter: '/inboxes/paged/messages?q=hell',
    rows: 1_000,
  },
  {
    path: '/inboxes/paged/threads?',
    items: 'threads',
    kind: 'thread',
    copies: [{ table: 'threads', column: 'id' }],
    template: ({ resources }) => resources.thread_id,
    filter: '/inboxes/paged-vault/threads?',
  },
  {
    path: '/api_keys?',
    items: 'api_keys',
    kind: 'apiKey',
    copies: [
      {
        table: 'api_keys',
        column: 'id',
        differs: "'key_hash', '\\x' || md5(w.id) || md5('x' || w.id)",
      },
    ],
    template: ({ resources }) => resources.key_id,
    filter: '/policies?',
  },
  {
    path: '/policies?type=domain_blocklist',
    items: 'policies',
    kind: 'policy',
    copies: [{ table: 'policies', column: 'id' }],
    template: ({ resources }) => resources.policy_id,
    filter: '/policies?type=output_scan',
  },
  {
    path: '/audit_log?event_type=settings',
    items: 'entries',
    kind: 'auditEntry',
    copies: [{ table: 'audit_entries', column: 'id', differs: "'event_type', 'settings'" }],
    template: () => 'any',
    filter: '/audit_log?event_type=policy',
  },
  {
    path: '/inboxes/paged/webhook/deliveries?status=failed',
    items: 'deliveries',
    kind: 'webhookDelivery',
    copies: [{ table: 'webhook_deliveries', column: 'id' }],
    template: ({ resources }) => resources.delivery_id,
    filter: '/inboxes/paged/webhook/deliveries?status=pending',
  },
  {
    path: '/billing/orders?kind=purchase',
    items: 'orders',
    kind: 'order',
    copies: [{ table: 'orders', column: 'id', differs: "'reference', w.id, 'request_id', w.id" }],
    template: ({ resources }) => resources.order_id,
    filter: '/billing/orders?kind=subscription',
  },
  {
    path: '/billing/payment-methods?',
    items: 'payment_methods',
    kind: 'paymentMethod',
    copies: [{ table: 'payment_methods', column: 'id', differs: "'reference', w.id, 'is_default', false" }],
    template: ({ resources }) => resources.payment_method_id,
    filter: '/billing/orders?',
  },
]

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

/** Copies the template `count` times; answers the new ids. */
async function copy({ kind, copies, template }: List, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId(kind))
  for (const { table, column, differs } of copies) {
    const changes = `jsonb_build_object('${column}', w.id${differs === undefined ? '' : `, ${differs}`})`
    const one =
      template(owner) === 'any'
        ? `(select * from ${table} where tenant_id = $1 and $2 <> '' limit 1)`
        : `(select * from ${table} where tenant_id = $1 and ${column} = $2)`
    await api.database.query(
      `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${changes})).*
       from ${one} t, unnest($3::text[]) as w(id)`,
      [account.tenantId, template(owner), ids],
    )
  }
  return ids
}

/** All ids of a list, page by page; `between` runs after each page. */
async function readAll(
  { path, items }: Pick<List, 'path' | 'items'>,
  between: () => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const answer = await api.call('GET', `${path}&limit=100${cursor}`, account.liveKey)
    expect(answer.status, answer.text).toBe(200)
    seen.push(...itemsOf(answer, items).map(({ id }) => String(id)))
    expect(answer.body.has_more).toBe(answer.body.next_cursor !== null)
    if (answer.body.next_cursor === null) return seen
    cursor = `&cursor=${answer.body.next_cursor}`
    await between()
  }
}

describe.each(lists)('$path', (list) => {
  test('shows each row once while others are inserted', { timeout: 120_000 }, async () => {
    const ids = await copy(list, list.rows ?? rows)
    const seen = await readAll(list, () => copy(list, perPage))
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

test('the credit ledger shows each entry once while reads are charged', { timeout: 120_000 }, async () => {
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

test('approvals are shown once each, while mail is held and resolved', { timeout: 120_000 }, async () => {
  const hold = (n: number) =>
    api.call('POST', '/inboxes/paged-vault/messages', account.liveKey, {
      to: 'ada@peer.example',
      subject: `Order ${n}`,
      body: 'It left on Monday.',
    })
  const held: string[] = []
  for (let n = 0; n < 12; n++) held.push(String((await hold(n)).body.approval?.id))
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const answer = await api.call('GET', `/approvals?limit=3${cursor}`, account.liveKey)
    seen.push(...itemsOf(answer, 'approvals').map(({ id }) => String(id)))
    if (answer.body.next_cursor === null) break
    cursor = `&cursor=${answer.body.next_cursor}`
    await hold(100)
    await api.call('POST', `/approvals/${seen.at(-1)}/reject`, account.liveKey)
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(held.filter((id) => !seen.includes(id))).toEqual([])
})
