/** Decoded content of attachments, read from the raw message again: it is not stored. */
import { holdsDataUrl } from './html-data.ts'
import { readMimeTree } from './mime-tree.ts'
import { type ContentAttachment, type MailContent, readContent } from './read-content.ts'
import { findStructure } from './structure.ts'

/** Each attachment of `raw` with its content, in the order of ParsedAttachment.index. Never throws. */
export async function attachmentFiles(raw: Uint8Array): Promise<ContentAttachment[]> {
  return (await contentOf(raw)).attachments
}

/** The same, and the HTML of the message in whose URLs files may stand: null where none does. Never throws. */
export async function filesOf(
  raw: Uint8Array,
): Promise<{ attachments: ContentAttachment[]; html: string | null }> {
  const { attachments, html } = await contentOf(raw)
  return { attachments, html: html !== null && holdsDataUrl(html) ? html : null }
}

function contentOf(raw: Uint8Array): Promise<MailContent> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const tree = readMimeTree(bytes)
  return readContent(bytes, tree, findStructure(bytes, tree))
}

/** Content of each attachment of `raw`, in the order of ParsedAttachment.index. Never throws. */
export async function attachmentContents(raw: Uint8Array): Promise<Uint8Array[]> {
  return (await attachmentFiles(raw)).map(({ content }) => content)
}

/** Content of the attachment with ParsedAttachment.index `index`; null where there is none. */
export async function attachmentContent(raw: Uint8Array, index: number): Promise<Uint8Array | null> {
  return (await attachmentContents(raw))[index] ?? null
}
