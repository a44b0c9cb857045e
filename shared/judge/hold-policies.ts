/** Holds policies against a message that leaves, on a thread: searching long texts must not hold up the event loop. */
import type { AppliedPolicy, Firing } from '../domain/policy.ts'
import type { ThreadPool } from '../lib/thread-pool.ts'
import type { HoldTask } from './tasks.ts'

/** Milliseconds for a task: searching ends by itself long before, unless one expression holds its thread. */
const deadlineMs = 15_000

/**
 * The policies that fire, by what was found in the message before.
 * @throws DeadlineError, ThreadDiedError: then the message must not pass as if none had fired.
 */
export async function holdPolicies(
  assessors: ThreadPool,
  policies: readonly AppliedPolicy[],
  { leaving, detections }: Pick<HoldTask, 'leaving' | 'detections'>,
): Promise<Firing[]> {
  if (policies.length === 0) return []
  return assessors.run<Firing[]>(
    { task: 'hold', policies, leaving, detections } satisfies HoldTask,
    deadlineMs,
  )
}
