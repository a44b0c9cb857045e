/** The files in an archive, for whoever reads what they say: the antivirus judges archives by `archive.ts`. */
import { limits } from '../domain/limits.ts'
import { inSteps, Turns } from '../lib/in-steps.ts'
import { type Kind, kindOf, kindOfHead } from './archive-kind.ts'
import { DamagedArchiveError } from './formats/damaged.ts'
import { tarEntries } from './tar-entries.ts'
import { unpackStart } from './unpack.ts'
import { countZipEntries, zipEntries } from './zip-directory.ts'
import { checkHidden } from './zip-hidden.ts'

/** A file in an archive. */
export interface Member {
  /** Empty where the archive doesn't say (gzip). */
  name: string
  content: Uint8Array
  /** Whether `content` is all of it. */
  whole: boolean
}

/** Bytes that may still be unpacked; {@link readMembers} takes off what it has unpacked. */
export interface UnpackBudget {
  bytes: number
}

/** Whether `content` is an archive whose files can be read here. */
export const hasMembers = (content: Uint8Array): boolean => {
  const kind = kindOrNull(content)
  return kind !== null
}

/** Why files of the zip `content` can't be read, or not all; null where nothing speaks against it, or it is no zip. */
export async function zipFault(content: Uint8Array): Promise<'encrypted' | 'damaged' | null> {
  try {
    if (kindOf(content) !== 'zip') return null
    const entries = [...zipEntries(content, countZipEntries(content) ?? 0)]
    if (entries.some(({ encrypted }) => encrypted)) return 'encrypted'
    await inSteps(checkHidden(content, entries), new Turns())
  } catch (error) {
    if (error instanceof DamagedArchiveError) return 'damaged'
    throw error
  }
  return null
}

/**
 * The files in the archive `content` whose names are `wanted`, in order, the first `maxBytes` of each; of archives in it all. Ends early where the
 * archive is damaged or encrypted, or the budget or the limit on files is used up: the antivirus says so of the same
 * archive. Never throws for what `content` holds.
 */
export async function* readMembers(
  content: Uint8Array,
  maxBytes: number,
  budget: UnpackBudget,
  wanted: (name: string) => boolean = () => true,
): AsyncGenerator<Member> {
  let files = 0
  try {
    for (const { name, method, packed } of entriesOf(content)) {
      if (++files > limits.archiveFiles || budget.bytes <= 0) return
      if (!wanted(name)) continue
      if (method === null) yield { name, content: packed, whole: true }
      else {
        const start = await unpackStart(packed, method, Math.min(maxBytes, budget.bytes))
        budget.bytes -= start.content.length
        const nested = !start.whole && kindOfHead(start.content) !== null
        yield { name, ...(nested ? await unpackAll(packed, method, budget) : start) }
      }
    }
  } catch (error) {
    if (!(error instanceof DamagedArchiveError)) throw error
  }
}

/**
 * What the files in the archive `content`, called `filename`, are called, folders left out, the first
 * `limits.archiveFiles`; what a gzip holds, both by its header (RFC 1952 §2.3.1) and by its own name. Nothing is unpacked:
 * what is encrypted has a name, too. `whole` says whether these are all, and the archive is undamaged as far as they go.
 * Never throws for what `content` holds.
 */
export function memberNames(content: Uint8Array, filename: string): { names: string[]; whole: boolean } {
  const names: string[] = []
  try {
    for (const name of namesOf(content, filename)) {
      if (isFolder(name)) continue
      if (names.length >= limits.archiveFiles) return { names, whole: false }
      names.push(name)
    }
  } catch (error) {
    if (!(error instanceof DamagedArchiveError)) throw error
    return { names, whole: false }
  }
  return { names, whole: true }
}

/** With a NUL in its name, it is a file to programs that end the name there. */
const isFolder = (name: string): boolean => name === '' || (name.endsWith('/') && !name.includes('\0'))

/** What the gzip that is called `filename` is unpacked to. */
export const unpackedName = (filename: string): string =>
  filename.replace(/\.(?:gz|z)$/i, '').replace(/\.tgz$/i, '.tar')

function* namesOf(content: Uint8Array, filename: string): Generator<string> {
  const kind = kindOf(content)
  if (kind === 'gzip') yield* [gzipName(content), unpackedName(filename)]
  if (kind === 'tar') for (const { name, isExtension } of tarEntries(content)) if (!isExtension) yield name
  if (kind === 'zip') for (const { name } of zipEntries(content, countZipEntries(content) ?? 0)) yield name
}

/** The name in the header of a gzip, which some programs unpack to whatever the archive is called; empty where it has none. */
function gzipName(content: Uint8Array): string {
  const flags = content[3] ?? 0
  if ((flags & 8) === 0) return ''
  const start = 10 + ((flags & 4) === 0 ? 0 : 2 + (content[10] ?? 0) + 256 * (content[11] ?? 0))
  const end = content.indexOf(0, start)
  return end < 0 ? '' : Buffer.from(content.subarray(start, end)).toString('utf8')
}

async function unpackAll(packed: Uint8Array, method: 'deflate' | 'gzip', budget: UnpackBudget) {
  const all = await unpackStart(packed, method, Math.max(0, budget.bytes))
  budget.bytes -= all.content.length
  return all
}

/** What stands before the first file of a zip, as a program does in a self-extractor; empty for other archives. */
export function beforeMembers(content: Uint8Array): Uint8Array {
  let first = content.length
  try {
    if (kindOf(content) !== 'zip') return content.subarray(0, 0)
    for (const { offset } of zipEntries(content, countZipEntries(content) ?? 0))
      first = Math.min(first, offset)
  } catch (error) {
    if (!(error instanceof DamagedArchiveError)) throw error
  }
  return content.subarray(0, first)
}

interface Entry {
  name: string
  /** How it is packed; null where it isn't. */
  method: 'deflate' | 'gzip' | null
  packed: Uint8Array
}

function* entriesOf(content: Uint8Array): Generator<Entry> {
  const kind = kindOf(content)
  if (kind === 'gzip') yield { name: '', method: 'gzip', packed: content }
  if (kind === 'tar')
    for (const { name, content: packed, isExtension } of tarEntries(content))
      if (!isExtension) yield { name, method: null, packed }
  if (kind !== 'zip') return
  for (const { name, encrypted, method, packed } of zipEntries(content, countZipEntries(content) ?? 0)) {
    if (encrypted || (method !== 0 && method !== 8)) continue
    yield { name, method: method === 8 ? 'deflate' : null, packed }
  }
}

/** Null also for a damaged zip: nothing can be read of it. */
function kindOrNull(content: Uint8Array): Kind | null {
  try {
    return kindOf(content)
  } catch (error) {
    if (error instanceof DamagedArchiveError) return null
    throw error
  }
}
