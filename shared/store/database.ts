/** The connection pool of the store, and transactions on it. */
import pg from 'pg'
import { ServiceError } from '../domain/errors.ts'
import { limits } from '../domain/limits.ts'
import type { Log } from '../lib/log.ts'
import type { Sql } from '../lib/sql.ts'
import { asStoreError, databaseCode, inFailedTransaction, isQueryTimeout } from './store-error.ts'

/** A connection of node-pg, with the socket that its types don't name. */
type Connected = pg.PoolClient & { connection: { stream: { cork(): void; uncork(): void } } }

/** A pool of connections; each `query` outside a transaction is a transaction of its own. */
export interface Database extends Sql {
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Statements that it doesn't
   * wait for between are sent together and run in order. None can be sent once it has resolved or thrown.
   * One that need not be `durable` when it resolves is so after the next `flush`.
   */
  transaction<T>(work: (tx: Sql) => Promise<T>, options?: { durable: boolean }): Promise<T>
  close(): Promise<void>
}

/** A database whose transactions need not each wait for the disk. */
export interface FlushableDatabase extends Database {
  /** Resolves once everything that was committed before the call is on disk. */
  flush(): Promise<void>
}

// Timestamps travel as ISO 8601 text and 64-bit counts as numbers: ours stay far below 2^53.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text: string) => new Date(text).toISOString())
types.setTypeParser(pg.types.builtins.INT8, Number)

/** Milliseconds that one statement may take: the longest, deleting a large inbox, take a few seconds. */
const longestQueryMs = 60_000

/**
 * Connects lazily with up to `size` connections; a statement may take `queryMs` milliseconds.
 * Queries throw ServiceError `storage_unavailable` or `storage_full` where the database is away or full.
 */
export function openDatabase(
  url: string,
  size: number,
  log: Log,
  queryMs = longestQueryMs,
): FlushableDatabase {
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
    // Between the pool's hands and ours nobody listens for a moment: an error then would end the process. It is told to
    // whoever waits for an answer all the same.
    client.on('error', () => {})
    client
      .query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off')
      .catch((error: unknown) => log.warn({ err: error }, 'a database connection could not be set up'))
  })
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  const run = async <Row extends object>(on: pg.Pool | pg.PoolClient, text: string, values?: unknown[]) => {
    try {
      return await on.query<Row>(statement(text, values))
    } catch (error) {
      throw asStoreError(error)
    }
  }
  let probe: Promise<boolean> | undefined
  /** The error of a statement that took too long, `storage_unavailable` where the database answers nobody. */
  const judged = async (error: unknown): Promise<unknown> => {
    if (!isQueryTimeout(error)) return error
    probe ??= answers(url).finally(() => {
      probe = undefined
    })
    return (await probe) ? error : new ServiceError('storage_unavailable', undefined, { cause: error })
  }
  return {
    query: async <Row extends object>(text: string, values?: unknown[]) => {
      try {
        return (await run<Row>(pool, text, values)).rows
      } catch (error) {
        throw await judged(error)
      }
    },
    transaction: async (work, { durable } = { durable: true }) => {
      const client = await pool.connect().catch((error: unknown) => {
        throw asStoreError(error)
      })
      let broken: Error | undefined
      // A connection lost between two statements says so by an event, which would end the process unheard.
      const onLost = (error: Error) => {
        broken = error
      }
      client.on('error', onLost)
      let open = true
      const sent: Promise<unknown>[] = []
      let gathering = false
      const send = <Row extends object>(text: string, values?: unknown[]) => {
        // What is sent in one go leaves in one write, and wakes Postgres once.
        if (!gathering) {
          gathering = true
          const { stream } = (client as Connected).connection
          stream.cork()
          process.nextTick(() => {
            gathering = false
            stream.uncork()
          })
        }
        const answer = run<Row>(client, text, values)
        sent.push(answer)
        return answer
      }
      // The next user of the connection must not get a statement of ours between its own.
      const end = async () => {
        open = false
        return Promise.allSettled(sent)
      }
      try {
        const tx: Sql = {
          query: async <Row extends object>(text: string, values?: unknown[]) => {
            if (!open) throw new Error('the transaction of this statement has ended')
            return (await send<Row>(text, values)).rows
          },
        }
        const [, result] = await Promise.all([
          send(durable ? 'begin' : 'begin; set local synchronous_commit = off'),
          work(tx),
        ])
        await end()
        // Where a statement failed that nobody waited for, Postgres rolls back and calls it no error.
        const { command } = await run(client, 'commit')
        if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed')
        return result
      } catch (error) {
        const outcomes = await end()
        await client.query('rollback').catch((lost: Error) => {
          broken = lost
        })
        const failures = outcomes.flatMap((outcome) =>
          outcome.status === 'rejected' ? [outcome.reason] : [],
        )
        // The connection is given up with a statement that took too long: those sent with it may be heard first, as
        // lost. Those behind a statement that failed may be too, and only say that the transaction has failed.
        const late = failures.find(isQueryTimeout)
        const first = databaseCode(error) === inFailedTransaction ? failures[0] : undefined
        throw await judged(late ?? first ?? error)
      } finally {
        client.off('error', onLost)
        client.release(broken)
      }
    },
    flush: async () => {
      await run(pool, "select pg_logical_emit_message(true, 'flush', '')", [])
    },
    close: () => pool.end(),
  }
}

/** Whether the database answers anyone, over a connection of its own. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limits.databaseProbeMs,
    query_timeout: limits.databaseProbeMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
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
