/** The thread that parses mail: a worker of ParserPool. */
import type { MailHead } from '../domain/parsed-mail.ts'
import { encodeContent } from '../lib/content-coding.ts'
import { Handover, serveThread } from '../lib/serve-thread.ts'
import { attachmentContent, attachmentContents } from './attachment-content.ts'
import { pack } from './pack.ts'
import { parseHead, parseMail } from './parse.ts'
import { readReport } from './report/read-report.ts'
import { sanitizeHtml } from './sanitize-html.ts'

/** What ParserPool asks of a thread. Several messages lie one after another in `bytes`. */
export type ParserTask =
  | { kind: 'parse' | 'head'; bytes: Uint8Array; lengths: number[] }
  | { kind: 'attachment'; bytes: Uint8Array; index: number }
  | { kind: 'attachments'; bytes: Uint8Array }
  | { kind: 'report'; bytes: Uint8Array; ours: string[] }
  | { kind: 'sanitize'; html: string }

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
    case 'report':
      return readReport(task.bytes, task.ours)
    case 'sanitize':
      return sanitizeHtml(task.html)
  }
}

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

serveThread(work)
