/** The connection pool of the store, and transactions on it. */
import pg from 'pg'
import { ServiceError } from '../domain/errors.ts'
import { limits } from '../domain/limits.ts'
import type { Log } from '../lib/log.ts'
import { PostgresPool } from '../lib/postgres-pool.ts'
import { sessionStatements } from '../lib/postgres-session.ts'
import type { Sql } from '../lib/sql.ts'
import {
  asConnectError,
  asStoreError,
  databaseCode,
  inFailedTransaction,
  isQueryTimeout,
  spoilsSession,
} from './store-error.ts'

/** A connection of node-pg, with the socket that its types don't name. */
type Connected = pg.PoolClient & { connection: { stream: { cork(): void; uncork(): void } } }

export interface TransactionOptions {
  /**
   * Whether it is on disk when it resolves. Else a crash of the server may undo it, until something committed later that
   * saw it there, see `reachedDisk`.
   */
  durable?: boolean
  /** Whether Postgres is to refuse every change in it. */
  readOnly?: boolean
  /**
   * Whether each statement has one plan for all values, made once a connection. For statements that take lists of rows
   * and look each up by its key: Postgres expects ten rows of any list, so it would plan them anew for each shorter one.
   */
  onePlan?: boolean
}

/**
 * A pool of connections; each `query` outside a transaction is a transaction of its own. One that a request is given
 * (`behindWall`, `JoinedTransaction`) is for reads: what changes something says so by `transaction`.
 */
export interface Database extends Sql {
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Statements that it doesn't
   * wait for between are sent together and run in order. None can be sent once it has resolved or thrown. The commit is
   * sent together with those that it doesn't wait for at all: should one of them fail, so does the transaction.
   */
  transaction<T>(work: (tx: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
}

// Timestamps travel as ISO 8601 text and 64-bit counts as numbers: ours stay far below 2^53.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text: string) => new Date(text).toISOString())
types.setTypeParser(pg.types.builtins.INT8, Number)

// 250 and 201 are said when a commit is on disk: a server whose own default is not to wait for it must wait for ours.
const durability = `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`

/** Milliseconds that the work of a pool may wait, where it is of another kind than the service's own. */
export interface DatabaseLimits {
  /** One statement, the answer's way back included. */
  queryMs?: number
  /** One lock that another session holds; 0: as long as the statement may take. */
  lockMs?: number
}

/**
 * Connects lazily with up to `size` connections, whose statements may take, and wait for locks, so long.
 * Queries throw ServiceError `storage_unavailable` or `storage_full` where the database is away or full, `unavailable`
 * where it is well and trying again can help.
 */
export function openDatabase(
  url: string,
  size: number,
  log: Log,
  { queryMs = limits.databaseQueryMs, lockMs = limits.databaseLockMs }: DatabaseLimits = {},
): Database {
  const session = sessionStatements({
    lockMs,
    idleInTransactionMs: limits.databaseIdleMs,
    silentHostMs: limits.databaseSilentHostMs,
  })
  const pool = new PostgresPool(
    {
      url,
      size,
      name: 'agent-email-service',
      connectMs: limits.databaseConnectMs,
      queryMs,
      silentMs: limits.databaseSilentMs,
      probeMs: limits.databaseProbeMs,
      session: `${durability}; ${session}`,
      pipeline: true,
      types,
    },
    log,
  )
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw asConnectError(error)
    })
  const run = <Row extends object>(on: pg.PoolClient, text: string, values?: unknown[]) =>
    pool.send<Row>(on, text, values).catch((error: unknown) => {
      throw asStoreError(error)
    })
  /** The error of a statement that took too long, `storage_unavailable` where the database answers nobody. */
  const judged = async (error: unknown): Promise<unknown> => {
    if (!isQueryTimeout(error) || (await pool.answers())) return error
    return new ServiceError('storage_unavailable', undefined, { cause: error })
  }
  return {
    query: async <Row extends object>(text: string, values?: unknown[]) => {
      const client = await connect()
      let failure: Error | undefined
      try {
        return (await run<Row>(client, text, values)).rows
      } catch (error) {
        failure = error as Error
        throw await judged(error)
      } finally {
        client.release(failure)
      }
    },
    transaction: async (work, options) => {
      const client = await connect()
      let broken: Error | undefined
      // A connection lost between two statements says so by an event, which would end the process unheard.
      let lost: Error | undefined
      const onLost = (error: Error) => {
        lost ??= error
        broken = error
      }
      client.on('error', onLost)
      let open = true
      const sent: Promise<unknown>[] = []
      const unheard = new Set<Promise<unknown>>()
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
        unheard.add(answer)
        const heard = () => void unheard.delete(answer)
        answer.then(heard, heard)
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
        const [, result] = await Promise.all([send(beginning(options)), work(tx)])
        const last = [...unheard]
        const committed = send('commit')
        const outcomes = await end()
        // One that we gave up waiting for may have been committed: nobody knows.
        await Promise.all(last)
        const { command } = await committed
        if (command === 'COMMIT') return result
        // Where a statement failed that nobody waited for, Postgres rolls back and calls it no error.
        const failed = outcomes.find(({ status }) => status === 'rejected') as
          | PromiseRejectedResult
          | undefined
        throw failed?.reason ?? new Error('a statement of the transaction had failed')
      } catch (error) {
        const outcomes = await end()
        await client.query('rollback').catch((gone: Error) => {
          broken = gone
        })
        const failures = outcomes.flatMap((outcome) =>
          outcome.status === 'rejected' ? [outcome.reason] : [],
        )
        // The connection is given up with a statement that took too long: those sent with it may be heard first, as
        // lost. Those behind a statement that failed may be too, and only say that the transaction has failed.
        const late = failures.find(isQueryTimeout)
        const first = databaseCode(error) === inFailedTransaction ? failures[0] : undefined
        const spoilt = [error, ...failures].find(spoilsSession)
        if (spoilt !== undefined) broken ??= spoilt as Error
        // A session that Postgres has ended says why once only, and not in answer to a statement.
        const ended = databaseCode(lost) === '' ? undefined : asStoreError(lost)
        throw await judged(late ?? first ?? ended ?? error)
      } finally {
        client.off('error', onLost)
        client.release(broken)
      }
    },
    close: () => pool.close(),
  }
}

function beginning({ durable = true, readOnly = false, onePlan = false }: TransactionOptions = {}): string {
  return [
    readOnly ? 'begin read only' : 'begin',
    ...(durable ? [] : ['set local synchronous_commit = off']),
    ...(onePlan ? ['set local plan_cache_mode = force_generic_plan'] : []),
  ].join('; ')
}
