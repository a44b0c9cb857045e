/** Reads that somebody waits for: each with a deadline that Postgres keeps, and ended when nobody waits any more. */
import { ServiceError } from '../domain/errors.ts'
import { limits } from '../domain/limits.ts'
import type { Sql } from '../lib/sql.ts'
import type { Database } from './database.ts'
import { ReadSlots } from './read-slots.ts'
import { databaseCode } from './store-error.ts'
import { behindWall, type Walled } from './tenant-wall.ts'

/** SQLSTATE of a statement that took too long, or was cancelled. */
const cancelled = '57014'

/**
 * SQL, for the transaction of one read: pages are read by walking an index. Of a limit that is a parameter, a plan that is
 * kept expects a tenth of the table, for which Postgres would read, hash and sort all of it.
 */
export const byIndex = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']
  .map((setting) => `set_config('${setting}', 'off', true)`)
  .join(', ')

/** Who reads, and whether they still wait for it. */
export interface Reader {
  tenantId: string
  signal: AbortSignal
}

/**
 * Reads by kind of work. Lists run beside everything else; searches and exports have connections of their own, so that
 * however many there are, nothing else waits for a connection.
 */
export class Reads {
  readonly #database: Database
  readonly #pool: Database
  readonly #slots: ReadSlots
  /** Ends statements of the others, whose connections may all be taken by what is to end. */
  readonly #canceller: Database

  private constructor(database: Database, pool: Database, slots: ReadSlots, canceller: Database) {
    this.#database = database
    this.#pool = pool
    this.#slots = slots
    this.#canceller = canceller
  }

  /**
   * Reads beside whatever else `database` does; `pool` has `size` connections for searches and exports. `canceller` ends
   * those that nobody waits for: a pool of its own, since a read holds its connection until it has been ended.
   */
  static of(database: Database, pool: Database, size: number, canceller: Database): Reads {
    const perTenant = Math.min(limits.readsPerTenant, size)
    const slots = new ReadSlots({ size, perTenant, waiting: limits.readsWaiting })
    return new Reads(database, pool, slots, canceller)
  }

  /** The same reads, which see what one tenant has. */
  behindWall(walled: Walled): Reads {
    const [database, pool] = [this.#database, this.#pool].map((one) => behindWall(one, walled))
    return new Reads(database!, pool!, this.#slots, this.#canceller)
  }

  /** For a page of a list. Statements throw ServiceError `query_timeout` after `limits.listMs`. */
  list({ signal }: Reader): Sql {
    return this.#bounded(this.#database, limits.listMs, signal)
  }

  /** For a search, whose statements may take `ms` each. They throw `query_timeout`, or `unavailable` for want of a turn. */
  search(reader: Reader, ms: number = limits.searchMs): Sql {
    return this.#inTurn(reader, ms, limits.readWaitMs)
  }

  /** For what is read page by page for a long time. What it changes in transactions, it changes as usual. */
  export(reader: Reader): Database {
    const sql = this.#inTurn(reader, limits.exportMs, limits.exportWaitMs)
    return {
      query: (text, values) => sql.query(text, values),
      transaction: (work, options) => this.#database.transaction(work, options),
      close: () => this.#pool.close(),
    }
  }

  #inTurn({ tenantId, signal }: Reader, ms: number, waitMs: number): Sql {
    const sql = this.#bounded(this.#pool, ms, signal)
    return {
      query: (text, values) => this.#slots.run(tenantId, { waitMs, signal }, () => sql.query(text, values)),
    }
  }

  #bounded(database: Database, ms: number, signal: AbortSignal): Sql {
    return { query: (text, values) => this.#read(database, ms, signal, text, values) }
  }

  async #read<Row extends object>(
    database: Database,
    ms: number,
    signal: AbortSignal,
    text: string,
    values: unknown[] | undefined,
  ): Promise<Row[]> {
    if (signal.aborted) throw gone()
    let session: number | undefined
    let cancelling: Promise<unknown> | undefined
    const cancel = () => {
      if (session === undefined) return
      cancelling ??= this.#canceller.query('select pg_cancel_backend($1)', [session]).catch(() => {})
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      // All sent in one go: it costs no more than the statement alone, but for the end of the transaction.
      return await database.transaction(async (tx) => {
        try {
          const begun = tx
            .query<{ pid: number }>(
              `select set_config('statement_timeout', $1, true), ${byIndex}, pg_backend_pid() as pid`,
              [String(ms)],
            )
            .then((rows) => {
              session = rows[0]!.pid
              if (signal.aborted) cancel()
            })
          const [rows] = await Promise.all([tx.query<Row>(text, values), begun])
          return rows
        } finally {
          // Another's statement may run in the session next.
          session = undefined
          await cancelling
        }
      })
    } catch (error) {
      if (signal.aborted) throw gone(error)
      throw databaseCode(error) === cancelled
        ? new ServiceError('query_timeout', undefined, { cause: error })
        : error
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

const gone = (cause?: unknown) => new ServiceError('unavailable', 'The client has hung up.', { cause })
