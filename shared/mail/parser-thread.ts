/** The thread that parses mail: a worker of ParserPool. */
import { Handover, serveThread } from '../lib/serve-thread.ts'
import { attachmentContent, attachmentContents } from './attachment-content.ts'
import { pack } from './pack.ts'
import { parseMail } from './parse.ts'
import { sanitizeHtml } from './sanitize-html.ts'

/** What ParserPool asks of a thread. Several messages lie one after another in `bytes`. */
export type ParserTask =
  | { kind: 'parse'; bytes: Uint8Array; lengths: number[] }
  | { kind: 'attachment'; bytes: Uint8Array; index: number }
  | { kind: 'attachments'; bytes: Uint8Array }
  | { kind: 'sanitize'; html: string }

async function work(task: ParserTask): Promise<unknown> {
  switch (task.kind) {
    case 'parse':
      return await parseEach(task.bytes, task.lengths)
    case 'attachment': {
      const content = await attachmentContent(task.bytes, task.index)
      return content === null ? null : handOver([content], ([only]) => only)
    }
    case 'attachments':
      return handOver(await attachmentContents(task.bytes), (contents) => contents)
    case 'sanitize':
      return sanitizeHtml(task.html)
  }
}

async function parseEach(bytes: Uint8Array, lengths: readonly number[]) {
  const mails = []
  let at = 0
  for (const length of lengths) {
    mails.push(pack(await parseMail(bytes.subarray(at, at + length))))
    at += length
  }
  return mails
}

/** Buffers of mail share memory with others: each goes over in memory of its own. */
function handOver(contents: readonly Uint8Array[], shape: (contents: Uint8Array[]) => unknown): Handover {
  const copies = contents.map((content) => new Uint8Array(content))
  return new Handover(
    shape(copies),
    copies.map(({ buffer }) => buffer),
  )
}

serveThread(work)
