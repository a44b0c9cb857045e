/** Holds the second wall: the database itself keeps tenants apart, and the service owns nothing in it. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateAll } from '../../services/migrate.ts'
import { endpointDefinitions } from '../../shared/api/endpoints/index.ts'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { Reads } from '../../shared/store/reads.ts'
import { databaseCode } from '../../shared/store/store-error.ts'
import { behindWall } from '../../shared/store/tenant-wall.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

let api: TestApi
let mine: TestAccount
let other: TestAccount
let service: Database
let walled: Database

beforeAll(async () => {
  api = await createTestApi()
  mine = await api.signUp()
  other = await api.signUp()
  for (const [key, slug] of [
    [mine.liveKey, 'mine'],
    [other.liveKey, 'theirs'],
  ])
    await api.call('POST', '/inboxes', key, { slug })
  service = openDatabase(api.serviceUrl, 2, createLog('fatal'))
  walled = behindWall(service, { tenantId: mine.tenantId, accountId: mine.accountId })
})
afterAll(async () => {
  await service.close()
  await api.close()
})

/** Tables that belong to nobody, or that are found by what everybody shares. */
const ownerless = new Set([
  'freed_slugs',
  'gateway_events',
  'passkey_challenges',
  'schema_migrations',
  'search_fill',
  'secret_key_fingerprints',
  'sign_in_links',
  'signup_invites',
])
/** Tables whose rows a request of one tenant may see, whoever they belong to: what they say is shown through others. */
const open = new Set(['message_search'])

test('every table is behind the wall, or named here with a reason', async () => {
  const tables = await api.database.query<{ name: string; secured: boolean; policy: string | null }>(
    `select c.relname as name, c.relrowsecurity as secured,
       (select pg_get_expr(polqual, polrelid) from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant') as policy
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
  expect(tables.length).toBeGreaterThan(30)
  const bare = tables.filter(({ secured, policy }) => !secured || policy === null).map(({ name }) => name)
  expect(bare.filter((name) => !ownerless.has(name))).toEqual([])
  const loose = tables.filter(
    ({ policy }) => policy !== null && !/agent_email\.(tenant|account)/.test(policy),
  )
  expect(loose.map(({ name }) => name).filter((name) => !open.has(name))).toEqual([])
})

test('a statement that forgets its tenant sees nothing of another', async () => {
  const slugs = async (database: Database) =>
    (await database.query<{ slug: string }>('select slug from inboxes')).map(({ slug }) => slug)
  expect(await slugs(service)).toEqual(expect.arrayContaining(['mine', 'theirs']))
  expect(await slugs(walled)).toEqual(['mine'])
  expect(await walled.transaction((tx) => tx.query('select slug from inboxes'))).toEqual([{ slug: 'mine' }])
  for (const table of ['tenants', 'users', 'accounts', 'credit_entries', 'api_keys', 'audit_entries']) {
    const column =
      table === 'accounts'
        ? 'id'
        : table === 'api_keys' || table === 'audit_entries'
          ? 'tenant_id'
          : 'account_id'
    const rows = await walled.query<{ whose: string }>(`select distinct ${column} as whose from ${table}`)
    expect(
      rows.map(({ whose }) => whose),
      table,
    ).not.toContain(column === 'tenant_id' ? other.tenantId : other.accountId)
    expect(rows.length, table).toBe(1)
  }
})

test('nothing of another tenant can be changed, deleted, or made in its name', async () => {
  const change = (text: string, values?: unknown[]) => walled.transaction((tx) => tx.query(text, values))
  await change("update inboxes set display_name = 'taken' where slug = 'theirs'")
  await change("delete from inboxes where slug = 'theirs'")
  const [row] = await api.database.query("select display_name from inboxes where slug = 'theirs'")
  expect(row).toEqual({ display_name: '' })
  await expect(
    change('insert into event_positions (tenant_id, last) values ($1, 1)', [other.tenantId]),
  ).rejects.toThrow(/row-level security/)
})

test('a statement outside a transaction reads: Postgres refuses what would change something', async () => {
  for (const text of [
    "update inboxes set display_name = 'taken' where slug = 'mine'",
    "with gone as (delete from inboxes where slug = 'mine' returning 1) select * from gone",
  ])
    await expect(walled.query(text)).rejects.toSatisfy((error) => databaseCode(error) === '25006')
  expect(await walled.query('select slug from inboxes')).toEqual([{ slug: 'mine' }])
})

test('what belongs to no tenant is out of reach, but for the slugs that nobody may take', async () => {
  for (const table of ownerless)
    if (table === 'freed_slugs') expect(await walled.query(`select 1 from ${table}`), table).toEqual([])
    else await expect(walled.query(`select 1 from ${table}`), table).rejects.toThrow(/permission denied/)
})

test('a connection comes back as it was', async () => {
  const one = openDatabase(api.serviceUrl, 1, createLog('silent'))
  const through = behindWall(one, { tenantId: mine.tenantId, accountId: mine.accountId })
  await through.query('select 1')
  await expect(through.query('select 1 / 0')).rejects.toThrow()
  const [row] = await one.query(
    "select current_user as who, current_setting('agent_email.tenant', true) as tenant",
  )
  expect(row).toEqual({ who: 'agent_email', tenant: '' })
  await one.close()
})

test('what asks for a key works behind the wall, but for what is about a whole account', () => {
  const beyond = endpointDefinitions.filter(({ definition }) => definition.wholeAccount === true)
  expect(beyond.map(({ definition }) => definition.name).sort()).toEqual([
    'create_api_key',
    'delete_account',
    'delete_api_key',
    'delete_user',
    'export_account',
    'list_api_keys',
    'list_users',
    'update_own_user',
    'update_user',
  ])
})

test.each([{}, { 'idempotency-key': 'walled-reads' }])(
  'what a request reads is behind the wall: %j',
  async (headers) => {
    const readAs: unknown[] = []
    const watched: Database = {
      ...service,
      transaction: (work, options) =>
        service.transaction(async (tx) => {
          const result = await work(tx)
          readAs.push(
            ...(await tx.query<{ who: string }>('select current_user as who')).map(({ who }) => who),
          )
          return result
        }, options),
    }
    const app = await api.anotherProcess({ reads: Reads.of(watched, watched, 2, api.serviceDatabase) })
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/policies/simulate',
      headers: { authorization: `Bearer ${mine.liveKey}`, ...headers },
      payload: {
        message: { direction: 'inbound', from: 'ada@example.com', subject: 'Order', body: 'Where?' },
      },
    })
    await app.close()
    expect(answer.statusCode, answer.payload).toBe(200)
    expect(new Set(readAs)).toEqual(new Set(['agent_email_tenant']))
  },
)

test('the service can not switch off what guards the audit log', async () => {
  const refused = [
    'alter table audit_entries disable trigger all',
    'drop trigger audit_entries_never_change on audit_entries',
    'alter table messages disable row level security',
    'drop policy tenant on messages',
    "update audit_entries set description = 'nothing'",
    'truncate audit_entries',
    "set session_replication_role = 'replica'",
    'create table anything (id text)',
    "update schema_migrations set name = 'other'",
  ]
  for (const statement of refused)
    await expect(service.query(statement), statement).rejects.toThrow(
      /must be owner|permission denied|append-only/,
    )
})

test('whoever does not own the tables finds them up to date, or is told who can bring them up to date', async () => {
  const log = createLog('silent')
  await migrateAll(api.serviceUrl, log)
  await api.database.query("delete from schema_migrations where name = '041_ownerless.sql'")
  try {
    await expect(migrateAll(api.serviceUrl, log)).rejects.toThrow(/npm run migrate with DATABASE_OWNER_URL/)
  } finally {
    await migrateAll(api.databaseUrl, log, api.serviceUrl)
  }
})

test('a database without the user of DATABASE_URL is given one by its owner', async () => {
  const database: TestDatabase = await createDatabase()
  const { admitService, ownsTables } = await import('../../shared/store/roles.ts')
  const name = `newcomer_${Date.now().toString(36)}`
  const url = new URL(database.url)
  url.username = name
  try {
    await admitService(database.url, url.href, createLog('silent'))
    await admitService(database.url, url.href, createLog('silent'))
    expect(await ownsTables(url.href)).toBe(false)
    expect(await ownsTables(database.url)).toBe(true)
    const newcomer = openDatabase(url.href, 1, createLog('silent'))
    expect(await newcomer.query('select count(*)::int as n from messages')).toEqual([{ n: 0 }])
    await newcomer.close()
  } finally {
    await database.drop()
    const admin = new pg.Client({ connectionString: database.url.replace(/\/test_\w+/, '/postgres') })
    await admin.connect()
    await admin.query(`drop role ${name}`)
    await admin.end()
  }
})
