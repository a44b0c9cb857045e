/** A page of the reviewers' queue, and how it is ordered. */
import type { QueueSort } from '../../shared/domain/review-queue.ts'

/** A page of the queue: its order, and its cursor; null: of the first one. `inbox`: the slug of the inbox from whose mail one came instead. */
export interface QueuePlace {
  cursor: string | null
  sort: QueueSort
  inbox?: string
}
