/** The time that a thread has had: a clock that stands still while the machine runs something else. */
import type { Worker } from 'node:worker_threads'

/** Milliseconds that the calling thread has computed, or had nothing to do, since it began. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000 + performance.eventLoopUtilization().idle
}

/** The same of `worker`, asked from outside: a thread that computes without end answers too. */
export async function timeOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1_000 + worker.performance.eventLoopUtilization().idle
}

/** Milliseconds between two looks at a thread's clock, at most and at least. */
const lookMs = { most: 1_000, least: 20 }
/** A thread that doesn't even tell its time for so many times what it is allowed is held to be beyond help. */
const silentFactor = 20
/** So is one whose clock stands still for as long, and for so many milliseconds at least: it waits in a call that doesn't return. */
const stillMs = 60_000
/** What a clock that stands still has moved by at most, as a part of the time gone by: looking at it takes some. */
const stillShare = 0.001

/**
 * Calls `late` once `worker` has had more than `allowedMs` since `since()` on its own clock, which is NaN until it has
 * begun, or has stood still since for a multiple of it. The function that is answered ends the watch.
 */
export function watchThread(
  worker: Worker,
  since: () => number,
  allowedMs: number,
  late: () => void,
): () => void {
  let stopped = false
  let timer: NodeJS.Timeout
  let silent: NodeJS.Timeout | undefined
  const patience = Math.max(stillMs, allowedMs * silentFactor)
  let seen: { at: number; clock: number } | undefined
  const standsStill = (clock: number): boolean => {
    const at = performance.now()
    seen ??= { at, clock }
    const gone = at - seen.at
    if (Number.isNaN(clock) || gone < patience) return false
    const moved = clock - seen.clock
    seen = { at, clock }
    return moved < gone * stillShare
  }
  const stop = () => {
    stopped = true
    clearTimeout(timer)
    clearTimeout(silent)
  }
  const end = () => {
    stop()
    late()
  }
  const lookIn = (ms: number) => {
    timer = setTimeout(() => void look(), Math.min(Math.max(ms, lookMs.least), lookMs.most))
  }
  const look = async () => {
    if (Number.isNaN(since())) return lookIn(allowedMs)
    silent = setTimeout(end, allowedMs * silentFactor)
    // One that can't be asked is coming up, or has just ended, which its pool hears of.
    const now = await timeOf(worker).catch(() => Number.NaN)
    clearTimeout(silent)
    if (stopped) return
    const left = allowedMs - (now - since())
    if (left <= 0 || standsStill(now)) end()
    else lookIn(Number.isNaN(left) ? allowedMs : left)
  }
  lookIn(allowedMs)
  return stop
}
