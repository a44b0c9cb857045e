/** Our own limits on archives: clamd calls a bomb clean, and can't see into what is encrypted. */
import { limits } from '../domain/limits.ts'
import { isTar, tarEntries } from './tar-entries.ts'
import { UnpacksTooFarError, unpack } from './unpack.ts'
import { countZipEntries, DamagedArchiveError, zipEntries } from './zip-directory.ts'

/** How far archives may be opened; the defaults are `limits.archive…`. */
export interface ArchiveLimits {
  depth: number
  /** Of one archive; archives within it may together have ten times as many. */
  files: number
  /** Unpacked, over all levels. */
  bytes: number
}

/** What one attachment may still use up. */
interface Budget {
  limits: ArchiveLimits
  bytes: number
  files: number
}

/** Said of the archive as a whole, to whoever reads the verdict. */
class UnscannableError extends Error {}

/**
 * Why `content` can't be scanned through: encrypted, damaged, packed in a way no scanner here opens, or beyond the
 * limits; null where it is no archive or one within the limits. Looks into zip, gzip and tar, and archives within
 * them; unpacks no more than the limits allow, and keeps only what is an archive itself.
 */
export async function inspectArchive(
  content: Uint8Array,
  bounds: ArchiveLimits = {
    depth: limits.archiveDepth,
    files: limits.archiveFiles,
    bytes: limits.archiveBytes,
  },
): Promise<string | null> {
  try {
    await inspect(content, 1, { limits: bounds, bytes: bounds.bytes, files: bounds.files * 10 })
    return null
  } catch (error) {
    if (error instanceof UnscannableError) return error.message
    if (error instanceof UnpacksTooFarError) return tooLarge(bounds)
    if (error instanceof DamagedArchiveError) return `damaged archive: ${error.message}`
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) return 'damaged archive: it does not unpack'
    throw error
  }
}

async function inspect(content: Uint8Array, depth: number, budget: Budget): Promise<void> {
  const kind = kindOf(content)
  if (kind === null) return
  if (kind === 'encrypted') throw new UnscannableError('encrypted document')
  if (kind === 'unknown') throw new UnscannableError('packed in a way that can not be scanned')
  if (depth > budget.limits.depth)
    throw new UnscannableError(`archives nested more than ${budget.limits.depth} deep`)
  if (kind === 'zip') await inspectZip(content, depth, budget)
  else if (kind === 'gzip') await inspectPacked(content, 'gzip', depth, budget)
  else await inspectTar(content, depth, budget)
}

async function inspectZip(content: Uint8Array, depth: number, budget: Budget): Promise<void> {
  const count = countZipEntries(content) ?? 0
  if (count > budget.limits.files) throw tooMany(budget)
  if (count === 0) return
  const entries = [...zipEntries(content, count)]
  spendFiles(entries.length, budget)
  if (entries.some(({ encrypted }) => encrypted)) throw new UnscannableError('encrypted archive')
  if (entries.reduce((sum, { claimedBytes }) => sum + claimedBytes, 0) > budget.bytes)
    throw new UnscannableError(tooLarge(budget.limits))
  for (const { method, packed } of entries) {
    if (method === 0) {
      spendBytes(packed.length, budget)
      await inspect(packed, depth + 1, budget)
    } else if (method === 8) await inspectPacked(packed, 'deflate', depth, budget)
    else throw new UnscannableError(`compression method ${method} can not be scanned`)
  }
}

async function inspectPacked(
  packed: Uint8Array,
  format: 'deflate' | 'gzip',
  depth: number,
  budget: Budget,
): Promise<void> {
  const wants = (head: Uint8Array) => kindOfHead(head) !== null
  const { bytes, content } = await unpack(packed, format, budget.bytes, wants)
  spendBytes(bytes, budget)
  if (content !== null) await inspect(content, depth + 1, budget)
}

async function inspectTar(content: Uint8Array, depth: number, budget: Budget): Promise<void> {
  let count = 0
  for (const entry of tarEntries(content)) {
    if (++count > budget.limits.files) throw tooMany(budget)
    spendFiles(1, budget)
    spendBytes(entry.length, budget)
    await inspect(entry, depth + 1, budget)
  }
}

function spendBytes(bytes: number, budget: Budget): void {
  budget.bytes -= bytes
  if (budget.bytes < 0) throw new UnscannableError(tooLarge(budget.limits))
}

function spendFiles(files: number, budget: Budget): void {
  budget.files -= files
  if (files > budget.limits.files || budget.files < 0) throw tooMany(budget)
}

function tooMany({ limits }: Budget): UnscannableError {
  return new UnscannableError(`archive of more than ${limits.files} files`)
}

function tooLarge({ bytes }: ArchiveLimits): string {
  return `archive that unpacks to more than ${Math.floor(bytes / 1_048_576)} MiB`
}

type Kind = 'zip' | 'gzip' | 'tar' | 'encrypted' | 'unknown'

/** What `content` is; a zip also when something stands before it, as in a self-extractor. */
function kindOf(content: Uint8Array): Kind | null {
  const kind = kindOfHead(content)
  if (kind === 'encrypted') return isEncryptedOffice(content) ? kind : null
  return kind ?? (countZipEntries(content) === null ? null : 'zip')
}

/** What the first 512 bytes say; `encrypted` is only a suspicion until all of it is seen. */
function kindOfHead(head: Uint8Array): Kind | null {
  const starts = (...bytes: number[]) => bytes.every((byte, i) => head[i] === byte)
  if (starts(0x50, 0x4b, 3, 4) || starts(0x50, 0x4b, 5, 6)) return 'zip'
  if (starts(0x1f, 0x8b)) return 'gzip'
  if (starts(0x28, 0xb5, 0x2f, 0xfd) || starts(0x04, 0x22, 0x4d, 0x18)) return 'unknown'
  if (starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'encrypted'
  return isTar(head) ? 'tar' : null
}

/** Whether an OLE container holds an encrypted Office document (MS-OFFCRYPTO §2.3.4.4). */
function isEncryptedOffice(content: Uint8Array): boolean {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes(
    'EncryptedPackage',
    0,
    'utf16le',
  )
}
