/** What a stage of the pipeline is: work before the transaction, then effects inside it. */
import type { Sql } from '../lib/sql.ts'

/**
 * A stage works on a batch of items, each of which carries what the stages before it found.
 * Stages of one group share a transaction: all `prepare`s run first, then all `commit`s.
 */
export interface Stage<Item, Parts> {
  name: string
  /** Network I/O and heavy work, before the transaction opens; must be safe to repeat. */
  prepare?(items: Item[], parts: Parts): Promise<void>
  /** Effects, in the group's one transaction; must be idempotent (`where status = <expected>`). */
  commit?(tx: Sql, items: Item[], parts: Parts): Promise<void>
}
