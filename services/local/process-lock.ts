/** A lock file that names the process holding it, so that a dead holder never locks anyone out. */
import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Another living process holds the lock. */
export class LockedError extends Error {
  readonly pid: number
  constructor(file: string, pid: number) {
    super(`${file} is held by process ${pid}`)
    this.pid = pid
  }
}

/**
 * Takes the lock `file` for this process; a lock whose process has died is taken over.
 * A process is told from a later one with the same number by the time it started.
 * @returns the release.
 * @throws LockedError when a living process, this one included, holds it.
 */
export function takeLock(file: string): () => void {
  const mine = `${process.pid} ${startTime(process.pid) ?? ''}\n`
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    for (;;) {
      if (tryLink(draft, file)) return () => release(file, mine)
      const held = readIfThere(file)
      if (held === undefined) continue
      const holder = livingHolder(held)
      if (holder !== undefined) throw new LockedError(file, holder)
      takeAway(file, held)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The number of the living process that holds `file`, or undefined. */
export function lockHolder(file: string): number | undefined {
  const held = readIfThere(file)
  return held === undefined ? undefined : livingHolder(held)
}

function livingHolder(held: string): number | undefined {
  const [pid, started] = held.trim().split(' ', 2)
  const alive = startTime(Number(pid))
  if (alive === undefined) return undefined
  return started === undefined || started === '' || started === alive ? Number(pid) : undefined
}

/** Two may find the same dead lock: who renames a living one instead puts it back. */
function takeAway(file: string, dead: string): void {
  const aside = `${file}.dead.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  if (readIfThere(aside) !== dead) tryLink(aside, file)
  rmSync(aside, { force: true })
}

function release(file: string, mine: string): void {
  if (readIfThere(file) === mine) rmSync(file, { force: true })
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * When process `pid` started, in words that only compare equal for the same process; undefined when there
 * is none, or only its zombie.
 */
export function startTime(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
        .trim()
        .replaceAll(/\s+/g, '_')
    // proc(5): the command, field 2, may hold spaces and brackets; the state is field 3, the start field 22.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
