/** Finds the processes of a Postgres data directory, and waits for processes to end. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startTime } from './process-lock.ts'

/** The living postmaster of the data directory, or undefined; a stale `postmaster.pid` is not believed. */
export function postmasterOf(data: string): number | undefined {
  let pid: number
  try {
    pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  } catch {
    return undefined
  }
  return startTime(pid) !== undefined && worksIn(pid, data) ? pid : undefined
}

/** Every living process of the data directory: each Postgres process works in it. Linux only; else none. */
export function clusterProcesses(data: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && startTime(pid) !== undefined && worksIn(pid, data))
}

/** Waits up to `ms` for the processes to be gone; whether they are. */
export async function waitForEnd(processes: number[] | (() => number[]), ms: number): Promise<boolean> {
  const left = () =>
    typeof processes === 'function' ? processes() : processes.filter((pid) => startTime(pid) !== undefined)
  const deadline = performance.now() + ms
  while (left().length > 0) {
    if (performance.now() > deadline) return false
    await delay(10)
  }
  return true
}

function worksIn(pid: number, data: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === data
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data)
  } catch {
    return false
  }
}
