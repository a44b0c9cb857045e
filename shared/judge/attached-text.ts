/** What one attachment says, as it is judged, for who reads it. */
import { hasMembers } from '../antivirus/read-members.ts'
import type { ReadableFormat } from '../domain/attachment-text.ts'
import { isText } from '../mail/file-text.ts'
import { type AttachedFile, readAttachmentTexts } from './attachment-texts.ts'
import { documentFormat } from './documents/document.ts'
import type { DocumentReader } from './documents/read-document.ts'
import { shownTextsOf } from './texts.ts'

/** What an attachment says; `format` is null where nothing can be read of it. */
export interface AttachedText {
  format: ReadableFormat | null
  text: string
  /** Whether it was read to its end. */
  whole: boolean
}

/** Never throws for what the file holds. */
export async function attachedText(file: AttachedFile, documents: DocumentReader): Promise<AttachedText> {
  const read = await readAttachmentTexts([file], documents)
  // A document that could be text, too, is what its readers show.
  const texts = shownTextsOf([
    ...new Map(read.texts.toReversed().map((one) => [one.filename, one])).values(),
  ]).toReversed()
  const [only] = texts
  const text =
    texts.length === 1 && only!.filename === file.filename
      ? only!.text
      : texts.map((one) => `--- ${one.filename} ---\n${one.text}`).join('\n\n')
  const whole = read.cut.length === 0
  return { format: text === '' && whole ? emptyFormat(file) : formatOf(file), text, whole }
}

const formatOf = (file: AttachedFile): ReadableFormat | null =>
  documentFormat(file.content) ??
  (hasMembers(file.content) ? 'archive' : isText(file.content, file) ? 'text' : null)

/** Of what says nothing: an empty text, or nothing that can be read. */
const emptyFormat = (file: AttachedFile): ReadableFormat | null =>
  isText(file.content, file) ? 'text' : null
