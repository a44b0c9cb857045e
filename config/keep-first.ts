/** Files that are made once by whichever of several processes is first: whole from the moment they are there. */
import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** What systems say where a file system has no hard links: shares of a network, some volumes of containers, sticks. */
const linkless = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK'])
/** Milliseconds after which a process that holds a claim has died, and those between two looks at it. */
const claimMs = 2_000
const lookMs = 20

/**
 * Makes `file`, readable to its owner alone, with this content, unless it is there: then it stays as it is. It is written
 * under another name first, and to the disk: a start cut short, or a disk that is full, leaves no half of it.
 */
export function keepFirst(file: string, content: string): void {
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, content, { flag: 'wx', mode: 0o600, flush: true })
    linkFirst(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

function linkFirst(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (!linkless.has(code)) throw error
    renameFirst(draft, file)
  }
}

/** Renaming takes the place of what is there: so only who holds the claim does it, a folder that one alone can make. */
function renameFirst(draft: string, file: string): void {
  const claim = `${file}.claim`
  for (let waitedMs = 0; !existsSync(file); waitedMs += lookMs) {
    if (tryMake(claim)) {
      try {
        if (!existsSync(file)) renameSync(draft, file)
      } finally {
        rmSync(claim, { recursive: true, force: true })
      }
      return
    }
    if (waitedMs >= claimMs) {
      rmSync(claim, { recursive: true, force: true })
      waitedMs = 0
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookMs)
  }
}

function tryMake(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
