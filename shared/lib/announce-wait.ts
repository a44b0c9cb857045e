/** Says, now and then, what is being waited for. */
import type { Log } from './log.ts'

/** Milliseconds between two lines about the same wait. */
const everyMs = 10_000

/** Settles as `work` does; until then a line every ten seconds says that it waits for `what()`. */
export async function announceWait<T>(log: Log, what: () => string, work: Promise<T>): Promise<T> {
  const since = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - since) / 1_000)
    log.warn({ seconds }, `waiting for ${what()}`)
  }, everyMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}
