/** What an entry of a zip is called (APPNOTE.TXT 6.3.10, §4.4.17, §4.6.9, appendix D). */
import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { decodeDos } from '../lib/dos-charset.ts'
import { DamagedArchiveError } from './formats/damaged.ts'

/** Bit 11 of the flags: the name is UTF-8. */
const utf8Flag = 0x800
/** Info-ZIP's field for the name in Unicode. */
const unicodePath = 0x7075

/**
 * The name written as `raw`: UTF-8 by its flag; by the field for it among `extra`; or else CP437. Archives of Macs and of
 * some libraries have UTF-8 without its flag: what is UTF-8 is read as that, since CP437 hardly ever looks like it.
 * @throws DamagedArchiveError where the field gives it another ending than `raw` has: programs that don't know the field
 * would show, and open, another file.
 */
export function zipName(raw: Buffer, flags: number, extra: Buffer): string {
  const written = (flags & utf8Flag) !== 0 || isUtf8(raw) ? raw.toString('utf8') : decodeDos(raw, 'cp437')!
  if ((flags & utf8Flag) !== 0) return written
  const field = extraField(extra, unicodePath)
  // The field is void where the name was changed behind it, which its checksum tells.
  if (field === null || field.length < 5 || field[0] !== 1 || field.readUInt32LE(1) !== crc32(raw))
    return written
  const given = field.toString('utf8', 5)
  mustEndAlike(given, written)
  return given
}

/** @throws DamagedArchiveError where two names of a file have different endings: it is another file to other programs. */
export function mustEndAlike(name: string, other: string): void {
  if (endingOf(name) !== endingOf(other)) throw new DamagedArchiveError('an entry has two names')
}

/** The data of the first field of that kind; null where there is none. */
export function extraField(extra: Buffer, kind: number): Buffer | null {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === kind) return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
  return null
}

/** The ending by which a file is opened, lowercase; empty where it has none in ASCII. */
const endingOf = (name: string): string =>
  (/\.([a-z0-9_-]{1,20})[\s.]{0,20}$/i.exec(name.slice(-300))?.[1] ?? '').toLowerCase()
