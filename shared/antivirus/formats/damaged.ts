/** What is said of archives that aren't whole, and of how they are checked. */
import type { Steps } from '../../lib/in-steps.ts'

/** The archive contradicts itself or ends too soon. */
export class DamagedArchiveError extends Error {}

/** What a check of a format answers: null where the archive is whole, and open to be read. */
export type Closed = 'encrypted' | null
/** A check, that does its work in steps: one for each header, block or record, and more of large ones. */
export type Check = (bytes: Buffer) => Steps<Closed>

/** `bytes` where there are as many. @throws DamagedArchiveError */
export function atLeast(bytes: Buffer, length: number): Buffer {
  if (!(length >= 0 && length <= bytes.length)) throw new DamagedArchiveError('it ends too soon')
  return bytes
}

/** @throws DamagedArchiveError unless `fits`. */
export function mustFit(fits: boolean, what: string): void {
  if (!fits) throw new DamagedArchiveError(`${what} does not fit its checksum`)
}
