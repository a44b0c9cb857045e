/** The text in the attachments of a message that came in, as the scorers read it. */
import type { ParsedMail } from '../domain/parsed-mail.ts'
import { isPdf } from '../mail/file-text.ts'
import { readHtml } from '../mail/html-text.ts'
import { isMarkup } from '../risk/scam/active-content.ts'
import type { RiskMessage } from '../risk/scorer.ts'
import { type AttachedFile, type AttachmentTexts, readAttachmentTexts } from './attachment-texts.ts'
import type { DocumentReader } from './documents/read-document.ts'

/** What `files`, the attachments of `mail`, say: of HTML the visible text and, after it, the hidden. */
export async function textsOf(
  files: readonly AttachedFile[],
  mail: Pick<ParsedMail, 'textFiles'>,
  documents?: DocumentReader,
): Promise<
  Required<Pick<RiskMessage, 'attachmentTexts' | 'heldNames' | 'attachmentsCut' | 'attachedPages'>>
> {
  const wanted = files.filter(
    ({ content }, index) => (mail.textFiles?.includes(index) ?? true) || isPdf(content),
  )
  const { texts, heldNames, cut } = await readAttachmentTexts(wanted, documents)
  return {
    attachmentTexts: shownTextsOf(texts),
    heldNames,
    attachmentsCut: cut,
    attachedPages: texts
      .filter(({ text }) => isMarkup(text))
      .map(({ filename, text }) => ({ filename, source: text })),
  }
}

/** Texts of attachments as their readers see them: of pages what is shown, and what is hidden. */
export const shownTextsOf = (texts: AttachmentTexts['texts']): AttachmentTexts['texts'] =>
  texts.map(({ filename, text }) => ({ filename, text: shownText(filename, text) }))

const called = /\.(?:x?html?|shtml|svg)$/i

/** What a person sees of a page, and what it hides; of what is not called one, its source as well. */
function shownText(filename: string, text: string): string {
  if (!isMarkup(text)) return text
  const html = readHtml(text)
  const seen = [html.text, ...html.hidden.map((hidden) => hidden.text)].join('\n')
  return called.test(filename) ? seen : `${text}\n${seen}`
}
