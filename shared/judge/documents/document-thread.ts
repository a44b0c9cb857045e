/** The thread that reads documents: a worker of DocumentPool. */
import { serveThread } from '../../lib/serve-thread.ts'
import type { DocumentFormat } from './document.ts'
import { readDocument } from './read-document.ts'

/** What DocumentPool asks of a thread. */
export interface DocumentTask {
  format: DocumentFormat
  content: Uint8Array
}

serveThread(({ format, content }: DocumentTask) => readDocument(content, format))
