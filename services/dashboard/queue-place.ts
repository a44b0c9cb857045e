/** A page of the reviewers' queue, and how it is ordered. */
import type { QueueSort } from '../../shared/domain/review-queue.ts'

/** A page of the queue: its order, and its cursor; null: of the first one. */
export interface QueuePlace {
  cursor: string | null
  sort: QueueSort
}
