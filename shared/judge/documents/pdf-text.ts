/** Reads the text of a PDF, page by page, by PDF.js. */
import { limits } from '../../domain/limits.ts'
import { cleanText } from '../../lib/clean-text.ts'
import { threadTime } from '../../lib/thread-clock.ts'
import type { DocumentText } from './document.ts'

/**
 * The text of the first `limits.documentPages` pages, as far as `limits.documentReadMs` of the thread's time go; all of it,
 * shown or not. What is damaged, locked or a scan has none. Holds its thread for as long as a page takes: the caller sets a deadline.
 */
export async function pdfText(content: Uint8Array): Promise<DocumentText> {
  const until = threadTime() + limits.documentReadMs
  const pages: string[] = []
  let left: number = limits.attachmentTextBytes
  // It takes a while to load, and most mail has none.
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(new Uint8Array(content), {
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
  }).catch((error: Error) => (error.name === 'PasswordException' ? 'encrypted' : 'damaged'))
  if (typeof document === 'string') return { text: '', whole: true, unread: document }
  try {
    const count = Math.min(document.numPages, limits.documentPages)
    for (let number = 1; number <= count; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const written = items
        .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
        .join('')
      const text = [written, ...saidBeside(await page.getAnnotations(), written)].join('\n')
      pages.push(text.slice(0, left))
      left -= text.length
      if (left < 0 || (threadTime() > until && number < document.numPages)) return textOf(pages, false)
    }
    return textOf(pages, document.numPages <= count)
  } catch {
    const read = textOf(pages, false)
    return read.text === '' ? { ...read, unread: 'damaged' } : read
  } finally {
    await document.loadingTask.destroy()
  }
}

/** What notes and fields of a form on a page say, and where its links lead: readers show it with the page, which doesn't have it. */
function saidBeside(annotations: readonly Record<string, unknown>[], written: string): string[] {
  const texts = annotations.flatMap(({ contentsObj, textContent, fieldValue, url, unsafeUrl }) => [
    (contentsObj as { str?: unknown } | undefined)?.str,
    Array.isArray(textContent) ? textContent.join('\n') : '',
    ...[fieldValue].flat(),
    url ?? unsafeUrl,
  ])
  const said = texts.filter(
    (text) => typeof text === 'string' && text.trim() !== '' && !written.includes(text),
  )
  return [...new Set(said as string[])]
}

function textOf(pages: readonly string[], whole: boolean): DocumentText {
  const text = cleanText(pages.join('\n\n')).trim()
  return { text, whole, unread: text === '' && whole ? 'no_text' : null }
}
