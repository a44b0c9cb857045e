/** Clones the migrated template of a run's Postgres. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { asService, databaseUrl, templateName } from './start-postgres.ts'

export interface TestDatabase {
  /** As the owner of the tables: for a look at what is there, and for setting the scene. */
  url: string
  /** As the service connects. */
  serviceUrl: string
  /** Ends its sessions and drops it. */
  drop(): Promise<void>
}

/** A database with the newest schema and the queues in it, on the server at `postgresUrl`; some 30 ms. */
export async function cloneTemplate(postgresUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(postgresUrl, `create database ${name} template ${templateName} strategy file_copy`)
  const url = databaseUrl(postgresUrl, name)
  return {
    url,
    serviceUrl: asService(url),
    drop: () => administer(postgresUrl, `drop database if exists ${name} with (force)`),
  }
}

async function administer(postgresUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
