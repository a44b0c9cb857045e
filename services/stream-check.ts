/** Finds out, once clamd answers, whether it looks at messages of every size that is accepted. */
import { createScanner } from '../shared/antivirus/clamd.ts'
import { raiseStreamLimit, takesStream } from '../shared/antivirus/stream-limit.ts'
import type { Metrics } from '../shared/flow/metrics.ts'
import type { Log } from '../shared/lib/log.ts'
import { repeat } from '../shared/lib/repeat.ts'

/** Milliseconds until the next try where clamd doesn't answer yet. */
const againMs = 30_000

/**
 * Says it in the log and a metric where clamd takes less. Messages that it refuses are withheld, or wait, all the same;
 * a clamd that gets other settings later shows by these. @returns how to stop.
 */
export function checkStreamLimit(
  { CLAMAV_URL, MAX_MESSAGE_BYTES }: { CLAMAV_URL: string; MAX_MESSAGE_BYTES: number },
  metrics: Metrics,
  log: Log,
): () => Promise<void> {
  // Over connections of its own: scans of mail don't wait for it.
  const scanner = createScanner(CLAMAV_URL)
  let known = false
  const stop = repeat(
    {
      name: 'antivirus check',
      everyMs: againMs,
      work: async () => {
        if (known || !(await scanner.ping())) return
        const takes = await takesStream(scanner, MAX_MESSAGE_BYTES)
        known = true
        metrics.streamTooSmall.set(takes ? 0 : 1)
        if (!takes)
          log.error({ bytes: MAX_MESSAGE_BYTES }, `clamd refuses large messages: ${raiseStreamLimit}`)
      },
    },
    log,
  )
  return async () => {
    await scanner.close()
    await stop()
  }
}
