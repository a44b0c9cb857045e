/** Decoded content of attachments, read from the raw message again: it is not stored. */
import { readMimeTree } from './mime-tree.ts'
import { readContent } from './read-content.ts'
import { findStructure } from './structure.ts'

/** Content of each attachment of `raw`, in the order of ParsedAttachment.index. Never throws. */
export async function attachmentContents(raw: Uint8Array): Promise<Uint8Array[]> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const tree = readMimeTree(bytes)
  const { attachments } = await readContent(bytes, tree, findStructure(bytes, tree))
  return attachments.map(({ content }) => content)
}

/** Content of the attachment with ParsedAttachment.index `index`; null where there is none. */
export async function attachmentContent(raw: Uint8Array, index: number): Promise<Uint8Array | null> {
  return (await attachmentContents(raw))[index] ?? null
}
