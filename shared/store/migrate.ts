/** Brings a database to the newest schema: the numbered SQL files of migrations/, each once, in order. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { limits } from '../domain/limits.ts'
import type { Log } from '../lib/log.ts'
import { connectionSettings } from '../lib/postgres-session.ts'
import { databaseCode, deadlockDetected, lockNotAvailable } from './store-error.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Any number: processes that migrate one database at once take turns on it. */
const migrationLock = 7_203_014
/** First line of a file whose statements each commit by themselves: indexes are built beside what goes on. */
const concurrently = '-- concurrently'
const turnPollMs = 100

/** A migration that was applied is another one by now: what the database has, nobody can tell. */
export class MigrationChangedError extends Error {}

/** The database has had migrations that this release doesn't have: a newer one has used it. */
export class NewerSchemaError extends Error {}

interface Migration {
  name: string
  text: string
  /** SHA-256 of the text, with whatever line ends it was checked out; lowercase hex. */
  checksum: string
}

/**
 * Applies what is missing, each file in a transaction of its own, one process at a time. A table that somebody holds is
 * waited for in short turns, for as long as it takes, so that nothing queues up behind the migration meanwhile.
 * @throws MigrationChangedError where a file that was applied has changed since, NewerSchemaError where one was applied
 *   that isn't among these: nothing is applied then; the database's error otherwise.
 */
export async function migrate(databaseUrl: string, log: Log, migrations = shipped()): Promise<void> {
  const turn = await connect(databaseUrl)
  try {
    await takeTurn(turn, log)
    const client = await connect(databaseUrl)
    try {
      await applyMissing(client, migrations, log)
    } finally {
      await client.end()
    }
  } finally {
    await turn.end()
  }
}

/** The migrations of this release, in order. */
function shipped(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => migrationOf(name, readFileSync(new URL(name, folder), 'utf8')))
}

/** A migration of the given text. */
export function migrationOf(name: string, text: string): Migration {
  const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
  return { name, text, checksum }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client(connectionSettings(databaseUrl, limits.databaseConnectMs))
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Begins a transaction of the connection in which nobody else migrates the database. Waits without a statement under way:
 * an index that is built concurrently waits for those of all others.
 */
export async function takeTurn(client: pg.Client, log: Log): Promise<void> {
  await client.query('begin; set local idle_in_transaction_session_timeout = 0')
  for (let waited = 0; ; waited += turnPollMs) {
    // A parameter would make a portal of it, which keeps its snapshot up to the next statement.
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_xact_lock(${migrationLock}) as taken`,
    )
    if (rows[0]!.taken) return
    if (waited % limits.migrationNoticeMs === 0 && waited > 0)
      log.info('another process migrates the database; waiting for it')
    await sleep(turnPollMs)
  }
}

async function applyMissing(client: pg.Client, migrations: Migration[], log: Log): Promise<void> {
  const applied = await readApplied(client)
  const changed = migrations.filter(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (changed.length > 0)
    throw new MigrationChangedError(
      `${changed.map(({ name }) => name).join(', ')}: changed since the database was migrated with it; a change is a migration of its own`,
    )
  const shipping = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !shipping.has(name)).sort()
  if (unknown.length > 0)
    throw new NewerSchemaError(
      `it has had migrations of a newer one (${unknown.join(', ')}): run that, or restore a backup made before`,
    )
  for (const { name, checksum } of migrations)
    if (applied.get(name) === null)
      await client.query('update schema_migrations set checksum = $2 where name = $1', [name, checksum])
  for (const migration of migrations) if (!applied.has(migration.name)) await apply(client, migration, log)
}

/** Checksums of what was applied, by name; null for what was applied before there were any. */
async function readApplied(client: pg.Client): Promise<Map<string, string | null>> {
  const { rows: there } = await client.query(
    `select from pg_class where oid = to_regclass('schema_migrations')`,
  )
  // Whoever finds all done needs no right to make tables.
  if (there.length === 0)
    await client.query(
      'create table schema_migrations (name text primary key, applied_at timestamptz not null default now(), checksum text)',
    )
  const { rows: known } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'checksum' and not attisdropped`,
  )
  if (known.length === 0) await client.query('alter table schema_migrations add column checksum text')
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    'select name, checksum from schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

async function apply(client: pg.Client, migration: Migration, log: Log): Promise<void> {
  const { name, checksum, text } = migration
  const note = () =>
    client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  if (text.startsWith(concurrently)) {
    // Such an index waits for transactions, and holds up nobody who only reads and writes.
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    // From its start each time: such a file does the same again, as after a start that was broken off.
    for (;;) {
      try {
        for (const statement of statementsOf(text)) await client.query(statement)
        break
      } catch (error) {
        if (!isHeldUp(error)) throw error
        log.warn({ migration: name }, 'others held what the migration needs; it is tried again')
        await sleep(limits.migrationPauseMs)
      }
    }
    await note()
    return
  }
  let waitedMs = 0
  for (let tries = 0; ; tries++) {
    const lockMs = lockMsOf(tries)
    try {
      await client.query(`begin; set local lock_timeout = ${lockMs}; set local statement_timeout = 0`)
      await client.query(text)
      await note()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (!isHeldUp(error)) throw error
      // What waits for a lock makes all wait that come after it: a backup's would stop the service until it is through.
      const ms = lockMs + limits.migrationPauseMs
      if (waitedMs % limits.migrationNoticeMs < ms)
        log.warn({ migration: name }, 'a table is in use (a backup?); the migration is tried again')
      waitedMs += ms
      await sleep(limits.migrationPauseMs)
    }
  }
}

/**
 * Milliseconds that each lock of a migration is waited for. One of many tables holds some while it waits for others, and
 * so may wait for whoever waits for it: the shorter that is, the less stands still, and the sooner it is tried again.
 */
const lockMsOf = (tries: number): number => limits.migrationLockMs / 2 ** (3 - (tries % 4))

/** Whether somebody held what the migration needs, or needed what it held: nothing is wrong with it. */
const isHeldUp = (error: unknown): boolean =>
  databaseCode(error) === lockNotAvailable || databaseCode(error) === deadlockDetected

/** The statements of a file, each ended by a semicolon at the end of a line. */
const statementsOf = (text: string): string[] =>
  text
    .split(/;[ \t]*\r?\n/)
    .map((statement) => statement.replaceAll(/^--.*$/gm, '').trim())
    .filter((statement) => statement !== '')

/** Names of the migrations that a database has not had yet. @throws the database's error. */
export async function missingMigrations(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('schema_migrations') is not null as there`,
    )
    const applied = rows[0]!.there
      ? (await client.query<{ name: string }>('select name from schema_migrations')).rows
      : []
    const names = new Set(applied.map(({ name }) => name))
    return shipped()
      .map(({ name }) => name)
      .filter((name) => !names.has(name))
  } finally {
    await client.end()
  }
}
