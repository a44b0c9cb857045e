/** Tells what kind of archive bytes are, by what they hold and not by their name. */
import { checkCabinet } from './formats/cabinet.ts'
import type { Check } from './formats/damaged.ts'
import { checkArj, checkIso, checkLzh, isIso, isLzh } from './formats/old-archives.ts'
import { checkRar } from './formats/rar.ts'
import { checkSevenZip } from './formats/seven-zip.ts'
import { checkBzip2, checkXz } from './formats/streams.ts'
import { isTar } from './tar-entries.ts'
import { countZipEntries } from './zip-directory.ts'

/** What is opened here. */
export type Kind = 'zip' | 'gzip' | 'tar'

/** What `content` is, null where it can't be opened here; a zip also when something stands before it, as in a self-extractor. */
export function kindOf(content: Uint8Array): Kind | null {
  return kindOfHead(content) ?? (countZipEntries(content) === null ? null : 'zip')
}

/** What the first 512 bytes say. */
export function kindOfHead(head: Uint8Array): Kind | null {
  const starts = (...bytes: number[]) => bytes.every((byte, i) => head[i] === byte)
  if (starts(0x50, 0x4b, 3, 4) || starts(0x50, 0x4b, 5, 6)) return 'zip'
  if (starts(0x1f, 0x8b)) return 'gzip'
  return isTar(head) ? 'tar' : null
}

/** A kind that the antivirus opens; whether an archive of it is whole is checked here, since it calls a broken one clean. */
interface SealedKind {
  name: string
  /** Hex of the first bytes. */
  magic?: string
  isKind?: (bytes: Buffer) => boolean
  /** Absent where no scanner opens the kind. @throws DamagedArchiveError */
  check?: Check
}

const sealedKinds: readonly SealedKind[] = [
  { name: '7z', magic: '377abcaf271c', check: checkSevenZip },
  { name: 'RAR', magic: '526172211a07', check: checkRar },
  { name: 'cabinet', magic: '4d53434600000000', check: checkCabinet },
  { name: 'xz', magic: 'fd377a585a00', check: checkXz },
  {
    name: 'bzip2',
    magic: '425a68',
    isKind: (bytes) => /^[1-9]$/.test(String.fromCharCode(bytes[3] ?? 0)),
    check: checkBzip2,
  },
  { name: 'ARJ', magic: '60ea', check: checkArj },
  { name: 'LZH', isKind: isLzh, check: checkLzh },
  { name: 'ISO 9660', isKind: isIso, check: checkIso },
  { name: 'ACE', isKind: (bytes) => bytes.toString('latin1', 7, 14) === '**ACE**' },
  { name: 'zstd', magic: '28b52ffd' },
  { name: 'LZ4', magic: '04224d18' },
  { name: 'lzip', magic: '4c5a4950' },
  { name: 'LZMA', magic: '5d0000', isKind: (bytes) => bytes.toString('hex', 5, 13) === 'ffffffffffffffff' },
  { name: 'LZO', magic: '894c5a4f000d0a1a0a' },
  { name: 'compress', magic: '1f9d' },
  { name: 'StuffIt', magic: '5374756666497420' },
  { name: 'ZOO', magic: '5a4f4f20' },
  { name: 'WIM', magic: '4d5357494d000000' },
  { name: 'VHD', magic: '636f6e6563746978' },
  { name: 'VHDX', magic: '7668647866696c65' },
]

/** The kind of archive that `content` is and that isn't opened here; null where it is none. */
export function sealedKindOf(content: Uint8Array): SealedKind | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return (
    sealedKinds.find(
      ({ magic, isKind }) =>
        (magic === undefined || bytes.toString('hex', 0, magic.length / 2) === magic) &&
        (isKind === undefined || isKind(bytes)),
    ) ?? null
  )
}
