/** Whether connections to a database are sessions: a pooler may give each transaction another one. */
import pg from 'pg'
import { limits } from '../domain/limits.ts'
import { connectionSettings } from '../lib/postgres-session.ts'
import { databaseCode } from './store-error.ts'

/** A pooler that hands sessions out in turn needs more than one look. */
const rounds = 5

/**
 * Whether each of two connections keeps a session of Postgres to itself, between its transactions too: what LISTEN,
 * prepared statements and settings of a session need. @throws the database's error, or that it said nothing.
 */
export async function keepsSessions(databaseUrl: string): Promise<boolean> {
  const clients: pg.Client[] = []
  const connect = async () => {
    const client = new pg.Client({
      ...connectionSettings(databaseUrl, limits.databaseConnectMs),
      query_timeout: limits.databaseConnectMs,
    })
    clients.push(client)
    client.on('error', () => {})
    await client.connect()
    return client
  }
  try {
    const one = await connect()
    const other = await connect()
    for (let round = 0; round < rounds; round++) {
      const before = await sessionOf(one)
      await other.query('begin')
      // The pooler's only session may be this one: asked before `one` waits for it.
      if ((await sessionOf(other)) === before) return false
      if ((await sessionOf(one)) !== before) return false
      await other.query('rollback')
    }
    return true
  } catch (error) {
    // Transactions are refused by a pooler that gives each statement another session.
    if (databaseCode(error) === '08P01') return false
    throw error
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
