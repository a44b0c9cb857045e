/** Several transactions as one, which commits when its owner says so: with whatever the owner has to add. */
import type { Sql } from '../lib/sql.ts'
import type { Database, TransactionOptions } from './database.ts'
import { databaseCode, inFailedTransaction } from './store-error.ts'

interface Open {
  tx: Sql
  /** Commits; rolls back where an error is given. Settles when that is done. */
  end(error?: unknown): Promise<void>
}

/**
 * Stands in for a Database: what its user does in transactions happens in one transaction of the real database. It
 * begins with the first of them, is seen by those that follow, and is kept open until `commit` or `rollback`. One that
 * throws undoes itself only, as it would alone.
 * What is said to read, by `query` or by a transaction that is `readOnly`, changes nothing, and Postgres sees to that.
 * Before the first change it goes to the pool, so that no connection is held meanwhile; later, it sees the changes.
 */
export class JoinedTransaction implements Database {
  readonly #database: Database
  #open: Open | undefined
  /** Whether it holds changes that must not be lost with a later transaction that throws. */
  #holdsChanges = false
  /** The connection is one: its transactions take turns. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(database: Database) {
    this.#database = database
  }

  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
    return this.transaction((tx) => tx.query<Row>(text, values), { readOnly: true })
  }

  transaction<T>(work: (tx: Sql) => Promise<T>, { readOnly = false }: TransactionOptions = {}): Promise<T> {
    if (readOnly && !this.#holdsChanges) return this.#database.transaction(work, { readOnly })
    const done = this.#turn.then(() => {
      if (!this.#holdsChanges) return this.#first(work)
      return readOnly ? this.#reading(work) : this.#further(work)
    })
    this.#turn = done.catch(() => {})
    return done
  }

  async #first<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    const open = await begin(this.#database)
    try {
      const result = await work(open.tx)
      this.#open = open
      this.#holdsChanges = true
      return result
    } catch (error) {
      await open.end(error)
      throw error
    }
  }

  #further<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    return this.#within(work, [], ['release savepoint further'])
  }

  /** The savepoint is rolled back in any case: that lifts what it has set, too. */
  #reading<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    return this.#within(
      work,
      ['set transaction read only'],
      ['rollback to savepoint further', 'release savepoint further'],
    )
  }

  /** Runs `work` in a savepoint, between the statements that `begin` it and those that `end` it where it went well. */
  async #within<T>(work: (tx: Sql) => Promise<T>, begin: string[], end: string[]): Promise<T> {
    const { tx } = this.#open!
    const sent: Promise<unknown>[] = ['savepoint further', ...begin].map((text) => tx.query(text))
    try {
      const result = await work({
        query: (text, values) => {
          const answer = tx.query(text, values)
          sent.push(answer)
          return answer as never
        },
      })
      await Promise.all([...sent, ...end.map((text) => tx.query(text))])
      return result
    } catch (error) {
      const failures = (await Promise.allSettled(sent)).flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason] : [],
      )
      await tx.query('rollback to savepoint further')
      throw databaseCode(error) === inFailedTransaction ? (failures[0] ?? error) : error
    }
  }

  /**
   * Runs `last` in the transaction, or in one of its own where there is none yet, and commits it all; rolls it all back
   * where `last` throws.
   */
  async commit(last: (tx: Sql) => Promise<void>): Promise<void> {
    await this.#turn
    if (this.#open === undefined) return this.#database.transaction(last)
    try {
      await last(this.#open.tx)
    } catch (error) {
      await this.#open.end(error)
      throw error
    }
    await this.#open.end()
  }

  /** Gives up whatever was done. */
  async rollback(): Promise<void> {
    await this.#turn
    await this.#open?.end(new Error('rolled back')).catch(() => {})
  }

  /** The real database is closed by its owner. */
  async close(): Promise<void> {}
}

/** Begins a transaction that somebody else ends. */
async function begin(database: Database): Promise<Open> {
  const begun = Promise.withResolvers<Sql>()
  const ending = Promise.withResolvers<void>()
  const ended = database.transaction(async (tx) => {
    begun.resolve(tx)
    await ending.promise
  })
  ended.catch(begun.reject)
  const tx = await begun.promise
  return {
    tx,
    async end(error) {
      if (error === undefined) ending.resolve()
      else ending.reject(error)
      await ended
    },
  }
}
