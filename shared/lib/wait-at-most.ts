/** Waits for something, but not for ever. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves when `work` does, or after `ms`, whichever comes first; `work` goes on. Rejects where it does before. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const waited = new AbortController()
  const late = sleep(ms, undefined, { signal: waited.signal }).catch(() => {})
  try {
    await Promise.race([work, late])
  } finally {
    waited.abort()
  }
}
