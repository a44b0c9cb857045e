/** What one attachment says, as it is judged, for who reads it. */

import { isEncryptedMessage, isEncryptedOffice } from '../antivirus/formats/documents.ts'
import { hasMembers, zipFault } from '../antivirus/read-members.ts'
import type { ReadableFormat, UnreadReason } from '../domain/attachment-text.ts'
import { inSteps, Turns } from '../lib/in-steps.ts'
import { isTnef } from '../lib/tnef.ts'
import { isText } from '../mail/file-text.ts'
import { type AttachedFile, readAttachmentTexts } from './attachment-texts.ts'
import { documentFormat } from './documents/document.ts'
import type { DocumentReader } from './documents/read-document.ts'
import { shownTextsOf } from './texts.ts'

/** What an attachment says; `format` is null where nothing can be read of it, and `unread` says why. */
export interface AttachedText {
  format: ReadableFormat | null
  unread: UnreadReason | null
  text: string
  /** Whether it was read to its end. */
  whole: boolean
}

/** Never throws for what the file holds. */
export async function attachedText(file: AttachedFile, documents: DocumentReader): Promise<AttachedText> {
  const read = await readAttachmentTexts([file], documents)
  // A document that could be text, too, is what its readers show.
  const texts = shownTextsOf([...new Map(read.texts.toReversed().map((one) => [one.filename, one])).values()])
    .toReversed()
    .filter(({ filename }) => !read.unread.has(filename))
  const [only] = texts
  const text =
    texts.length === 1 && only!.filename === file.filename
      ? only!.text
      : texts.map((one) => `--- ${one.filename} ---\n${one.text}`).join('\n\n')
  const fault = await zipFault(file.content)
  const whole = read.cut.length === 0 && read.unread.size === 0 && fault === null
  const unread = text === '' ? await whyUnread(file, [...read.unread.values()], fault) : null
  if (unread !== null) return { format: null, unread, text, whole: false }
  return { format: formatOf(file) ?? 'text', unread, text, whole }
}

const formatOf = (file: AttachedFile): ReadableFormat | null =>
  documentFormat(file.content) ??
  (hasMembers(file.content) || isTnef(file.content) ? 'archive' : isText(file.content, file) ? 'text' : null)

/** Why nothing is read of `file`; null where it is an empty text. */
async function whyUnread(
  file: AttachedFile,
  documents: readonly UnreadReason[],
  fault: UnreadReason | null,
): Promise<UnreadReason | null> {
  const { content } = file
  if (content.length === 0) return null
  const known = fault ?? documents[0]
  if (known !== undefined) return known
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (isEncryptedMessage(bytes) || (await inSteps(isEncryptedOffice(bytes), new Turns()))) return 'encrypted'
  return isText(content, file) ? null : 'not_text'
}
