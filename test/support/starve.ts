/** Starves a process: it is let run for a share of the time only, beside processes that compute without end. */
import { type ChildProcess, spawn } from 'node:child_process'

/** Milliseconds of a turn, in which the process is let run once. */
const turnMs = 100

/**
 * Lets the process `pid` run for `share` of the time (0.05: 5 ms in 100), beside `loops` that are busy. The function that
 * is answered ends the loops and lets it run freely.
 */
export function starve(pid: number, share: number, loops: number): () => void {
  const busy: ChildProcess[] = Array.from({ length: loops }, () =>
    spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }),
  )
  // A process of its own, which nothing that the test does holds up: while it sleeps, the other is stopped.
  const turns = `const { pid, runMs, restMs } = ${JSON.stringify({ pid, runMs: turnMs * share, restMs: turnMs * (1 - share) })}
    const cell = new Int32Array(new SharedArrayBuffer(4))
    try {
      for (;;) {
        process.kill(pid, 'SIGCONT')
        Atomics.wait(cell, 0, 0, runMs)
        process.kill(pid, 'SIGSTOP')
        Atomics.wait(cell, 0, 0, restMs)
      }
    } catch {}`
  const governor = spawn(process.execPath, ['-e', turns], { stdio: 'ignore' })
  return () => {
    for (const child of [governor, ...busy]) child.kill('SIGKILL')
    try {
      process.kill(pid, 'SIGCONT')
    } catch {
      // It has ended.
    }
  }
}
