/** Parses mail on threads, so that a hostile message stalls neither the listener nor the API. */
import { limits } from '../domain/limits.ts'
import type { MailReport } from '../domain/mail-report.ts'
import type { JudgedFile, MailHead, ParsedMail } from '../domain/parsed-mail.ts'
import { Batcher } from '../lib/batcher.ts'
import type { CodedContent } from '../lib/content-coding.ts'
import type { EmbeddedFiles } from '../lib/embedded-files.ts'
import { DeadlineError, NoThreadError, ThreadDiedError } from '../lib/thread-errors.ts'
import { ThreadPool } from '../lib/thread-pool.ts'
import type { AttachedContent } from './attachment-content.ts'
import { type Composition, compose } from './compose/compose.ts'
import type { Rendered } from './compose/markdown.ts'
import { parseHeaderOnly } from './header-only.ts'
import { type MessageHashes, messageHashes } from './message-hashes.ts'
import { type PackedMail, unpack } from './pack.ts'
import type {
  FilesToScan,
  MailTask,
  PackedDraft,
  PackedToJudge,
  ParserTask,
  ReadHead,
} from './parser-thread.ts'
import type { PartField } from './part-fields.ts'
import type { AgentReading } from './read-for-agent.ts'

/** Messages up to this many bytes share a crossing to the thread. */
const smallBytes = 64 * 1024
const batch = { maxItems: 16, maxWeight: 4 * smallBytes }

const threadModule = new URL('./parser-thread.ts', import.meta.url)

/** A message read as far as storing it takes, and its bytes as they are stored. */
export interface MailToStore {
  head: MailHead
  coded: CodedContent
}

/** A message that came in, read once to be judged. */
export interface ReadToJudge {
  mail: ParsedMail
  /** Its attachments, those that nobody looks into without content; none where nobody looks into any. */
  files: JudgedFile[]
}

/** A message that leaves, or is analysed, read once. */
export interface ReadDraft {
  mail: ParsedMail
  /** What the antivirus is to see of it beside its bytes; null where there is nothing to scan. */
  files: FilesToScan | null
  /** The header fields of each part but the message itself. */
  partFields: PartField[][]
}

/** Threads that parse mail, read attachments, sanitize HTML and make it of Markdown; the caller's buffers stay the caller's. */
export class ParserPool {
  readonly #pool: ThreadPool
  /** For what took its thread down, or was on it then: one at a time, so that no neighbour can be to blame. */
  readonly #alone = new ThreadPool(threadModule, { size: 1, perThread: 1 })
  readonly #mails: Batcher<Uint8Array, ParsedMail>
  readonly #heads: Batcher<Uint8Array, ReadHead>
  readonly #judged: Batcher<Uint8Array, ReadToJudge>
  readonly #drafts: Batcher<Uint8Array, ReadDraft>
  readonly #deadlineMs: number

  /** `size` is the number of threads; `deadlineMs` how long one crossing may take. */
  constructor(options: { size?: number; deadlineMs?: number } = {}) {
    const { deadlineMs = limits.parseMs, ...size } = options
    this.#deadlineMs = deadlineMs
    this.#pool = new ThreadPool(threadModule, { perThread: 2, ...size })
    this.#mails = new Batcher((raws) => this.#parseAll(raws), { ...batch, lanes: 4 })
    this.#heads = new Batcher((raws) => this.#readHeads(raws), { ...batch, lanes: 4 })
    this.#judged = new Batcher((raws) => this.#readJudged(raws), { ...batch, lanes: 4 })
    this.#drafts = new Batcher((raws) => this.#readDrafts(raws, 'draft'), { ...batch, lanes: 4 })
  }

  /** Starts the threads ahead of the first message. */
  start(): void {
    this.#pool.start()
  }

  /** Messages and other tasks waiting or running. */
  get depth(): number {
    return this.#pool.depth + this.#alone.depth
  }

  /**
   * Parses `raw`; what can't be parsed in time is answered by its header and a finding.
   * @throws NoThreadError, and nothing else: then nobody has looked at it, and it is to be parsed later.
   */
  async parse(raw: Uint8Array): Promise<ParsedMail> {
    try {
      return raw.length <= smallBytes
        ? await this.#mails.add(raw, raw.length)
        : (await this.#parseAll([raw]))[0]!
    } catch {
      return await this.#parseAlone(raw)
    }
  }

  /**
   * Parses `raw` as {@link parse} does, and answers the files that judging looks into; one that can't be parsed in time
   * has none.
   * @throws NoThreadError, as {@link parse} does.
   */
  async readToJudge(raw: Uint8Array): Promise<ReadToJudge> {
    try {
      return raw.length <= smallBytes
        ? await this.#judged.add(raw, raw.length)
        : (await this.#readJudged([raw]))[0]!
    } catch {
      return await this.#judgedAlone(raw)
    }
  }

  /**
   * Reads `raw` once for all who look at it before it leaves: as {@link parse} does, and where it can't be read in time,
   * each by itself.
   * @throws DeadlineError, ThreadDiedError, NoThreadError.
   */
  async readDraft(raw: Uint8Array): Promise<ReadDraft> {
    try {
      return raw.length <= smallBytes
        ? await this.#drafts.add(raw, raw.length)
        : (await this.#readDrafts([raw], 'draft'))[0]!
    } catch {
      return await this.#draftApart(raw, 'parse_draft')
    }
  }

  /** Reads `raw` as {@link readDraft} does, but as mail that comes in. @throws as that does. */
  async readAnalysed(raw: Uint8Array): Promise<ReadDraft> {
    try {
      return (await this.#readDrafts([raw], 'analysed'))[0]!
    } catch {
      return await this.#draftApart(raw, 'parse')
    }
  }

  async #draftApart(raw: Uint8Array, kind: 'parse' | 'parse_draft'): Promise<ReadDraft> {
    const mail = await this.#parseAlone(raw, kind)
    const files = mail.needsScan ? await this.filesToScan(raw) : null
    return { mail, files, partFields: await this.partFields(raw) }
  }

  /**
   * Reads `raw` as far as storing it takes; what can't be read in time is answered by its header.
   * @throws NoThreadError, as {@link parse} does.
   */
  async toStore(raw: Uint8Array): Promise<MailToStore> {
    const asItIs = { coding: 'identity', content: raw } as const
    try {
      const small = raw.length <= smallBytes
      const { head, compressed } = small
        ? await this.#heads.add(raw, raw.length)
        : (await this.#readHeads([raw]))[0]!
      return { head, coded: compressed === null ? asItIs : { coding: 'zstd', content: compressed } }
    } catch {
      const { headers: _, ...head } = await this.#parseAlone(raw)
      return { head, coded: asItIs }
    }
  }

  /** The attachment `index` of `raw`; null where there is none. @throws DeadlineError, ThreadDiedError. */
  attachment(raw: Uint8Array, index: number): Promise<AttachedContent | null> {
    return this.#run<AttachedContent | null>(() => ({ kind: 'attachment', bytes: copyOf([raw]), index }))
  }

  /** Content and charset of each attachment of `raw`, by ParsedAttachment.index. @throws DeadlineError, ThreadDiedError. */
  attachments(raw: Uint8Array): Promise<AttachedContent[]> {
    return this.#run<AttachedContent[]>(() => ({ kind: 'attachments', bytes: copyOf([raw]) }))
  }

  /**
   * Name and content of each attachment of `raw`, in the same order, and what stands encoded in them, and in the URLs of
   * its own HTML. @throws DeadlineError, ThreadDiedError.
   */
  filesToScan(raw: Uint8Array): Promise<FilesToScan> {
    return this.#run(() => ({ kind: 'files', bytes: copyOf([raw]) }))
  }

  /**
   * What stands encoded in `text`, decoded to at most `most` bytes; where no thread could tell, that there is more.
   * @throws NoThreadError
   */
  async embeddedFiles(text: Uint8Array, most: number): Promise<EmbeddedFiles> {
    try {
      return await this.#run<EmbeddedFiles>(() => ({ kind: 'embedded', bytes: copyOf([text]), most }))
    } catch (error) {
      if (error instanceof NoThreadError) throw error
      return { files: [], more: true, decodedBytes: 0 }
    }
  }

  /** The header fields of each part of `raw` but the message itself. @throws DeadlineError, ThreadDiedError. */
  partFields(raw: Uint8Array): Promise<PartField[][]> {
    return this.#run<PartField[][]>(() => ({ kind: 'part_fields', bytes: copyOf([raw]) }))
  }

  /** What `raw` reports about mail of ours; null where it is no report. @throws DeadlineError, ThreadDiedError. */
  readReport(raw: Uint8Array, ours: string[]): Promise<MailReport | null> {
    return this.#run<MailReport | null>(() => ({ kind: 'report', bytes: copyOf([raw]), ours }))
  }

  /** `html` made safe to show. @throws DeadlineError, ThreadDiedError. */
  sanitizeHtml(html: string): Promise<string> {
    return this.#run<string>(() => ({ kind: 'sanitize', html }))
  }

  /** What an agent looks for in a message. @throws DeadlineError, ThreadDiedError. */
  readForAgent(subject: string, text: string, html: string | null): Promise<AgentReading> {
    return this.#run<AgentReading>(() => ({ kind: 'for_agent', subject, text, html }))
  }

  /**
   * The hashes of `raw`, and of `raw` with `behind` behind it: made here where it is small, since a crossing costs more.
   * @throws DeadlineError, ThreadDiedError.
   */
  async hashes(raw: Uint8Array, behind: string): Promise<MessageHashes> {
    if (raw.length <= smallBytes) return messageHashes(raw, behind)
    return this.#run<MessageHashes>(() => ({
      kind: 'hashes',
      bytes: isShared(raw) ? raw : copyOf([raw]),
      behind,
    }))
  }

  /**
   * The message of `parts`: made here where it is small, since a crossing costs more; else in memory that threads share.
   * @throws DeadlineError, ThreadDiedError.
   */
  async compose(parts: Composition): Promise<Buffer> {
    const { text, html, attachments } = parts
    const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0)
    const characters = text.length + (html?.length ?? 0)
    if (characters <= limits.composedHereCharacters && bytes <= limits.composedHereBytes)
      return compose(parts)
    const raw = await this.#run<Uint8Array>(() => ({ kind: 'compose', parts }))
    return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  }

  /** The HTML that `markdown` makes, safe to show; or in a few words why it makes none. @throws DeadlineError, ThreadDiedError. */
  htmlOfMarkdown(markdown: string): Promise<Rendered> {
    return this.#run<Rendered>(() => ({ kind: 'markdown', markdown }))
  }

  /** Ends the threads; what is still running is rejected. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#alone.close()])
  }

  async #parseAll(raws: readonly Uint8Array[]): Promise<ParsedMail[]> {
    return (await this.#send<PackedMail[]>(this.#pool, parseTask('parse', raws))).map(unpack)
  }

  #readHeads(raws: readonly Uint8Array[]): Promise<ReadHead[]> {
    return this.#send<ReadHead[]>(this.#pool, parseTask('head', raws))
  }

  async #readJudged(raws: readonly Uint8Array[], pool = this.#pool): Promise<ReadToJudge[]> {
    const read = await this.#send<PackedToJudge[]>(pool, parseTask('judged', raws))
    return read.map(({ mail, files }) => ({ mail: unpack(mail), files }))
  }

  async #judgedAlone(raw: Uint8Array): Promise<ReadToJudge> {
    try {
      return (await this.#readJudged([raw], this.#alone))[0]!
    } catch (error) {
      return { mail: this.#headerOnly(raw, error), files: [] }
    }
  }

  async #readDrafts(raws: readonly Uint8Array[], kind: 'draft' | 'analysed'): Promise<ReadDraft[]> {
    const drafts = await this.#send<PackedDraft[]>(this.#pool, parseTask(kind, raws))
    return drafts.map((draft) => ({ ...draft, mail: unpack(draft.mail) }))
  }

  async #parseAlone(raw: Uint8Array, kind: 'parse' | 'parse_draft' = 'parse'): Promise<ParsedMail> {
    try {
      return unpack((await this.#send<PackedMail[]>(this.#alone, parseTask(kind, [raw])))[0]!)
    } catch (error) {
      return this.#headerOnly(raw, error)
    }
  }

  #headerOnly(raw: Uint8Array, error: unknown): ParsedMail {
    if (error instanceof NoThreadError) throw error
    return parseHeaderOnly(raw, [
      error instanceof DeadlineError
        ? {
            code: 'parse_timeout',
            detail: `Parsing took more than ${this.#deadlineMs} ms and was given up.`,
          }
        : { code: 'parse_failed', detail: 'The parser failed on the message.' },
    ])
  }

  /** Runs a task; one whose thread died is tried once more, alone. `task` is made anew: its buffer was handed over. */
  async #run<Output>(task: () => ParserTask): Promise<Output> {
    try {
      return await this.#send<Output>(this.#pool, task())
    } catch (error) {
      if (error instanceof DeadlineError || error instanceof ThreadDiedError)
        return await this.#send(this.#alone, task())
      throw error
    }
  }

  #send<Output>(pool: ThreadPool, task: ParserTask): Promise<Output> {
    const { buffer } = 'bytes' in task ? task.bytes : {}
    return pool.run<Output>(task, this.#deadlineMs, buffer instanceof ArrayBuffer ? [buffer] : [])
  }
}

const parseTask = (kind: MailTask, raws: readonly Uint8Array[]): ParserTask => ({
  kind,
  bytes: raws.length === 1 && isShared(raws[0]!) ? raws[0]! : copyOf(raws),
  lengths: raws.map(({ length }) => length),
})

/** Whether threads can read the bytes where they are. */
const isShared = ({ buffer }: Uint8Array): boolean => buffer instanceof SharedArrayBuffer

/** The messages one after another in memory of their own, to be handed over: the caller still needs his. */
function copyOf(raws: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(raws.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const raw of raws) {
    bytes.set(raw, at)
    at += raw.length
  }
  return bytes
}
