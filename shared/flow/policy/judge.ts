/** Evaluates policies on the threads that assess mail: searching long texts must not hold up the event loop. */
import type { AppliedPolicy, Firing } from '../../domain/policy.ts'
import type { ThreadPool } from '../../lib/thread-pool.ts'
import type { MessageSubject } from '../../policy/policy-type.ts'

/** A task of an assessor thread: hold policies against a message. */
export interface PolicyTask {
  task: 'policies'
  policies: readonly AppliedPolicy[]
  subject: MessageSubject
}

/** Milliseconds for a task: searching ends by itself long before, unless one expression holds its thread. */
const deadlineMs = 15_000

/**
 * The policies that fire on `subject`.
 * @throws DeadlineError, ThreadDiedError: then the message must not pass as if none had fired.
 */
export async function judgeByPolicies(
  assessors: ThreadPool,
  policies: readonly AppliedPolicy[],
  subject: MessageSubject,
): Promise<Firing[]> {
  if (policies.length === 0) return []
  return assessors.run<Firing[]>({ task: 'policies', policies, subject } satisfies PolicyTask, deadlineMs)
}
