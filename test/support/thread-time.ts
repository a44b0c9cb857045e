/** What work costs, whatever else the machine does: a busy one makes it late, not long. */

/** Milliseconds of processor that this thread has had so far. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
