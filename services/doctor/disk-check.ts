/** Whether the disk of the embedded database has room: Postgres ends where it has none, and mail is put off. */
import { statfsSync } from 'node:fs'
import { type Finding, fail, ok, warn } from './check.ts'

/** The disk that a folder is on. */
export interface Disk {
  folder: string
  /** Bytes that others than root may still write. */
  freeBytes: number
}

/** Bytes below which it is to be mended (a few large messages and segments of the log fill them), or looked at. */
export const diskRoom = { fail: 256 * 1024 ** 2, warn: 2 * 1024 ** 3 }

/** The disk of `folder`; null where that isn't there, or can't be looked at. */
export function readDisk(folder: string): Disk | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return { folder, freeBytes: bavail * bsize }
  } catch {
    return null
  }
}

/** One line, where there is a disk to look at. */
export function checkDisk(disk: Disk | null): Finding[] {
  if (disk === null) return []
  const { folder, freeBytes } = disk
  const found = `${Math.floor(freeBytes / 1024 ** 2)} MB left for ${folder}`
  const mend = 'Make room on that disk, or move DATA_DIR: without any, mail is put off and nothing is sent.'
  if (freeBytes < diskRoom.fail) return [fail('Disk', found, mend)]
  return [freeBytes < diskRoom.warn ? warn('Disk', found, mend) : ok('Disk', found)]
}
