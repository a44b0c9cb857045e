/** How a database comes to the newest schema: each file once, never changed, and out of the way of what goes on. */
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../../config/config.ts'
import { migrateAll } from '../../services/migrate.ts'
import { createLog } from '../../shared/lib/log.ts'
import { MigrationChangedError, migrate, migrationOf, takeTurn } from '../../shared/store/migrate.ts'
import { admitService } from '../../shared/store/roles.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

const log = createLog('fatal')
let testDatabase: TestDatabase
let client: pg.Client
beforeEach(async () => {
  testDatabase = await createDatabase()
  client = new pg.Client({ connectionString: testDatabase.url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await testDatabase.drop()
})

const folder = new URL('../../shared/store/migrations/', import.meta.url)
const shipped = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => migrationOf(name, readFileSync(new URL(name, folder), 'utf8')))

const checksums = async () =>
  (
    await client.query<{ name: string; checksum: string | null }>(
      'select name, checksum from schema_migrations order by name',
    )
  ).rows

test('what was applied is on record with its checksum, whatever line ends it was checked out with', async () => {
  expect(await checksums()).toEqual(shipped.map(({ name, checksum }) => ({ name, checksum })))
  const [first] = shipped
  expect(migrationOf(first!.name, first!.text.replaceAll('\n', '\r\n')).checksum).toBe(first!.checksum)
})

test('a database that was migrated before there were checksums gets them at the next start', async () => {
  await client.query('alter table schema_migrations drop column checksum')
  await migrate(testDatabase.url, log)
  expect(await checksums()).toEqual(shipped.map(({ name, checksum }) => ({ name, checksum })))
})

test('a file that changed after it was applied refuses the start, naming it', async () => {
  const edited = shipped.map((one, index) =>
    index === 2 ? migrationOf(one.name, `${one.text}\n-- one thing more`) : one,
  )
  const next = [...edited, migrationOf('999_next.sql', 'create table next_thing (id int)')]
  await expect(migrate(testDatabase.url, log, next)).rejects.toThrow(MigrationChangedError)
  await expect(migrate(testDatabase.url, log, next)).rejects.toThrow(shipped[2]!.name)
  const { rows } = await client.query(`select to_regclass('next_thing') as it`)
  expect(rows).toEqual([{ it: null }])

  await client.query(`update schema_migrations set checksum = repeat('0', 64) where name = $1`, [
    shipped[3]!.name,
  ])
  const refused = await migrateAll(testDatabase.url, log).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as ConfigError).problems.join()).toContain(shipped[3]!.name)
})

test('a table that a backup holds is waited for in turns, and who needs it goes on meanwhile', async () => {
  const backup = new pg.Client({ connectionString: testDatabase.url })
  await backup.connect()
  await backup.query('begin; select from suppressions')
  const altering = migrate(testDatabase.url, log, [
    ...shipped,
    migrationOf('999_next.sql', 'alter table suppressions add column next_thing int'),
  ])
  const isWaiting = async () =>
    (
      await client.query(
        `select from pg_locks where relation = 'suppressions'::regclass and not granted and mode = 'AccessExclusiveLock'`,
      )
    ).rowCount
  await expect.poll(isWaiting, { interval: 20 }).toBe(1)
  // Behind the ALTER that waits: it gives up its place, and the read gets through while the backup still runs.
  await client.query('select from suppressions')
  await backup.query('commit')
  await backup.end()
  await altering
  await client.query('select next_thing from suppressions')
})

test('a migration that waits for who waits for it gives way, and is tried again', async () => {
  await client.query(
    `alter database ${client.escapeIdentifier(client.database!)} set deadlock_timeout = '10ms'`,
  )
  await client.query('create sequence turns')
  const other = new pg.Client({ connectionString: testDatabase.url })
  await other.connect()
  // Of two that wait for each other, the migration is the one that finds out.
  await other.query(`set deadlock_timeout = '10min'; begin; select from suppressions`)
  const altering = migrate(testDatabase.url, log, [
    ...shipped,
    migrationOf(
      '999_next.sql',
      `select nextval('turns');
       alter table policies add column next_thing int;
       do $$ begin
         while currval('turns') = 1 and not exists (select from pg_locks where relation = 'policies'::regclass and not granted)
         loop perform pg_sleep(0.01); end loop;
       end $$;
       alter table suppressions add column next_thing int`,
    ),
  ])
  const isAltering = async () =>
    (
      await client.query(
        `select from pg_locks where relation = 'policies'::regclass and granted and mode = 'AccessExclusiveLock'`,
      )
    ).rowCount
  await expect.poll(isAltering, { interval: 20 }).toBe(1)
  await other.query('select from policies; commit')
  await other.end()
  await altering
  await client.query('select next_thing from suppressions')
})

test('who waits for its turn to admit the service holds up no index that is built', async () => {
  const url = new URL(testDatabase.url)
  url.username = 'agent_email'
  const turn = new pg.Client({ connectionString: testDatabase.url })
  await turn.connect()
  await takeTurn(turn, log)
  const admitting = admitService(testDatabase.url, url.href, log)
  const waits = async () =>
    (
      await client.query(
        `select from pg_stat_activity where datname = current_database() and query like '%pg%advisory_xact_lock%'
           and pid not in (pg_backend_pid(), $1)`,
        [(turn as unknown as { processID: number }).processID],
      )
    ).rowCount
  await expect.poll(waits, { interval: 20 }).toBe(1)
  // It waits for every statement that began before, but for none that is over.
  await client.query(`set statement_timeout = '20s'`)
  await client.query('create index concurrently next_index on suppressions (tenant_id, reason)')
  await turn.end()
  await admitting
})

test('indexes are built beside what is written, and a half-built one is made anew', async () => {
  const writer = new pg.Client({ connectionString: testDatabase.url })
  await writer.connect()
  const files = [
    ...shipped,
    migrationOf(
      '999_next.sql',
      '-- concurrently\n-- what it is for\ndrop index concurrently if exists next_index;\ncreate index concurrently next_index on suppressions (tenant_id, reason);\n',
    ),
  ]
  await client.query('create index next_index on suppressions (tenant_id)')
  // A write that began before holds the build up, and no other write waits for either.
  await writer.query('begin; delete from suppressions')
  const building = migrate(testDatabase.url, log, files)
  const isWaiting = async () =>
    (
      await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%next_index%'`,
      )
    ).rowCount
  await expect.poll(isWaiting, { interval: 20 }).toBe(1)
  await client.query(`set statement_timeout = '20s'; delete from suppressions`)
  await writer.query('commit')
  await writer.end()
  await building
  const { rows } = await client.query(
    `select indisvalid as valid, indnatts as columns from pg_index where indexrelid = 'next_index'::regclass`,
  )
  expect(rows).toEqual([{ valid: true, columns: 2 }])
})

test('processes that start at once take turns, and each file is applied once', async () => {
  const files = [...shipped, migrationOf('999_next.sql', 'create table next_thing (id int)')]
  await Promise.all([1, 2, 3].map(() => migrate(testDatabase.url, log, files)))
  const { rows } = await client.query(`select count(*)::int as count from schema_migrations`)
  expect(rows).toEqual([{ count: files.length }])
})

test('bytes stored before they were counted are counted once, those of the last hour too', async () => {
  await client.query('drop schema public cascade; create schema public')
  const before = shipped.filter(({ name }) => name < '032')
  await migrate(testDatabase.url, log, before)
  // In the order of time, as ids are; the newest was stored by a process that counts already.
  await client.query(
    `insert into accounts (id, organization_name, contact_email, credits) values ('acc_1', 'One', 'one@example.com', 0);
     insert into tenants (id, account_id, mode) values ('ten_1', 'acc_1', 'live');
     insert into inboxes (tenant_id, id, slug, webhook_secret, stored_bytes) values
       ('ten_1', 'inb_old', 'old', '', 0), ('ten_1', 'inb_both', 'both', '', 5000), ('ten_1', 'inb_none', 'none', '', 0);
     insert into messages (tenant_id, id, inbox_id, thread_id, direction, status, "from", from_name, "to", cc, reply_to,
       subject, size_bytes, has_attachments, duplicate_hash, created_at, updated_at)
     select 'ten_1', 'msg_' || n, inbox, 'thr_1', 'inbound', 'clean', '', '', '', '', '', '', bytes, false, '', at, at
     from (values (1, 'inb_old', 10, now() - interval '9 days'), (2, 'inb_both', 20, now() - interval '2 hours'),
       (3, 'inb_old', 300, now() - interval '61 minutes'), (4, 'inb_both', 4000, now() - interval '59 minutes'),
       (5, 'inb_both', 5000, now())) as m(n, inbox, bytes, at)`,
  )
  await migrate(testDatabase.url, log, [...before, shipped[before.length]!])
  expect(shipped[before.length]!.name).toBe('032_usage_fill.sql')
  const { rows } = await client.query(`select id, stored_bytes::int as bytes from inboxes order by id`)
  expect(rows).toEqual([
    { id: 'inb_both', bytes: 9_020 },
    { id: 'inb_none', bytes: 0 },
    { id: 'inb_old', bytes: 310 },
  ])
  // What follows finds such a database as it is.
  await migrate(testDatabase.url, log)
})
