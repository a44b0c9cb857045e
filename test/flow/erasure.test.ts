/** Erasing: of a deleted inbox, and of a deleted account, no row, no blob and no job is left in any table there is. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../config/config.ts'
import { GatewayUnavailableError, type PaymentGateway } from '../../shared/billing/gateway.ts'
import { type Billing, createBilling } from '../../shared/billing/index.ts'
import { newId } from '../../shared/domain/ids.ts'
import { removeDeletedAccounts } from '../../shared/flow/account/delete.ts'
import { createLog } from '../../shared/lib/log.ts'
import { markAccountDeleted } from '../../shared/store/account-deletion.ts'
import { plantMessage } from '../support/api.ts'
import { type House, startHouse } from '../support/house.ts'

let house: House
let account: { id: string; tenantId: string; sandboxTenantId: string; userId: string; key: string }
beforeAll(async () => {
  // A delivery that failed once waits for an hour: its job is not due when the inbox goes.
  house = await startHouse({ WEBHOOK_RETRY_DELAYS: '0,3600' })
  account = await signUp()
})
afterAll(() => house.stop())

async function signUp() {
  const { body } = await house.api('POST', '/signup', {
    organization_name: 'Erased Ltd',
    contact_email: 'ops@erased.example',
  })
  const id = String(body.account?.id)
  await house.database.query('update accounts set credits = 1000000 where id = $1', [id])
  const tenants = await house.database.query<{ id: string }>(
    'select id from tenants where account_id = $1 order by mode',
    [id],
  )
  return {
    id,
    tenantId: tenants[0]!.id,
    sandboxTenantId: tenants[1]!.id,
    userId: String(body.user?.id),
    key: String(body.api_key?.key),
  }
}

const api = (method: string, path: string, body?: unknown) =>
  house.api(method, path, body, { key: account.key })

/** The tables of the service and of its queue. */
async function allTables(): Promise<string[]> {
  const tables = await house.database.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and not relispartition
       and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) order by 1`,
  )
  return tables.map(({ name }) => name)
}

/** Where any of these ids is written, in whatever column: `table: id`. */
async function findAnywhere(ids: string[]): Promise<string[]> {
  const found = await Promise.all(
    (await allTables()).map((table) =>
      house.database.query<{ place: string }>(
        `select distinct $2 || ': ' || w.id as place from ${table} t join unnest($1::text[]) as w(id) on strpos(t::text, w.id) > 0`,
        [ids, table],
      ),
    ),
  )
  return found.flat().map(({ place }) => place)
}

/**
 * Tables that belong to tenants or accounts and hold nothing of this account: what is erased must have been there.
 * Entries that wait to be linked, or counted, may not: they are at any moment.
 */
async function emptyTables(): Promise<string[]> {
  const tables = await house.database.query<{ name: string; owner: string }>(
    `select table_name as name, column_name as owner from information_schema.columns
     where table_schema = 'public' and column_name in ('tenant_id', 'account_id')
       and table_name not in ('audit_unlinked', 'statistics_waiting') order by 1`,
  )
  const empty = await Promise.all(
    tables.map(async ({ name, owner }) => {
      const rows = await house.database.query(`select 1 from ${name} where ${owner} = any($1) limit 1`, [
        [account.id, account.tenantId, account.sandboxTenantId],
      ])
      return rows.length === 0 ? [name] : []
    }),
  )
  return empty.flat()
}

async function plantRow(table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row)
  await house.database.query(
    `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')})
     values (${columns.map((_, n) => `$${n + 1}`).join(', ')}) on conflict do nothing`,
    Object.values(row),
  )
}

/** An inbox with something in every table that has to do with inboxes; answers the ids of all of it. */
async function fillInbox(slug: string): Promise<string[]> {
  const { tenantId: tenant_id, userId: user_id } = account
  house.receiver.otherwise({ status: 500 })
  const made = await api('POST', '/inboxes', { slug, webhook_url: house.receiver.url, retention_days: 30 })
  const inbox_id = String(made.body.id)
  const key = await api('POST', '/api_keys', { name: 'limited', inbox_id })
  const draft = await api('POST', `/inboxes/${slug}/drafts`, { subject: 'Doomed' })
  const rcptTo = [String(made.body.address)]
  const attachments = [{ filename: 'a.bin', content: Buffer.from('attached') }]
  const messageId = `<${slug}@sender.example>`
  const { id } = await house.send({ subject: 'Doomed', messageId, attachments }, { rcptTo })
  const reply = await house.send({ subject: 'Re: Doomed', inReplyTo: messageId }, { rcptTo })
  await expect
    .poll(() =>
      house.database.query(
        `select 1 from webhook_deliveries where inbox_id = $1 and attempts = 1 and status = 'pending'`,
        [inbox_id],
      ),
    )
    .toHaveLength(2)

  const held = await plantMessage(house.database, tenant_id, inbox_id, {
    direction: 'outbound',
    status: 'withheld',
    attachments: [{ scanStatus: 'clean' }],
  })
  const message_id = held.id
  const read = { first_read_at: new Date().toISOString(), last_read_at: new Date().toISOString() }
  await plantRow('message_reads', { tenant_id, key_id: 'key_reader', message_id: id, ...read })
  await plantRow('taints', { tenant_id, message_id: id, mark: Buffer.alloc(16) })
  const counts = { period: '24h', starts_at: new Date().toISOString(), counts: '{"sent": 1}' }
  await plantRow('statistics', { tenant_id, ...counts })
  await plantRow('inbox_statistics', { tenant_id, inbox_id, ...counts })
  await plantRow('statistics_positions', { tenant_id })
  await plantRow('statistics_waiting', { tenant_id, inbox_id, counts: '{}' })
  const met = { first_at: new Date().toISOString(), last_at: new Date().toISOString() }
  await plantRow('written_to', { tenant_id, inbox_id, address: 'a@b.example', ...met })
  const approval = newId('approval')
  const policy = newId('policy')
  const now = new Date().toISOString()
  const hash = Buffer.alloc(32)
  await plantRow('outbound_messages', { tenant_id, message_id, inbox_id, user_id, content_sha256: hash })
  await plantRow('outbound_recipients', {
    tenant_id,
    message_id,
    index: 0,
    address: 'a@b.example',
    field: 'to',
    updated_at: now,
  })
  await plantRow('approvals', {
    tenant_id,
    id: approval,
    inbox_id,
    message_id,
    status: 'pending',
    expires_at: now,
    created_at: now,
  })
  const revision = {
    subject: '',
    body: '',
    recipients: '[]',
    content_sha256: hash,
    verdict: 'clean',
    security_analysis: '{}',
  }
  await plantRow('approval_revisions', {
    tenant_id,
    approval_id: approval,
    revision: 1,
    ...revision,
    created_at: now,
  })
  const notice = newId('notice')
  await plantRow('approval_notices', {
    tenant_id,
    id: notice,
    approval_id: approval,
    user_id,
    email: 'ops@erased.example',
    created_at: now,
  })
  await plantRow('policies', {
    tenant_id,
    id: policy,
    inbox_id,
    name: 'Policy',
    type: 'rate_limit',
    action: 'block',
    enabled: false,
    config: '{}',
  })
  await plantRow('suppressions', {
    tenant_id,
    address_key: `${slug}@b.example`,
    id: newId('suppression'),
    address: `${slug}@b.example`,
    reason: 'hard_bounce',
    inbox_id,
    message_id,
    created_at: now,
  })
  const feedback_id = newId('feedback')
  await plantRow('feedback', {
    tenant_id,
    id: feedback_id,
    inbox_id,
    message_id,
    label: 'spam',
    source: 'reviewer',
  })
  await plantRow('lessons', {
    tenant_id,
    message_id,
    inbox_id,
    feedback_id,
    kind: 'reject',
    salt: 0,
    shingles: Buffer.alloc(4),
    shingle_count: 1,
    traits: '{"links": [], "values": [], "files": []}',
    message_at: now,
  })
  await plantRow('idempotency_keys', {
    tenant_id,
    inbox_id,
    request_hash: `hash of ${inbox_id}`,
    id: 'id',
    scopes: [],
    fingerprint: '',
    token: '',
    lease_until: now,
    response: inbox_id,
  })
  await plantRow('pending_decisions', {
    tenant_id,
    message_id,
    key_id: String(key.body.id),
    decision: 'reject',
    content_sha256: '',
    reason: '',
    due_at: now,
  })
  await plantRow('message_originals', { tenant_id, message_id, subject: '', headers: '[]', body: '' })
  await plantRow('message_tags', { tenant_id, message_id, inbox_id, name: '', value: 'label' })
  await plantRow('message_search', { tenant_id, message_id, inbox_id, vector: 'word' })
  const deliveries = await house.database.query<{ id: string }>(
    'select id from webhook_deliveries where inbox_id = $1',
    [inbox_id],
  )
  const threads = await house.database.query<{ id: string }>('select id from threads where inbox_id = $1', [
    inbox_id,
  ])
  const files = await house.database.query<{ id: string }>('select id from attachments where inbox_id = $1', [
    inbox_id,
  ])
  const rows = [...deliveries, ...threads, ...files]
  const ids = [
    inbox_id,
    String(draft.body.id),
    String(key.body.id),
    id,
    reply.id,
    message_id,
    approval,
    notice,
    policy,
    ...rows.map((row) => row.id),
  ]
  for (const one of ids) expect(one).toMatch(/^[a-z]{3}_[0-9a-z]{26}$/)
  return ids
}

/** Something in every table that has to do with the account or its tenants, and with no inbox. */
async function fillAccount(): Promise<void> {
  const { id: account_id, tenantId: tenant_id } = account
  const now = new Date().toISOString()
  await plantRow('idempotency_keys', {
    tenant_id,
    request_hash: `hash of ${tenant_id}`,
    id: 'id',
    account_id,
    scopes: [],
    fingerprint: '',
    token: '',
    lease_until: now,
  })
  await plantRow('freed_slugs', { slug: newId('inbox'), account_id, freed_at: now })
  const key = await api('POST', '/api_keys', { name: 'signed in' })
  await plantRow('dashboard_sessions', {
    tenant_id,
    key_id: String(key.body.id),
    address: '127.0.0.1',
    user_agent: 'test',
  })
  await plantRow('passkeys', {
    account_id,
    user_id: account.userId,
    id: newId('passkey'),
    credential_id: Buffer.alloc(32),
    public_key: Buffer.alloc(77),
    counter: 0,
    name: 'Key',
  })
  await plantRow('notice_channels', {
    tenant_id,
    id: newId('noticeChannel'),
    kind: 'slack',
    name: 'Review',
    sealed_url: 'sealed',
    masked_url: 'https://hooks.example/…',
    events: ['approval.pending'],
  })
  await plantRow('rate_limits', { tenant_id, subject: 'key', seconds: 60, started_at: now, count: 1 })
  await plantRow('policy_counters', {
    tenant_id,
    policy_id: newId('policy'),
    subject_hash: Buffer.alloc(32),
    used: 1,
    ends_at: now,
  })
  await plantRow('billing_customers', { tenant_id, gateway: 'manual', reference: tenant_id })
  const method = { gateway: 'manual', reference: tenant_id, type: 'card', is_default: true }
  await plantRow('payment_methods', { tenant_id, id: 'pm', ...method })
  await plantRow('orders', {
    tenant_id,
    id: 'ord',
    kind: 'purchase',
    status: 'paid',
    gateway: 'manual',
    simulated: false,
    credits: 1,
    amount: 1,
    currency: 'usd',
  })
  await plantRow('subscriptions', {
    tenant_id,
    id: 'sub',
    plan: 'pro',
    status: 'ended',
    gateway: 'manual',
    simulated: false,
  })
  await plantRow('auto_topups', { tenant_id, enabled: false })
}

/** The billing of a service whose gateway does what is given. */
function billingWith(gateway: Partial<PaymentGateway>): Billing {
  const billing = createBilling(parseConfig({ BILLING_GATEWAY: 'manual' }))
  return { ...billing, gateway: { ...billing.gateway, ...gateway } }
}

const jobsOfAccount = () =>
  house.database.query(`select name, data from pgboss.job where data ->> 'tenantId' = any($1)`, [
    [account.tenantId, account.sandboxTenantId],
  ])

test('a deleted inbox is on record in the audit log and the ledger, and nowhere else', async () => {
  const ids = await fillInbox('erased-one')
  const kept = await fillInbox('kept-one')
  expect(await jobsOfAccount()).toHaveLength(4)
  expect((await api('DELETE', '/inboxes/erased-one')).status).toBe(204)
  await expect.poll(() => house.database.query('select 1 from inboxes where id = $1', [ids[0]])).toEqual([])
  await expect.poll(jobsOfAccount).toHaveLength(2)
  const places = await findAnywhere(ids)
  expect([...new Set(places.map((place) => place.split(':')[0]))].sort()).toEqual([
    'audit_entries',
    'credit_entries',
  ])
  const left = await findAnywhere(kept)
  for (const id of kept) expect(left.some((place) => place.endsWith(id))).toBe(true)
  const log = await api('GET', `/audit_log?inbox_id=${ids[0]}`)
  expect(log.text).toContain('inbox_deleted')
})

test('a deleted account is nowhere, though there was something of it in every table', async () => {
  const ids = await fillInbox('erased-two')
  await fillAccount()
  const link = newId('signInLink')
  await plantRow('sign_in_links', {
    id: link,
    email: 'ops@erased.example',
    browser_hash: Buffer.alloc(32),
    expires_at: new Date().toISOString(),
  })
  expect(await emptyTables()).toEqual([])
  const others = [house.inbox.id]
  const keys = await house.database.query<{ id: string }>(
    'select id from api_keys where tenant_id = any($1)',
    [[account.tenantId, account.sandboxTenantId]],
  )
  const entries = await house.database.query<{ id: string }>(
    'select id from audit_entries where tenant_id = $1',
    [account.tenantId],
  )
  const ofAccount = [account.id, account.tenantId, account.sandboxTenantId, account.userId]
  const all = [link, ...ofAccount, ...ids, ...keys.map(({ id }) => id), ...entries.map(({ id }) => id)]

  expect((await api('DELETE', '/account', { confirm: 'Erased Ltd' })).status).toBe(204)
  expect((await api('GET', '/inboxes')).status).toBe(401)
  await expect
    .poll(() => house.database.query('select 1 from accounts where id = $1', [account.id]), {
      timeout: 240_000,
    })
    .toEqual([])
  await expect.poll(() => findAnywhere(all)).toEqual([])
  expect((await findAnywhere(others)).length).toBeGreaterThan(0)
})

test('what a crash left of a deleted account is removed by housekeeping, by several workers at once', async () => {
  account = await signUp()
  const ids = await fillInbox('erased-three')
  await house.database.query(
    `insert into audit_entries select $1, 'aud_' || n, null, 'settings', 'low', '', '{}', now() from generate_series(1, 5000) n`,
    [account.tenantId],
  )
  await house.database.transaction((tx) => markAccountDeleted(tx, account.id, 'Erased Ltd'))
  expect((await api('GET', '/inboxes')).status).toBe(401)
  const parts = { database: house.database, log: createLog('fatal'), billing: billingWith({}) }
  await Promise.all([removeDeletedAccounts(parts), removeDeletedAccounts(parts)])
  await removeDeletedAccounts(parts)
  expect(
    await findAnywhere([account.id, account.tenantId, account.sandboxTenantId, account.userId, ...ids]),
  ).toEqual([])
})

test('an account stays on record until its subscription is ended at the payment gateway', async () => {
  account = await signUp()
  await fillAccount()
  await house.database.query(
    "update subscriptions set status = 'active', reference = 'sub_1' where tenant_id = $1",
    [account.tenantId],
  )
  await house.database.transaction((tx) => markAccountDeleted(tx, account.id, 'Erased Ltd'))
  const calls: string[] = []
  let away = true
  const billing = billingWith({
    endSubscription: async (reference) => {
      if (away) throw new GatewayUnavailableError('away')
      calls.push(reference)
    },
    removeMethod: async (reference) => {
      calls.push(reference)
    },
  })
  const parts = { database: house.database, log: createLog('fatal'), billing }
  await removeDeletedAccounts(parts)
  expect(
    await house.database.query('select 1 from subscriptions where tenant_id = $1', [account.tenantId]),
  ).toHaveLength(1)
  expect(
    await house.database.query('select 1 from audit_entries where tenant_id = $1', [account.tenantId]),
  ).toEqual([])
  away = false
  await removeDeletedAccounts(parts)
  expect(calls).toEqual(['sub_1', account.tenantId])
  expect(await findAnywhere([account.id, account.tenantId])).toEqual([])
})
