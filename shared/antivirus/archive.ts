/** Our own limits on archives: clamd calls a bomb clean, and can't see into what is encrypted. */
import { limits } from '../domain/limits.ts'
import { mayEmbed } from '../lib/embedded-files.ts'
import { inSteps, Turns } from '../lib/in-steps.ts'
import { kindOfHead, sealedKindOf } from './archive-kind.ts'
import { DamagedArchiveError } from './formats/damaged.ts'
import { isEncryptedMessage, isEncryptedOffice, isEncryptedPdf } from './formats/documents.ts'
import { beforeMembers } from './read-members.ts'
import { tarEntries } from './tar-entries.ts'
import { UnpacksTooFarError, unpack } from './unpack.ts'
import { countZipEntries, zipEntries, zipExtent } from './zip-directory.ts'
import { checkHidden, mustHoldNone } from './zip-hidden.ts'

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
  /** Headers, blocks and records of archives that aren't opened here. */
  parts: number
  /** What is done on the event loop between its turns for others. */
  turns: Turns
  /** Told of each file in an archive that may be text. */
  onText: (content: Uint8Array) => void
}

/** Said of the archive as a whole, to whoever reads the verdict. */
class UnscannableError extends Error {}

/**
 * Why `content` can't be scanned through: encrypted, damaged, packed in a way no scanner here opens, or beyond the
 * limits; null where it is no archive or one within the limits. Looks into zip, gzip and tar, and archives within
 * them; unpacks no more than the limits allow, and keeps only what is an archive itself, or text. Of kinds that only the
 * antivirus opens it sees whether they are whole, by their headers and checksums, in steps: whatever the content, others
 * have their turn on the event loop after each few megabytes of it.
 */
export async function inspectArchive(
  content: Uint8Array,
  bounds: ArchiveLimits = {
    depth: limits.archiveDepth,
    files: limits.archiveFiles,
    bytes: limits.archiveBytes,
  },
  onText: (content: Uint8Array) => void = () => {},
): Promise<string | null> {
  try {
    await inspect(content, 1, {
      limits: bounds,
      bytes: bounds.bytes,
      files: bounds.files * 10,
      parts: limits.archiveParts,
      turns: new Turns(),
      onText,
    })
    return null
  } catch (error) {
    if (error instanceof UnscannableError) return error.message
    if (error instanceof UnpacksTooFarError) return tooLarge(bounds)
    if (error instanceof DamagedArchiveError) return `damaged archive: ${error.message}`
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) return 'damaged archive: it does not unpack'
    throw error
  }
}

/** Bytes in which the end of a zip is looked for. */
const endOfZip = 65_536

async function inspect(content: Uint8Array, depth: number, budget: Budget): Promise<void> {
  await budget.turns.spend(Math.min(content.length, endOfZip))
  const sealed = await inspectSealed(content, budget)
  const kind = sealed ? null : kindOfHead(content)
  // A zip is found by its end: behind another archive it is opened all the same.
  const zip = zipExtent(content)
  if (kind === null && zip === null) {
    if (!sealed && depth > 1 && mayEmbed(content)) budget.onText(content)
    return
  }
  if (depth > budget.limits.depth)
    throw new UnscannableError(`archives nested more than ${budget.limits.depth} deep`)
  if (kind === 'gzip') await inspectPacked(content, 'gzip', depth, budget)
  const within = kind === 'tar' ? await inspectTar(content, depth, budget, zip) : false
  if (zip === null || within) return
  await inspectZip(content, depth, budget)
  // Who looks for the first archive rather than the last opens what stands before.
  const before = kind === 'zip' ? beforeMembers(content) : nothing
  if (before.length > 0 && before.length < content.length) await inspect(before, depth + 1, budget)
}

const nothing = new Uint8Array()

/** Whether `content` is of a kind that isn't opened here, and nothing speaks against the antivirus's opening it. */
async function inspectSealed(content: Uint8Array, budget: Budget): Promise<boolean> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const { turns } = budget
  for (const isEncrypted of [isEncryptedOffice, isEncryptedPdf])
    if (await inSteps(isEncrypted(bytes), turns)) throw new UnscannableError('encrypted document')
  if (isEncryptedMessage(bytes)) throw new UnscannableError('encrypted message')
  const sealed = sealedKindOf(bytes)
  if (sealed === null) return false
  if (sealed.check === undefined)
    throw new UnscannableError(`packed in a way that can not be scanned (${sealed.name})`)
  const count = () => {
    if (--budget.parts < 0) throw new UnscannableError(`archive of more than ${limits.archiveParts} parts`)
  }
  if ((await inSteps(sealed.check(bytes), turns, count)) === 'encrypted')
    throw new UnscannableError('encrypted archive')
  return true
}

async function inspectZip(content: Uint8Array, depth: number, budget: Budget): Promise<void> {
  const count = countZipEntries(content)
  if (count === null) return
  if (count > budget.limits.files) throw tooMany(budget)
  // Also where it claims to have none: others read its directory all the same.
  const entries = [...zipEntries(content, count)]
  spendFiles(entries.length, budget)
  if (entries.some(({ encrypted }) => encrypted)) throw new UnscannableError('encrypted archive')
  if (entries.reduce((sum, { claimedBytes }) => sum + claimedBytes, 0) > budget.bytes)
    throw new UnscannableError(tooLarge(budget.limits))
  await inSteps(checkHidden(content, entries), budget.turns)
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
  const wants = (head: Uint8Array) => kindOfHead(head) !== null || isWorthALook(head)
  const { bytes, packedBytes, content } = await unpack(packed, format, budget.bytes, wants, budget.turns)
  spendBytes(bytes, budget)
  // Who goes by what is packed, and not by its length, finds the next file there.
  if (format === 'deflate')
    await inSteps(mustHoldNone(asBuffer(packed), packedBytes, packed.length), budget.turns)
  if (content !== null) await inspect(content, depth + 1, budget)
}

/** Whether what begins so is to be seen whole: text, a document, or an archive of a kind that is only checked. */
const isWorthALook = (head: Uint8Array): boolean =>
  mayEmbed(head) ||
  isEncryptedMessage(head) ||
  sealedKindOf(head) !== null ||
  /^(?:%PDF-|\xd0\xcf\x11\xe0)/.test(latin1(head))

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const latin1 = (head: Uint8Array): string => Buffer.from(head.subarray(0, 8)).toString('latin1')

/** Answers whether one of its files has all of `zip` in it, and so was looked at with it. */
async function inspectTar(
  content: Uint8Array,
  depth: number,
  budget: Budget,
  zip: ReturnType<typeof zipExtent>,
): Promise<boolean> {
  let count = 0
  let within = false
  for (const { content: entry } of tarEntries(content)) {
    if (++count > budget.limits.files) throw tooMany(budget)
    spendFiles(1, budget)
    spendBytes(entry.length, budget)
    await inspect(entry, depth + 1, budget)
    const start = entry.byteOffset - content.byteOffset
    within ||= zip !== null && start <= zip.start && zip.end <= start + entry.length
  }
  return within
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
