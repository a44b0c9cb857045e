/** The thread that parses mail: a worker of ParserPool. */
import { limits } from '../domain/limits.ts'
import type { MailHead } from '../domain/parsed-mail.ts'
import { collectGarbage } from '../lib/collect-garbage.ts'
import { encodeContent } from '../lib/content-coding.ts'
import { type EmbeddedFiles, embeddedFiles } from '../lib/embedded-files.ts'
import { Handover, serveThread } from '../lib/serve-thread.ts'
import { attachmentContent, attachmentContents, filesOf } from './attachment-content.ts'
import { type Composition, compose } from './compose/compose.ts'
import { renderMarkdown } from './compose/markdown.ts'
import { withPlainUrls } from './html-data.ts'
import { pack } from './pack.ts'
import { parseHead, parseMail } from './parse.ts'
import { partFields } from './part-fields.ts'
import { readReport } from './report/read-report.ts'
import { sanitizeHtml } from './sanitize-html.ts'

/** What ParserPool asks of a thread. Several messages lie one after another in `bytes`. */
export type ParserTask =
  | { kind: 'parse' | 'head'; bytes: Uint8Array; lengths: number[] }
  | { kind: 'attachment'; bytes: Uint8Array; index: number }
  | { kind: 'embedded'; bytes: Uint8Array; most: number }
  | { kind: 'attachments' | 'files' | 'part_fields'; bytes: Uint8Array }
  | { kind: 'report'; bytes: Uint8Array; ours: string[] }
  | { kind: 'sanitize'; html: string }
  | { kind: 'markdown'; markdown: string }
  | { kind: 'compose'; parts: Composition }

/** What is read of a message before it is stored; `compressed` is null where its bytes are stored as they are. */
export interface ReadHead {
  head: MailHead
  compressed: Uint8Array | null
}

async function work(task: ParserTask): Promise<unknown> {
  switch (task.kind) {
    case 'parse':
      return await each(task, async (raw) => pack(await parseMail(raw)))
    case 'head':
      return handOverHeads(await each(task, headOf))
    case 'attachment': {
      const content = await attachmentContent(task.bytes, task.index)
      return content === null ? null : handOver([content], ([only]) => only)
    }
    case 'attachments':
      return handOver(await attachmentContents(task.bytes), (contents) => contents)
    case 'files': {
      const { attachments: files, html } = await filesOf(task.bytes)
      let most: number = limits.embeddedBytes
      const look = (content: Uint8Array) => {
        const found = embeddedIn(content, most)
        most = Math.max(0, most - found.decodedBytes)
        return found
      }
      const body = html === null ? null : look(Buffer.from(withPlainUrls(html)))
      const embedded = files.map(({ content }) => look(content))
      return handOver(
        files.map(({ content }) => content),
        (contents) => ({
          body: body ?? nothingEmbedded,
          attachments: contents.map((content, index) => ({
            filename: files[index]!.filename,
            content,
            embedded: embedded[index]!,
          })),
        }),
      )
    }
    case 'embedded':
      return embeddedIn(task.bytes, task.most)
    case 'part_fields':
      return partFields(task.bytes)
    case 'report':
      return readReport(task.bytes, task.ours)
    case 'sanitize':
      return sanitizeHtml(task.html)
    case 'compose':
      return handOver([await compose(task.parts)], ([only]) => only)
    case 'markdown': {
      const rendered = renderMarkdown(task.markdown)
      return 'problem' in rendered ? rendered : { html: sanitizeHtml(rendered.html) }
    }
  }
}

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
  const { coding, content } = encodeContent(raw)
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
