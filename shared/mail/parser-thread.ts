/** The thread that parses mail: a worker of ParserPool. */
import { limits } from '../domain/limits.ts'
import type { JudgedFile, MailHead } from '../domain/parsed-mail.ts'
import { collectGarbage } from '../lib/collect-garbage.ts'
import { encodeContent } from '../lib/content-coding.ts'
import { type EmbeddedFiles, embeddedFiles } from '../lib/embedded-files.ts'
import { Handover, serveThread } from '../lib/serve-thread.ts'
import { type AttachedContent, attachmentAt, attachmentFiles, filesOf } from './attachment-content.ts'
import { type Composition, compose } from './compose/compose.ts'
import { renderMarkdown } from './compose/markdown.ts'
import { withPlainUrls } from './html-data.ts'
import { judgedFiles } from './judged-files.ts'
import { messageHashes } from './message-hashes.ts'
import { type PackedMail, pack } from './pack.ts'
import { type MailReading, parseHead, parseMail, readMail } from './parse.ts'
import { type PartField, partFields, partFieldsOf } from './part-fields.ts'
import type { ContentAttachment } from './read-content.ts'
import { readForAgent } from './read-for-agent.ts'
import { readReport } from './report/read-report.ts'
import { sanitizeHtml } from './sanitize-html.ts'

/** What is read of whole messages: of drafts (`parse_draft`, `draft`), or as of mail that comes in. */
export type MailTask = 'parse' | 'parse_draft' | 'judged' | 'head' | 'draft' | 'analysed'

/** What ParserPool asks of a thread. Several messages lie one after another in `bytes`. */
export type ParserTask =
  | { kind: MailTask; bytes: Uint8Array; lengths: number[] }
  | { kind: 'attachment'; bytes: Uint8Array; index: number }
  | { kind: 'embedded'; bytes: Uint8Array; most: number }
  | { kind: 'attachments' | 'files' | 'part_fields'; bytes: Uint8Array }
  | { kind: 'report'; bytes: Uint8Array; ours: string[] }
  | { kind: 'sanitize'; html: string }
  | { kind: 'for_agent'; subject: string; text: string; html: string | null }
  | { kind: 'markdown'; markdown: string }
  | { kind: 'compose'; parts: Composition }
  | { kind: 'hashes'; bytes: Uint8Array; behind: string }

/** An attachment as the antivirus is to see it. */
interface FileToScan {
  filename: string
  contentType: string
  charset: string | null
  content: Uint8Array
  embedded: EmbeddedFiles
}

/** What the antivirus is to see of a message beside its bytes. */
export interface FilesToScan {
  /** What stands encoded in the URLs of its own HTML. */
  body: EmbeddedFiles
  attachments: FileToScan[]
}

/** What is read of a message that leaves, or is analysed; `files` is null where there is nothing to scan. */
export interface PackedDraft {
  mail: PackedMail
  files: FilesToScan | null
  partFields: PartField[][]
}

/** What is read of a message that came in and is judged now. */
export interface PackedToJudge {
  mail: PackedMail
  files: JudgedFile[]
}

/** What is read of a message before it is stored; `compressed` is null where its bytes are stored as they are. */
export interface ReadHead {
  head: MailHead
  compressed: Uint8Array | null
}

async function work(task: ParserTask): Promise<unknown> {
  switch (task.kind) {
    case 'parse':
      return await each(task, async (raw) => pack(await parseMail(raw)))
    case 'parse_draft':
      return await each(task, async (raw) => pack(await parseMail(raw, 'draft')))
    case 'judged':
      return handOverJudged(await each(task, async (raw) => toJudge(await readMail(raw))))
    case 'head':
      return handOverHeads(await each(task, headOf))
    case 'draft':
      return handOverDrafts(await each(task, async (raw) => draftOf(await readMail(raw, 'draft'))))
    case 'analysed':
      return handOverDrafts(await each(task, async (raw) => draftOf(await readMail(raw))))
    case 'attachment': {
      const file = await attachmentAt(task.bytes, task.index)
      if (file === null) return null
      return handOver([file.content], ([content]) => ({ content, charset: file.charset }))
    }
    case 'attachments':
      return handOverAttached(await attachmentFiles(task.bytes))
    case 'files': {
      const { attachments, html } = await filesOf(task.bytes)
      const files = toScan(attachments, html)
      return new Handover(files, buffersOf(files))
    }
    case 'embedded':
      return embeddedIn(task.bytes, task.most)
    case 'part_fields':
      return partFields(task.bytes)
    case 'report':
      return readReport(task.bytes, task.ours)
    case 'sanitize':
      return sanitizeHtml(task.html)
    case 'for_agent':
      return readForAgent(task.subject, task.text, task.html)
    case 'compose':
      return sharedCopy(await compose(task.parts))
    case 'hashes':
      return messageHashes(task.bytes, task.behind)
    case 'markdown': {
      const rendered = renderMarkdown(task.markdown)
      return 'problem' in rendered ? rendered : { html: sanitizeHtml(rendered.html) }
    }
  }
}

/** Contents share memory with the rest of their message: each is copied, to be handed over. */
function toScan(files: readonly ContentAttachment[], linkedHtml: string | null): FilesToScan {
  let most: number = limits.embeddedBytes
  const look = (content: Uint8Array) => {
    const found = embeddedIn(content, most)
    most = Math.max(0, most - found.decodedBytes)
    return found
  }
  const body = linkedHtml === null ? nothingEmbedded : look(Buffer.from(withPlainUrls(linkedHtml)))
  return {
    body,
    attachments: files.map(({ filename, contentType, charset, content }) => ({
      filename,
      contentType,
      charset,
      content: new Uint8Array(content),
      embedded: look(content),
    })),
  }
}

const buffersOf = ({ attachments }: FilesToScan): ArrayBuffer[] =>
  attachments.map(({ content }) => content.buffer as ArrayBuffer)

/** What nobody looks into doesn't go over; the rest is copied, since contents share memory. */
const toJudge = ({ mail, files }: MailReading): PackedToJudge => ({
  mail: pack(mail),
  files: judgedFiles(files, mail).map((file) => ({ ...file, content: new Uint8Array(file.content) })),
})

const handOverJudged = (read: PackedToJudge[]): Handover =>
  new Handover(
    read,
    read.flatMap(({ files }) => files.map(({ content }) => content.buffer as ArrayBuffer)),
  )

const draftOf = ({ mail, files, linkedHtml, tree }: MailReading): PackedDraft => ({
  mail: pack(mail),
  files: mail.needsScan ? toScan(files, linkedHtml) : null,
  partFields: partFieldsOf(tree),
})

const handOverDrafts = (drafts: PackedDraft[]): Handover =>
  new Handover(
    drafts,
    drafts.flatMap(({ files }) => (files === null ? [] : buffersOf(files))),
  )

const nothingEmbedded: EmbeddedFiles = { files: [], more: false, decodedBytes: 0 }

const embeddedIn = (content: Uint8Array, bytes: number): EmbeddedFiles =>
  embeddedFiles(content, { files: limits.embeddedFiles, depth: limits.archiveDepth, bytes })

async function each<Answer>(
  { bytes, lengths }: { bytes: Uint8Array; lengths: number[] },
  answer: (raw: Uint8Array) => Promise<Answer>,
): Promise<Answer[]> {
  const answers = []
  let at = 0
  for (const length of lengths) {
    answers.push(await answer(bytes.subarray(at, at + length)))
    at += length
  }
  return answers
}

/** The bytes go back only where they were compressed: the caller has them otherwise. */
async function headOf(raw: Uint8Array): Promise<ReadHead> {
  const { coding, content } = encodeContent(raw, true)
  return { head: await parseHead(raw), compressed: coding === 'zstd' ? new Uint8Array(content) : null }
}

const handOverHeads = (heads: ReadHead[]): Handover =>
  new Handover(
    heads,
    heads.flatMap(({ compressed }) => (compressed === null ? [] : [compressed.buffer as ArrayBuffer])),
  )

/** Buffers of mail share memory with others: each goes over in memory of its own. */
function handOver(contents: readonly Uint8Array[], shape: (contents: Uint8Array[]) => unknown): Handover {
  const copies = contents.map((content) => new Uint8Array(content))
  return new Handover(
    shape(copies),
    copies.map(({ buffer }) => buffer),
  )
}

/** Where other threads can read it as it lies: what was composed is read, hashed and scanned next. */
function sharedCopy(content: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(content.length))
  shared.set(content)
  return shared
}

const handOverAttached = (files: readonly AttachedContent[]): Handover =>
  handOver(
    files.map(({ content }) => content),
    (contents): AttachedContent[] =>
      contents.map((content, index) => ({ content, charset: files[index]!.charset })),
  )

/** Bytes of a task behind which what it took is given back at once: it takes far longer than that. */
const largeBytes = 8 * 1024 * 1024

const collectSoon = () => setImmediate(collectGarbage)

serveThread((task: ParserTask) => {
  const answer = work(task)
  const large = 'bytes' in task && task.bytes.length > largeBytes
  // The answer goes out first.
  if (large) void answer.then(collectSoon, collectSoon)
  return answer
})
