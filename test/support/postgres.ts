/** Databases for tests: each a clone of the migrated template, on the run's one real Postgres. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { asService, databaseUrl, templateName } from './start-postgres.ts'

export interface TestDatabase {
  /** As the owner of the tables: for a look at what is there, and for setting the scene. */
  url: string
  /** As the service connects. */
  serviceUrl: string
  /** Ends its sessions and drops it. */
  drop(): Promise<void>
}

/**
 * A database of the caller's own with the newest schema and the queues in it; some 30 ms.
 * Make one per test file (in `beforeAll`), drop it in `afterAll`.
 */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${templateName} strategy file_copy`)
  const url = databaseUrl(inject('postgresUrl'), name)
  return {
    url,
    serviceUrl: asService(url),
    drop: () => administer(`drop database if exists ${name} with (force)`),
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
