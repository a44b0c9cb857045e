/** Bodies and attachments of a raw message, by mailparser, with what it loses put back. */
import { createHash } from 'node:crypto'
import { simpleParser } from 'mailparser'
import { limits } from '../domain/limits.ts'
import type { ParsedAttachment, StructuralFinding } from '../domain/parsed-mail.ts'
import { cleanText, truncate } from '../lib/clean-text.ts'
import {
  type Edit,
  filenameOf,
  isAttachment,
  isNamedInlineText,
  type MimePart,
  type MimeTree,
} from './mime-tree.ts'
import { Placeholders } from './placeholders.ts'
import { plainText } from './plain-text.ts'
import { rewriteParts } from './rewrite-parts.ts'
import type { Structure } from './structure.ts'
import { decodeTransfer, findUuBlocks } from './transfer-encoding.ts'

/** An attachment with its decoded content; without, where the structure was read without it and it is large. */
export interface ContentAttachment extends ParsedAttachment {
  content: Uint8Array
  /** Charset parameter of its Content-Type; null where it has none, or where it can't be told which part it was. */
  charset: string | null
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

/** In place of content that wasn't to be kept. */
const nothing = Buffer.alloc(0)

/**
 * Reads the content of `raw`, whose structure is `tree`. Never throws: a message beyond a cap, or one that
 * mailparser can't read, has no content here and a finding that says so.
 */
export async function readContent(raw: Buffer, tree: MimeTree, structure: Structure): Promise<MailContent> {
  if (tree.capped !== null) return unread({ code: tree.capped, detail: capDetails[tree.capped] })
  const plain = plainText(raw, tree, structure)
  if (plain !== null) return withUuBlocks({ text: plain, html: null, attachments: [] })
  try {
    const placeholders = new Placeholders(structure.decoded.parts)
    const content = await readParts(raw, tree, structure, placeholders)
    return placeholders.complete
      ? content
      : await readParts(raw, tree, structure, new Placeholders(new Map()))
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

const uuCapped: StructuralFinding = {
  code: 'parts_capped',
  detail: `The message holds more than ${limits.mimeParts} files; the uuencoded ones were left in its text.`,
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

async function readParts(
  raw: Buffer,
  tree: MimeTree,
  structure: Structure,
  placeholders: Placeholders,
): Promise<MailContent> {
  const edits = [...tree.edits, ...structure.edits, ...rewriteParts(raw, tree.parts)]
  const mail = await simpleParser(edited(raw, [...edits, ...placeholders.edits]), parserOptions)
  const sources = tree.parts.filter(isAttachment)
  const attachments: Found[] = mail.attachments.map((attachment, index) => {
    const kept = placeholders.contentFor(attachment.content)
    const content = kept === undefined ? attachment.content : (kept.content ?? nothing)
    const source = sources.length === mail.attachments.length ? sources[index] : undefined
    return {
      filename: nameOf(attachment.filename, source),
      contentType: cleanText(attachment.contentType || 'application/octet-stream'),
      sizeBytes: kept?.length ?? content.length,
      sha256: kept === undefined ? attachment.checksum : (kept.sha256 ?? sha256(content)),
      contentId: contentIdOf(attachment.cid),
      inline: attachment.contentDisposition === 'inline' || attachment.related === true,
      content,
      charset: source?.type.params.get('charset') ?? null,
    }
  })
  attachments.push(...tree.parts.filter(isNamedInlineText).map((part) => namedText(raw, part)))
  const html = typeof mail.html === 'string' ? cleanText(mail.html) : null
  return withUuBlocks({ text: mail.text ?? null, html, attachments })
}

/** The content with uuencoded files taken out of its text, and all attachments numbered. */
function withUuBlocks(read: { text: string | null; html: string | null; attachments: Found[] }): MailContent {
  const { text, files } = takeUuBlocks(read.text)
  const tooMany = read.attachments.length + files.length > limits.mimeParts
  const kept = tooMany ? read.text : text
  return {
    text: kept === null ? null : cleanText(kept),
    html: read.html,
    attachments: (tooMany ? read.attachments : [...read.attachments, ...files]).map((attachment, index) => ({
      index,
      ...attachment,
    })),
    findings: tooMany ? [uuCapped] : [],
  }
}

/** `raw` with `edits` applied; `raw` itself where there are none. */
function edited(raw: Buffer, edits: readonly Edit[]): Buffer {
  if (edits.length === 0) return raw
  const pieces: Buffer[] = []
  let at = 0
  for (const edit of edits.toSorted((a, b) => a.at - b.at)) {
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
    charset: part.type.params.get('charset') ?? null,
  }
}

/** The uuencoded files in `text` as attachments, and the text without them. */
function takeUuBlocks(text: string | null): { text: string | null; files: Found[] } {
  const blocks = text === null ? [] : findUuBlocks(text, limits.mimeParts + 1)
  if (text === null || blocks.length === 0) return { text, files: [] }
  const starts = [0, ...blocks.map(({ end }) => end)]
  const ends = [...blocks.map(({ start }) => start), text.length]
  return {
    text: starts.map((start, index) => text.slice(start, ends[index])).join(''),
    files: blocks.map(({ filename, content }) => ({
      filename: cleanText(filename),
      contentType: 'application/octet-stream',
      sizeBytes: content.length,
      sha256: sha256(content),
      contentId: null,
      inline: false,
      content,
      charset: null,
    })),
  }
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** A Content-ID without its angle brackets, at most a Message-ID's length. */
function contentIdOf(value: string | undefined): string | null {
  const id = truncate(cleanText((value ?? '').replace(/[<>\s]/g, '')), limits.messageIdBytes)
  return id === '' ? null : id
}
