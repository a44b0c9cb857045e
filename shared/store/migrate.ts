/** Brings a database to the newest schema: the numbered SQL files of migrations/, each once, in order. */
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

const folder = new URL('./migrations/', import.meta.url)
/** Any number: processes that migrate one database at once take turns on it. */
const migrationLock = 7_203_014

/**
 * Applies what is missing, all in one transaction, under a lock so that replicas can start together.
 * @throws the database's error; nothing is applied then.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const applied = new Set(rows.map(({ name }) => name))
    for (const name of readdirSync(folder).sort()) {
      if (!name.endsWith('.sql') || applied.has(name)) continue
      await client.query(readFileSync(new URL(name, folder), 'utf8'))
      await client.query('insert into schema_migrations (name) values ($1)', [name])
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

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
    return readdirSync(folder).filter((name) => name.endsWith('.sql') && !names.has(name))
  } finally {
    await client.end()
  }
}
