/** Files of a zip that its directory doesn't list: unpackers that go by the headers ahead of files show them all the same. */
import { type Steps, stepBytes } from '../lib/in-steps.ts'
import { DamagedArchiveError } from './formats/damaged.ts'
import { type ZipEntry, zipExtent } from './zip-directory.ts'

const localHeader = Buffer.from('PK\x03\x04', 'latin1')
const directoryHeader = Buffer.from('PK\x01\x02', 'latin1')
const descriptor = Buffer.from('PK\x07\x08', 'latin1')

/**
 * Looks for such files in the zip `content`, between those that its directory lists and behind its end.
 * @throws DamagedArchiveError where there is one, or another directory.
 */
export function* checkHidden(content: Uint8Array, entries: readonly ZipEntry[]): Steps<void> {
  const extent = zipExtent(content)
  if (extent === null || entries.length === 0) return
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    // What stands ahead of the first is looked at as a file of its own.
    if (end > 0) yield* mustHoldNone(bytes, end, entry.offset)
    end = Math.max(end, entry.end)
    if (entry.method === 0 && entry.isStreamed) yield* mustNotEndSooner(entry.packed)
  }
  yield* mustHoldNone(bytes, end, extent.directory)
  // Behind one that begins somewhere in a file, other parts of that file may stand.
  if (extent.start === 0) yield* mustHoldNone(bytes, extent.end, bytes.length)
}

/** Looks for a file between `start` and `end`. @throws DamagedArchiveError where there is one. */
export function* mustHoldNone(bytes: Buffer, start: number, end: number): Steps<void> {
  for (let at = start; at < end; at += stepBytes) {
    const piece = bytes.subarray(at, Math.min(at + stepBytes + localHeader.length - 1, end))
    for (let found = piece.indexOf(localHeader); found >= 0; found = piece.indexOf(localHeader, found + 1))
      if (hasName(bytes, at + found)) throw new DamagedArchiveError('its directory lacks a file')
    if (piece.includes(directoryHeader)) throw new DamagedArchiveError('it has two directories')
    yield Math.min(at + stepBytes, end)
  }
}

/** Without a name it is none: builders of apps fill gaps so. */
const hasName = (bytes: Buffer, at: number): boolean =>
  at + 30 <= bytes.length && bytes.readUInt16LE(at + 26) > 0

/**
 * A stored file whose length is only said behind it ends, for who doesn't know the directory, where a descriptor in it
 * says that it has so many bytes: that is no chance.
 */
function* mustNotEndSooner(packed: Uint8Array): Steps<void> {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  for (let at = 0; at < bytes.length; at += stepBytes) {
    const piece = bytes.subarray(at, at + stepBytes + descriptor.length - 1)
    for (let found = piece.indexOf(descriptor); found >= 0; found = piece.indexOf(descriptor, found + 1)) {
      const length = at + found
      // What follows the first of several follows the others, too.
      if (length + 12 <= bytes.length && bytes.readUInt32LE(length + 8) === length)
        return yield* mustHoldNone(bytes, length + 12, bytes.length)
    }
    yield Math.min(at + stepBytes, bytes.length)
  }
}
