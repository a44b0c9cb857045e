/** Parses a raw message, whatever it is, into plain data. */
import { limits } from '../domain/limits.ts'
import type { ParsedMail } from '../domain/parsed-mail.ts'
import { truncate } from '../lib/clean-text.ts'
import { extractReply } from './extract-reply.ts'
import { readHtml } from './html-text.ts'
import { readMimeTree } from './mime-tree.ts'
import { readContent } from './read-content.ts'
import { readHeaders } from './read-headers.ts'
import { findStructure } from './structure.ts'
import { visibleText } from './visible-text.ts'

/**
 * Parses `raw`. Never throws: what is beyond a cap of `limits`, or can't be read, is left out and named in `findings`.
 * Every string is clean and no longer than its limit.
 */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const tree = readMimeTree(bytes)
  const structure = findStructure(bytes, tree)
  const content = await readContent(bytes, tree, structure)
  const html = content.html === null ? null : truncate(content.html, limits.bodyCharacters)
  const seen = html === null ? null : readHtml(html)
  const body = truncate(content.text ?? seen?.text ?? '', limits.bodyCharacters)
  const visible = visibleText(
    content.text === null || content.text.trim() === '' ? (seen?.text ?? body) : body,
  )
  const findings = [...content.findings, ...structure.findings]
  return {
    ...readHeaders(tree.parts[0]!.fields),
    body,
    html,
    bodySanitized: visible.text,
    extractedText: extractReply(visible.text),
    attachments: content.attachments.map(({ content: _, ...attachment }) => attachment),
    findings,
    hidden: [...(seen?.hidden ?? []), ...visible.hidden],
    links: seen?.links ?? [],
    hasForm: seen?.hasForm ?? false,
    needsScan: content.attachments.length > 0 || findings.length > 0 || structure.needsScan,
  }
}
