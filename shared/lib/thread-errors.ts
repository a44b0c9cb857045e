/** What can become of a task of a pool of threads, other than an answer. */

/** The task used up its deadline: its thread was ended, whatever it was doing. */
export class DeadlineError extends Error {}
/** The thread died under the task (out of memory, say). */
export class ThreadDiedError extends Error {}

/** No thread was there to do the task: that tells nothing of the task, which can be tried again later. */
export class NoThreadError extends ThreadDiedError {}
/** The thread never came up, for a reason in its module or its settings. */
export class ThreadStartError extends NoThreadError {}
/** The pool is closed, as the process ends. */
export class PoolClosedError extends NoThreadError {
  constructor() {
    super('the pool is closed')
  }
}
