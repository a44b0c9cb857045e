/** Decoded content of attachments, read from the raw message again: it is not stored. */
import { holdsDataUrl } from './html-data.ts'
import { type ContentAttachment, readParts } from './read-content.ts'

/** Each attachment of `raw` with its content, in the order of ParsedAttachment.index. Never throws. */
export async function attachmentFiles(raw: Uint8Array): Promise<ContentAttachment[]> {
  return (await readParts(raw)).content.attachments
}

/** The same, and the HTML of the message in whose URLs files may stand: null where none does. Never throws. */
export async function filesOf(
  raw: Uint8Array,
): Promise<{ attachments: ContentAttachment[]; html: string | null }> {
  const { attachments, html } = (await readParts(raw)).content
  return { attachments, html: html !== null && holdsDataUrl(html) ? html : null }
}

/** Content of each attachment of `raw`, in the order of ParsedAttachment.index. Never throws. */
export async function attachmentContents(raw: Uint8Array): Promise<Uint8Array[]> {
  return (await attachmentFiles(raw)).map(({ content }) => content)
}

/** What a download or a reader needs of an attachment. */
export type AttachedContent = Pick<ContentAttachment, 'content' | 'charset'>

/** The attachment with ParsedAttachment.index `index`; null where there is none. Never throws. */
export async function attachmentAt(raw: Uint8Array, index: number): Promise<AttachedContent | null> {
  return (await attachmentFiles(raw))[index] ?? null
}
