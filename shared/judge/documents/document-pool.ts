/** Reads documents on a thread of their own, which a hostile one can neither keep nor fill. */
import { limits } from '../../domain/limits.ts'
import { NoThreadError } from '../../lib/thread-errors.ts'
import { ThreadPool } from '../../lib/thread-pool.ts'
import type { DocumentFormat, DocumentText } from './document.ts'
import type { DocumentTask } from './document-thread.ts'

/** One document at a time: PDF.js unpacks into memory, and nothing but its deadline bounds how much. */
export class DocumentPool {
  readonly #pool = new ThreadPool(new URL('./document-thread.ts', import.meta.url), { size: 1, perThread: 1 })

  /**
   * The text of a document; of one that takes more than `limits.documentMs`, or its thread's memory, nothing, and that
   * it goes on.
   * @throws NoThreadError: then nobody has looked at it, and it is to be read later.
   */
  async read(content: Uint8Array, format: DocumentFormat): Promise<DocumentText> {
    const copy = new Uint8Array(content)
    const task: DocumentTask = { format, content: copy }
    try {
      return await this.#pool.run<DocumentText>(task, limits.documentMs, [copy.buffer])
    } catch (error) {
      if (error instanceof NoThreadError) throw error
      return { text: '', whole: false, unread: 'too_slow' }
    }
  }

  /** Ends the thread; what is still being read is rejected. */
  close(): Promise<void> {
    return this.#pool.close()
  }
}
