/** Watches the event loop of this process: when something held it, for how long, and what. */
import { createHistogram } from 'node:perf_hooks'

/** A turn of the event loop that took long: nothing else went on meanwhile. */
export interface Stall {
  /** What had begun last when it began: a route, a stage, a command; `unknown` where nobody has said. */
  work: string
  heldMs: number
  /** Milliseconds that the thread computed meanwhile. Far fewer: the machine was busy with something else. */
  cpuMs: number
}

/** Delays of the event loop since they were read last. */
export interface LoopDelays {
  p99Ms: number
  maxMs: number
}

/** Milliseconds between two looks. */
const tickMs = 20

// The event loop is one for the whole process, and so is what it works on.
let work = 'unknown'
let since = performance.now()
let longest = { work, ms: 0 }

/** Says that the event loop turns to `name` now: a stall that begins before it turns to something else is of that. */
export function noteWork(name: string): void {
  closeWork(performance.now())
  work = name
}

function closeWork(now: number): void {
  const ms = now - since
  if (ms > longest.ms) longest = { work, ms }
  since = now
}

/**
 * Tells `onStall` of each turn that took `heldMs` or longer, soon after it has ended. It keeps no process alive.
 * @returns what the delays were, and how to stop.
 */
export function watchEventLoop(
  heldMs: number,
  onStall: (stall: Stall) => void,
): { delays(): LoopDelays; stop(): void } {
  // One of our own: that of monitorEventLoopDelay loses what holds the loop right after it was read.
  const lateness = createHistogram()
  let due = performance.now() + tickMs
  let cpu = process.threadCpuUsage()
  const tick = setInterval(() => {
    const now = performance.now()
    const used = process.threadCpuUsage(cpu)
    const late = now - due
    closeWork(now)
    lateness.record(Math.max(1, Math.round(late * 1_000)))
    if (late >= heldMs)
      onStall({
        work: longest.work,
        heldMs: Math.round(late),
        cpuMs: Math.round((used.user + used.system) / 1_000),
      })
    longest = { work, ms: 0 }
    cpu = process.threadCpuUsage()
    due = now + tickMs
  }, tickMs)
  tick.unref()
  return {
    delays: () => {
      if (lateness.count === 0) return { p99Ms: 0, maxMs: 0 }
      const found = { p99Ms: lateness.percentile(99) / 1_000, maxMs: lateness.max / 1_000 }
      lateness.reset()
      return found
    },
    stop: () => clearInterval(tick),
  }
}
