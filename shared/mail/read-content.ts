/** Bodies and attachments of a raw message, by mailparser, with what it loses put back. */
import { createHash } from 'node:crypto'
import { simpleParser } from 'mailparser'
import { limits } from '../domain/limits.ts'
import type { ParsedAttachment, StructuralFinding } from '../domain/parsed-mail.ts'
import { cleanText, truncate } from '../lib/clean-text.ts'
import { decodeCharset } from './charset.ts'
import type { Edit, MimePart, MimeTree } from './mime-tree.ts'
import { rewriteParts } from './rewrite-parts.ts'
import type { Structure } from './structure.ts'
import { decodeTransfer, findUuBlocks } from './transfer-encoding.ts'

/** An attachment with its decoded content. */
export interface ContentAttachment extends ParsedAttachment {
  content: Uint8Array
}

export interface MailContent {
  /** The text parts joined; null where there is none. */
  text: string | null
  /** The HTML parts joined; null where there is none. */
  html: string | null
  attachments: ContentAttachment[]
  /** Why the content could not be read, if so. */
  findings: StructuralFinding[]
}

type Found = Omit<ContentAttachment, 'index'>

/**
 * Reads the content of `raw`, whose structure is `tree`. Never throws: a message beyond a cap, or one that
 * mailparser can't read, has no content here and a finding that says so.
 */
export async function readContent(raw: Buffer, tree: MimeTree, structure: Structure): Promise<MailContent> {
  if (tree.capped !== null) return unread({ code: tree.capped, detail: capDetails[tree.capped] })
  try {
    return await readWithMailparser(raw, tree, [
      ...tree.edits,
      ...structure.edits,
      ...rewriteParts(raw, tree.parts),
    ])
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return unread({
      code: 'parse_failed',
      detail: cleanText(`The message could not be parsed: ${truncate(reason, 200)}`),
    })
  }
}

const capDetails = {
  headers_capped: `A header is longer than ${limits.headerBytes} bytes; the content was not parsed.`,
  depth_capped: `Parts are nested deeper than ${limits.mimeDepth} levels; the content was not parsed.`,
  parts_capped: `The message has more than ${limits.mimeParts} parts; the content was not parsed.`,
}

const unread = (finding: StructuralFinding): MailContent => ({
  text: null,
  html: null,
  attachments: [],
  findings: [finding],
})

const parserOptions = {
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipImageLinks: true,
  skipTextLinks: true,
  keepCidLinks: true,
  checksumAlgo: 'sha256',
  // The caps of limits are ours to check; these only have to be beyond them.
  maxHeadSize: 4 * limits.headerBytes,
  maxChildNodes: 4 * limits.mimeParts,
}

async function readWithMailparser(raw: Buffer, tree: MimeTree, edits: Edit[]): Promise<MailContent> {
  const mail = await simpleParser(
    mend(
      raw,
      edits.toSorted((a, b) => a.at - b.at),
    ),
    parserOptions,
  )
  const sources = tree.parts.filter(isAttachment)
  const attachments: Found[] = mail.attachments.map((attachment, index) => ({
    filename: nameOf(
      attachment.filename,
      sources.length === mail.attachments.length ? sources[index] : undefined,
    ),
    contentType: cleanText(attachment.contentType || 'application/octet-stream'),
    sizeBytes: attachment.content.length,
    sha256: attachment.checksum,
    contentId: contentIdOf(attachment.cid),
    inline: attachment.contentDisposition === 'inline' || attachment.related === true,
    content: attachment.content,
  }))
  attachments.push(...tree.parts.filter(isNamedInlineText).map((part) => namedText(raw, part)))
  let text: string | null = mail.text ?? null
  if (text !== null) {
    const blocks = findUuBlocks(text)
    attachments.push(...blocks.map((block) => uuAttachment(block.filename, block.content)))
    for (const { start, end } of blocks.toReversed()) text = text.slice(0, start) + text.slice(end)
  }
  return {
    text: text === null ? null : cleanText(text),
    html: typeof mail.html === 'string' ? cleanText(mail.html) : null,
    attachments: attachments.map((attachment, index) => ({ index, ...attachment })),
    findings: [],
  }
}

/** `raw` with `edits` applied; `raw` itself where there are none. */
function mend(raw: Buffer, edits: readonly Edit[]): Buffer {
  if (edits.length === 0) return raw
  const pieces: Buffer[] = []
  let at = 0
  for (const edit of edits) {
    pieces.push(raw.subarray(at, edit.at), Buffer.from(edit.insert, 'latin1'))
    at = edit.at + edit.remove
  }
  pieces.push(raw.subarray(at))
  return Buffer.concat(pieces)
}

/** The filename as we read it, which knows raw UTF-8 and more of RFC 2231, where the part is known; else mailparser's. */
function nameOf(theirs: string | undefined, part: MimePart | undefined): string {
  return cleanText((part === undefined ? '' : filenameOf(part)) || (theirs ?? ''))
}

/** Whether mailparser yields the part as an attachment. */
function isAttachment(part: MimePart): boolean {
  const { value } = part.type
  if (part.enclosed || value.startsWith('multipart/')) return false
  if (part.disposition.value !== '') return part.disposition.value !== 'inline' || !bodyTypes.includes(value)
  return value !== '' && !bodyTypes.includes(value)
}

const bodyTypes = ['text/plain', 'text/html', 'message/delivery-status']

/** A text part with a filename that asks to be shown inline: mailparser makes it body text only. */
function isNamedInlineText(part: MimePart): boolean {
  return (
    !part.enclosed &&
    (part.type.value === '' || part.type.value === 'text/plain' || part.type.value === 'text/html') &&
    (part.disposition.value === 'inline' || part.disposition.value === '') &&
    filenameOf(part) !== ''
  )
}

function filenameOf(part: MimePart): string {
  return part.disposition.params.get('filename') || part.type.params.get('name') || ''
}

function namedText(raw: Buffer, part: MimePart): Found {
  const content = decodeTransfer(raw.subarray(part.bodyStart, part.bodyEnd), part.encoding)
  return {
    filename: cleanText(filenameOf(part)),
    contentType: cleanText(part.type.value || 'text/plain'),
    sizeBytes: content.length,
    sha256: sha256(content),
    contentId: contentIdOf(part.fields.find(({ key }) => key === 'content-id')?.value),
    inline: true,
    content,
  }
}

function uuAttachment(filename: string, content: Buffer): Found {
  return {
    filename: cleanText(decodeCharset(Buffer.from(filename), 'utf-8')),
    contentType: 'application/octet-stream',
    sizeBytes: content.length,
    sha256: sha256(content),
    contentId: null,
    inline: false,
    content,
  }
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** A Content-ID without its angle brackets, at most a Message-ID's length. */
function contentIdOf(value: string | undefined): string | null {
  const id = truncate(cleanText((value ?? '').replace(/[<>\s]/g, '')), limits.messageIdBytes)
  return id === '' ? null : id
}
