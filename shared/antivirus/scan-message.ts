/** Scans a message: the raw bytes and each attachment, since malware hides from either alone. */
import { limits } from '../domain/limits.ts'
import type { ScanOutcome, ScanVerdict } from '../domain/scan.ts'
import type { EmbeddedFiles } from '../lib/embedded-files.ts'
import { holdsOneOf, inSteps, Turns } from '../lib/in-steps.ts'
import { signedMark } from '../lib/signed-content.ts'
import { tnefMark } from '../lib/tnef.ts'
import { inspectArchive } from './archive.ts'
import { disguiseOf } from './named-archive.ts'
import type { Scanner } from './scanner.ts'
import { Semaphore } from './semaphore.ts'

/** An attachment: the name tells what a reader will open it with. */
export interface ScannedFile {
  filename: string
  content: Uint8Array
  /** What stands encoded in its text; found where its message was parsed, on a thread. */
  embedded: EmbeddedFiles
}

/** All that is scanned of a message beside its raw bytes. */
export interface ScannedFiles {
  /** What stands encoded in the URLs of the message's own HTML. */
  body: EmbeddedFiles
  attachments: readonly ScannedFile[]
}

/** What stands encoded in a text, decoded to at most `mostBytes`; it holds no event loop. */
export type LookInto = (text: Uint8Array, mostBytes: number) => Promise<EmbeddedFiles>

/**
 * What the antivirus says of `raw`, with what stands encoded in its HTML, and of each of `attachments`, in their order.
 * An attachment that no scanner can see through (encrypted, damaged, a bomb) is an `error`, unless it is infected; so is
 * one with such a file in it.
 * @throws ScannerUnavailableError when any part of the answer could not be had.
 */
export async function scanMessage(
  scanner: Scanner,
  raw: Uint8Array,
  { body, attachments }: ScannedFiles,
  lookInto: LookInto,
): Promise<ScanOutcome> {
  const decoded = attachments.reduce((sum, { embedded }) => sum + embedded.decodedBytes, body.decodedBytes)
  const texts = new ArchiveTexts(lookInto, limits.embeddedBytes - decoded)
  const [rawVerdict, ...verdicts] = await Promise.all([
    scanRaw(scanner, raw, body),
    ...attachments.map((file) => scanAttachment(scanner, file, texts)),
  ])
  return { raw: rawVerdict!, attachments: verdicts }
}

/** The worst of what is said of the message as a whole, and of what stands encoded in its HTML. */
async function scanRaw(scanner: Scanner, raw: Uint8Array, body: EmbeddedFiles): Promise<ScanVerdict> {
  return worstOf([await scanner.scan(raw), ...(await scanEmbedded(scanner, body))])
}

async function scanEmbedded(
  scanner: Scanner,
  { files, more }: Pick<EmbeddedFiles, 'files' | 'more'>,
): Promise<ScanVerdict[]> {
  const verdicts: ScanVerdict[] = []
  if (more) verdicts.push({ status: 'error', reason: 'more stands encoded in a text than is scanned' })
  for (const file of files) verdicts.push(await scanFile(scanner, file))
  return verdicts
}

/** Of at least one verdict. */
function worstOf(verdicts: readonly ScanVerdict[]): ScanVerdict {
  const unseen = verdicts.find((verdict) => verdict.status === 'error' && verdict.unseen)
  const of = (status: ScanVerdict['status']) => verdicts.find((verdict) => verdict.status === status)
  return of('infected') ?? unseen ?? of('error') ?? verdicts[0]!
}

/** The worst of what is said of the file, of what stands encoded in it, and of what does so in the texts of an archive. */
async function scanAttachment(
  scanner: Scanner,
  { filename, content, embedded }: ScannedFile,
  archiveTexts: ArchiveTexts,
): Promise<ScanVerdict> {
  const texts: Uint8Array[] = []
  const verdicts = [await scanFile(scanner, content, (text) => texts.push(text))]
  for (const text of [null, ...texts]) {
    const found = text === null ? embedded : await archiveTexts.look(text)
    verdicts.push(...(await scanEmbedded(scanner, found)))
  }
  const disguise = disguiseOf(filename, content)
  if (disguise !== null) verdicts.push({ status: 'error', reason: disguise })
  return worstOf(verdicts)
}

async function scanFile(
  scanner: Scanner,
  content: Uint8Array,
  onText?: (content: Uint8Array) => void,
): Promise<ScanVerdict> {
  const verdict = await scanner.scan(content)
  if (verdict.status === 'infected' || (verdict.status === 'error' && verdict.unseen)) return verdict
  const reason = await inspectArchive(content, undefined, onText)
  return reason === null ? verdict : { status: 'error', reason }
}

/** What a text has that holds files; a long one is looked through for no more than this. */
const signs = [
  ...['BEGIN:VC', 'begin:vc', ';base64,', 'ncoding: base64'].map((sign) => Buffer.from(sign)),
  signedMark,
  tnefMark,
]

/** The texts in archives of one message, looked into one after the other, while what is decoded may grow. */
class ArchiveTexts {
  readonly #lookInto: LookInto
  readonly #turn = new Semaphore(1)
  readonly #turns = new Turns()
  #bytes: number

  constructor(lookInto: LookInto, bytes: number) {
    this.#lookInto = lookInto
    this.#bytes = Math.max(0, bytes)
  }

  /** What stands encoded in one; of a long one only whether anything may. */
  look(text: Uint8Array): Promise<Pick<EmbeddedFiles, 'files' | 'more'>> {
    return this.#turn.run(async () => {
      if (text.length > limits.embeddingBytes) {
        const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
        return { files: [], more: await inSteps(holdsOneOf(bytes, signs), this.#turns) }
      }
      const found = await this.#lookInto(text, this.#bytes)
      this.#bytes = Math.max(0, this.#bytes - found.decodedBytes)
      return found
    })
  }
}
