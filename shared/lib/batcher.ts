/** Group commit: gathers concurrent calls into batches, one batch running at a time per lane. */

interface Waiting<Item, Result> {
  item: Item
  weight: number
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** A batch of so many items is a sign of load. */
export const busyItems = 8

/**
 * Runs `flush` over whatever has been added while the batches before it were running: an idle batcher
 * adds no delay, a busy one commits many items at once.
 * `flush` answers one result per item, in order; an `Error` among them rejects that item alone.
 * When `flush` throws for a batch of several, each item is tried alone, so that one bad item can't
 * fail its neighbours; unless `concernsAll` says of the error that it would meet each of them alone.
 */
export class Batcher<Item, Result> {
  readonly #flush: (items: Item[]) => Promise<(Result | Error)[]>
  readonly #limits: {
    maxItems: number
    maxWeight: number
    lanes: number
    gatherMs: number
    gatherFrom: number
  }
  readonly #concernsAll: (error: unknown) => boolean
  readonly #waiting: Waiting<Item, Result>[] = []
  #running = 0
  #scheduled = false

  /**
   * `maxWeight` is in the unit of `add`'s `weight` (bytes, say); `lanes` is how many batches run at once.
   * After a batch of `gatherFrom` or more, the next waits `gatherMs` to grow: under load a few large
   * batches cost far less than many small ones, while an idle batcher never waits.
   */
  constructor(
    flush: (items: Item[]) => Promise<(Result | Error)[]>,
    limits: { maxItems: number; maxWeight?: number; lanes?: number; gatherMs?: number; gatherFrom?: number },
    concernsAll: (error: unknown) => boolean = () => false,
  ) {
    this.#flush = flush
    this.#concernsAll = concernsAll
    this.#limits = {
      maxWeight: Number.POSITIVE_INFINITY,
      lanes: 1,
      gatherMs: 0,
      gatherFrom: busyItems,
      ...limits,
    }
  }

  /** Adds an item; the promise settles when the batch that holds it has been flushed. */
  add(item: Item, weight = 1): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, weight, resolve, reject })
      if (this.#scheduled) return
      this.#scheduled = true
      setImmediate(() => {
        this.#scheduled = false
        this.#next()
      })
    })
  }

  #next(): void {
    while (this.#running < this.#limits.lanes && this.#waiting.length > 0) {
      this.#running++
      const batch = this.#take()
      void this.#run(batch).finally(() => {
        const done = () => {
          this.#running--
          this.#next()
        }
        const { gatherMs, gatherFrom } = this.#limits
        if (gatherMs > 0 && batch.length >= gatherFrom) setTimeout(done, gatherMs)
        else done()
      })
    }
  }

  #take(): Waiting<Item, Result>[] {
    let weight = 0
    let count = 0
    for (const entry of this.#waiting) {
      weight += entry.weight
      if (count > 0 && (count >= this.#limits.maxItems || weight > this.#limits.maxWeight)) break
      count++
    }
    return this.#waiting.splice(0, count)
  }

  async #run(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#flush(batch.map(({ item }) => item))
      batch.forEach((entry, index) => {
        const result = results[index]
        if (result instanceof Error) entry.reject(result)
        else entry.resolve(result as Result)
      })
    } catch (error) {
      if (batch.length === 1 || this.#concernsAll(error)) for (const { reject } of batch) reject(error)
      else for (const entry of batch) await this.#run([entry])
    }
  }
}
