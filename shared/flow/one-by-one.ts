/** Work that goes from one to the next, tenant by tenant, so that one that fails holds up no other. */
import { isDatabaseAway } from '../domain/errors.ts'
import type { Sql } from '../lib/sql.ts'
import type { Database } from '../store/database.ts'

/**
 * Does `work` for each of `all`, until `signal` says that it is enough for now.
 * @throws what failed, once all others are done: the error itself, or an `AggregateError` of several. Where the database
 * is away, at once: the others would fail as well, each after its wait.
 */
export async function oneByOne<T>(
  all: Iterable<T> | AsyncIterable<T>,
  work: (one: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for await (const one of all) {
    if (signal?.aborted === true) break
    try {
      await work(one)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      failures.push(error)
    }
  }
  throwAny(failures)
}

/** Throws what failed, if anything has. */
export function throwAny(failures: readonly unknown[]): void {
  if (failures.length === 0) return
  if (failures.length === 1) throw failures[0]
  const [first] = failures
  const why = first instanceof Error ? first.message : String(first)
  throw new AggregateError(failures, `${failures.length} have failed, the first: ${why}`)
}

/**
 * Does `work` with all that `lock` finds, `size` in a transaction; from the first transaction that fails each alone, and
 * what fails alone is left for the next time.
 * @throws as {@link oneByOne}.
 */
export async function batchByBatch<T>(
  database: Database,
  {
    size,
    lock,
    keyOf,
    work,
  }: {
    size: number
    /** Up to `count` that are to be done, none of those in `except`; the transaction holds them. */
    lock: (tx: Sql, count: number, except: string[]) => Promise<T[]>
    keyOf: (one: T) => string
    work: (tx: Sql, batch: T[]) => Promise<unknown>
  },
  signal?: AbortSignal,
): Promise<void> {
  const failures = new Map<string, unknown>()
  for (let count = size; signal?.aborted !== true; ) {
    let batch: T[] = []
    try {
      await database.transaction(async (tx) => {
        batch = await lock(tx, count, [...failures.keys()])
        if (batch.length > 0) await work(tx, batch)
      })
      if (batch.length < count) break
    } catch (error) {
      const [first] = batch
      if (isDatabaseAway(error) || first === undefined) throw error
      if (count === 1) failures.set(keyOf(first), error)
      count = 1
    }
  }
  throwAny([...failures.values()])
}
