/** Does a piece of housekeeping again and again, in the background. */
import type { Log } from './log.ts'

/** What is repeated: `work` ends early when `signal` says so, and leaves nothing undone that the next time can't do. */
export interface Chore {
  name: string
  /** Milliseconds from the end of one time to the beginning of the next. */
  everyMs: number
  work(signal: AbortSignal): Promise<void>
}

/**
 * Does the chore now and then every so often, never twice at once; an error is logged, and the next time is as any.
 * Several processes may do the same chore: it is written so that they don't get into each other's way.
 * @returns how to stop: resolves when what is under way has ended.
 */
export function repeat({ name, everyMs, work }: Chore, log: Log): () => Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  const running = (async () => {
    while (!signal.aborted) {
      try {
        await work(signal)
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error, chore: name }, 'housekeeping failed; it is tried again')
      }
      await pause(everyMs, signal)
    }
  })()
  return async () => {
    stop.abort()
    await running
  }
}

/** Resolves after `ms`, or when told to end; doesn't keep the process alive. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(end, ms)
    timer.unref()
    function end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
  })
}
