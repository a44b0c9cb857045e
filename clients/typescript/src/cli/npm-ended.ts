/** Tells a command that npm, which has started it, is gone: `npx` that is ended leaves what it runs behind. */

const lookMs = 500

/** Calls `then` once the process of npm that this one was started by has ended; never where something else started it. */
export function whenNpmEnds(then: () => void): void {
  if (process.env.npm_command === undefined) return
  const startedBy = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === startedBy) return
    clearInterval(timer)
    then()
  }, lookMs)
  timer.unref()
}
