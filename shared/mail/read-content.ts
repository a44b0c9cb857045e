/** Bodies and attachments of a raw message: its parts, decoded. */
import { createHash } from 'node:crypto'
import { limits } from '../domain/limits.ts'
import type { ParsedAttachment, StructuralFinding } from '../domain/parsed-mail.ts'
import { cleanText, truncate } from '../lib/clean-text.ts'
import { escapeHtml } from '../lib/html.ts'
import { withLineFeeds } from './bare-cr.ts'
import { firstField } from './header-fields.ts'
import { type MimePart, type MimeTree, readMimeTree } from './mime-tree.ts'
import {
  filenameOf,
  isFile,
  isShown,
  isShownFile,
  isSignedMessage,
  isWithin,
  shownType,
  typeOf,
} from './part-kind.ts'
import { nulNameOf, shortName } from './short-name.ts'
import { headLines, shownText } from './shown-text.ts'
import { signedFile } from './signed-file.ts'
import type { DecodedBody } from './strict-base64.ts'
import { findStructure, type Structure } from './structure.ts'
import { decodeTransfer, findUuBlocks } from './transfer-encoding.ts'

/** An attachment with its decoded content; without, where the structure was read without it and it is large. */
export interface ContentAttachment extends ParsedAttachment {
  content: Uint8Array
  /** Charset parameter of its Content-Type; null where it has none. */
  charset: string | null
}

export interface MailContent {
  /** The text parts joined; null where there is none. */
  text: string | null
  /** The HTML parts joined; null where there is none. */
  html: string | null
  /** The HTML parts that stand beside the text, and are no other form of it, joined; null where there is none. */
  htmlBeside: string | null
  attachments: ContentAttachment[]
  /** Why the content could not be read, if so. */
  findings: StructuralFinding[]
}

type Found = Omit<ContentAttachment, 'index'>
type Bodies = Pick<MailContent, 'text' | 'html' | 'htmlBeside'>

/** In place of content that wasn't to be kept. */
const nothing = Buffer.alloc(0)

/** A message taken apart: its parts, what is odd about them, and what they hold. */
export interface ReadParts {
  tree: MimeTree
  structure: Structure
  content: MailContent
}

/**
 * Takes `raw` apart, its bytes being walked once. Never throws: a message beyond a cap has no content and a finding that
 * says so. Without `keepContent`, large files are told by their length and hash.
 */
export async function readParts(raw: Uint8Array, keepContent = true): Promise<ReadParts> {
  const given = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const bytes = withLineFeeds(given)
  const read = await readWithin(bytes, keepContent, 0)
  if (bytes === given) return read
  const findings = [bareCr, ...read.structure.findings]
  return { ...read, structure: { ...read.structure, findings, needsScan: true } }
}

const bareCr: StructuralFinding = {
  code: 'bare_cr',
  detail: 'The lines of the message end with CR alone: other readers may see one line, and no text.',
}

/** The same of what is signed in as many messages that are each a signed file. */
async function readWithin(raw: Uint8Array, keepContent: boolean, signatures: number): Promise<ReadParts> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const tree = readMimeTree(bytes)
  const structure = findStructure(bytes, tree, keepContent)
  const content = await readContent(bytes, tree, structure)
  const signed = signatures < mostSignatures ? signedPart(content, tree, structure) : null
  if (signed === null) return { tree, structure, content }
  const inner = await readWithin(signed, keepContent, signatures + 1)
  return { tree, structure, content: withSigned(content, inner) }
}

/** S/MIME signs a message once, or once more what it has encrypted; each costs a reading of all that is in it. */
const mostSignatures = 5

/** What is shown of a message that is a signed file as a whole: the part of a message in it; null where that is none. */
function signedPart(
  { attachments }: MailContent,
  { parts }: MimeTree,
  { decoded }: Structure,
): Buffer | null {
  const [root] = parts
  if (attachments.length !== 1 || !isSignedMessage(root!)) return null
  const content = decoded.get(root!)?.content ?? null
  const file = content === null ? null : signedFile(content, { filename: '' })
  return file?.isPart === true ? file.content : null
}

/** The files of a signed part stand behind the file that holds it. */
function withSigned(outer: MailContent, { structure, content }: ReadParts): MailContent {
  const attachments = [...outer.attachments, ...content.attachments]
  return {
    ...content,
    attachments: attachments.map((file, index) => ({ ...file, index })),
    findings: [...outer.findings, ...content.findings, ...structure.findings],
  }
}

async function readContent(
  raw: Buffer,
  { parts, capped }: MimeTree,
  { decoded }: Structure,
): Promise<MailContent> {
  if (capped !== null) {
    const findings = [{ code: capped, detail: capDetails[capped] }]
    return { text: null, html: null, htmlBeside: null, attachments: [], findings }
  }
  const contentOf = (part: MimePart): DecodedBody => {
    const known = decoded.get(part)
    if (known !== undefined) return known
    const content = decodeTransfer(raw.subarray(part.bodyStart, part.bodyEnd), part.encoding)
    const body = { length: content.length, content, sha256: null }
    decoded.set(part, body)
    return body
  }
  const bodies = await readBodies(raw, parts, contentOf)
  // The order is what ParsedAttachment.index counts, of stored messages as well.
  const files = [...parts.filter(isFile), ...parts.filter(isShownFile)]
  return withUuBlocks(
    bodies,
    files.map((part) => fileOf(part, contentOf(part))),
  )
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

/** What is shown, in the order of the parts; above the text of a message that is shown within, its head. */
async function readBodies(
  raw: Buffer,
  parts: readonly MimePart[],
  contentOf: (part: MimePart) => DecodedBody,
): Promise<Bodies> {
  const shown = parts.filter(isShown)
  const isHtml = (part: MimePart) => shownType(part) === 'text/html'
  const hasHtml = shown.some(isHtml)
  const hasText = !shown.every(isHtml)
  const texts: string[] = []
  const pages: string[] = []
  const pageParts: { part: MimePart; text: string }[] = []
  /** Those that have a text which says something: their pages say the same. */
  const alternatives = new Set<MimePart>()
  for (const part of parts) {
    if (part.enclosed) continue
    if (part.parent?.boundary === null) {
      const lines = headLines(part)
      if (hasText) texts.push(`\n${lines.join('\n')}\n`)
      if (hasHtml) pages.push(`<p>${lines.map(escapeHtml).join('<br/>\n')}</p>`)
    }
    if (!isShown(part)) continue
    const text = await shownText(raw, part, contentOf(part).content ?? nothing)
    if (text === '') continue
    if (isHtml(part)) {
      pages.push(text)
      pageParts.push({ part, text })
    } else {
      texts.push(text)
      if (text.trim() !== '') for (const outer of alternativesAround(part)) alternatives.add(outer)
    }
  }
  const beside = pageParts
    .filter(({ part }) => !alternativesAround(part).some((outer) => alternatives.has(outer)))
    .map(({ text }) => text)
  return {
    text: texts.length > 0 ? texts.join('\n') : null,
    html: pages.length > 0 ? cleanText(pages.join('<br/>\n')) : null,
    htmlBeside: beside.length > 0 ? cleanText(beside.join('<br/>\n')) : null,
  }
}

/** The multiparts around a part of which readers show one form alone. */
function alternativesAround(part: MimePart): MimePart[] {
  const found: MimePart[] = []
  for (let outer = part.parent; outer !== null; outer = outer.parent)
    if (outer.type.value === 'multipart/alternative') found.push(outer)
  return found
}

function fileOf(part: MimePart, { length, content, sha256 }: DecodedBody): Found {
  const contentId = contentIdOf(firstField(part.fields, 'content-id'))
  const isRelated = contentId !== null && isWithin(part, 'multipart/related')
  return {
    filename: shortName(filenameOf(part)),
    ...nulNameOf(filenameOf(part)),
    contentType: truncate(cleanText(typeOf(part)), limits.contentTypeCharacters),
    sizeBytes: length,
    sha256: sha256 ?? hashOf(content ?? nothing),
    contentId,
    inline: part.disposition.value === 'inline' || isShown(part) || isRelated,
    content: content ?? nothing,
    charset: part.type.params.get('charset') ?? null,
  }
}

/** The content with uuencoded files taken out of its text, and all attachments numbered. */
function withUuBlocks(bodies: Bodies, found: Found[]): MailContent {
  const { text, files } = takeUuBlocks(bodies.text)
  const tooMany = found.length + files.length > limits.mimeParts
  const kept = tooMany ? bodies.text : text
  return {
    ...bodies,
    text: kept === null ? null : cleanText(kept),
    attachments: (tooMany ? found : [...found, ...files]).map((file, index) => ({ index, ...file })),
    findings: tooMany ? [uuCapped] : [],
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
      filename: shortName(filename),
      ...nulNameOf(filename),
      contentType: 'application/octet-stream',
      sizeBytes: content.length,
      sha256: hashOf(content),
      contentId: null,
      inline: false,
      content,
      charset: null,
    })),
  }
}

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** A Content-ID without its angle brackets, at most a Message-ID's length. */
function contentIdOf(value: string | undefined): string | null {
  const id = truncate(cleanText((value ?? '').replace(/[<>\s]/g, '')), limits.messageIdBytes)
  return id === '' ? null : id
}
