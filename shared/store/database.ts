/** The connection pool of the store, and transactions on it. */
import pg from 'pg'
import type { Log } from '../lib/log.ts'
import type { Sql } from '../lib/sql.ts'
import { asStoreError } from './store-error.ts'

/** A pool of connections; each `query` outside a transaction is a transaction of its own. */
export interface Database extends Sql {
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Statements that it doesn't
   * wait for between are sent together and run in order; it must have waited for all of them when it resolves.
   */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

// Timestamps travel as ISO 8601 text and 64-bit counts as numbers: ours stay far below 2^53.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text: string) => new Date(text).toISOString())
types.setTypeParser(pg.types.builtins.INT8, Number)

/** Milliseconds that one statement may take: the longest, deleting a large inbox, take a few seconds. */
const queryMs = 60_000

/**
 * Connects lazily with up to `size` connections.
 * Queries throw ServiceError `storage_unavailable` or `storage_full` where the database is away or full.
 */
export function openDatabase(url: string, size: number, log: Log): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Of a server that a network lost without a word, TCP tells after a quarter of an hour only.
    query_timeout: queryMs,
    // Statements that don't wait for each other's answers are sent together.
    pipeline: true,
    types,
    application_name: 'agent-email-service',
  })
  // A plan is made once a connection, perhaps while the tables are still empty, and kept while they grow. Walking an
  // index for each row asked for is the plan that stays right at every size; the others are right only for the day.
  pool.on('connect', (client) => {
    client
      .query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off')
      .catch((error: unknown) => log.warn({ err: error }, 'a database connection could not be set up'))
  })
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  const run = async <Row extends object>(on: pg.Pool | pg.PoolClient, text: string, values?: unknown[]) => {
    try {
      const result = await on.query<Row>(statement(text, values))
      return result.rows
    } catch (error) {
      throw asStoreError(error)
    }
  }
  return {
    query: (text, values) => run(pool, text, values),
    transaction: async (work) => {
      const client = await pool.connect().catch((error: unknown) => {
        throw asStoreError(error)
      })
      let broken: Error | undefined
      // A connection lost between two statements says so by an event, which would end the process unheard.
      const onLost = (error: Error) => {
        broken = error
      }
      client.on('error', onLost)
      try {
        const [, result] = await Promise.all([
          run(client, 'begin'),
          work({ query: (text, values) => run(client, text, values) }),
        ])
        await run(client, 'commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((lost: Error) => {
          broken = lost
        })
        throw error
      } finally {
        client.off('error', onLost)
        client.release(broken)
      }
    },
    close: () => pool.end(),
  }
}

const statementNames = new Map<string, string>()
/** Texts that are prepared; the service has far fewer, but a text made at run time must not grow the server's memory. */
const preparedStatements = 300

/** Statements are prepared once per connection: planning them anew costs more than running them. */
function statement(text: string, values: unknown[] | undefined): pg.QueryConfig {
  if (values === undefined) return { text }
  let name = statementNames.get(text)
  if (name === undefined && statementNames.size < preparedStatements) {
    name = `s${statementNames.size}`
    statementNames.set(text, name)
  }
  return name === undefined ? { text, values } : { name, text, values }
}
