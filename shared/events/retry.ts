/** When a webhook is tried again: the table of delays, and nothing else. */

/**
 * The time of the attempt after `attemptsMade` (1 after the first), or null when there is none left.
 * `delays` are the seconds before each attempt, the first included; their count is the number of attempts.
 */
export function nextAttemptAt(
  delays: readonly number[],
  attemptsMade: number,
  now = Date.now(),
): Date | null {
  const delay = delays[attemptsMade]
  return delay === undefined ? null : new Date(now + delay * 1_000)
}
