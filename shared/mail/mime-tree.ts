/** Finds the MIME parts of a raw message: where each header and body is, in one pass and without recursion. */
import { limits } from '../domain/limits.ts'
import { firstField, type HeaderField, isField, splitHeaderFields } from './header-fields.ts'
import { type HeaderValue, parseHeaderValue } from './header-value.ts'

/** A part of a message; the message itself is the first. */
export interface MimePart {
  parent: MimePart | null
  /** 0 for the message itself. */
  depth: number
  fields: HeaderField[]
  type: HeaderValue
  disposition: HeaderValue
  /** Content-Transfer-Encoding, lowercase; empty where absent. */
  encoding: string
  /** Of a multipart; null where it has none. */
  boundary: string | null
  /** Offsets into the raw message; the line break before a delimiter belongs to the delimiter. */
  headerStart: number
  bodyStart: number
  bodyEnd: number
  children: number
  /** Inside a message that is attached: its parts are not parts of the outer message. */
  enclosed: boolean
}

export interface MimeTree {
  /** In the order they begin; at least the message itself. */
  parts: MimePart[]
  /** The cap that ended the walk. */
  capped: 'headers_capped' | 'depth_capped' | 'parts_capped' | null
}

const lf = 0x0a
const cr = 0x0d
const delimiterStart = Buffer.from('\n--')
/** RFC 2046 §5.1.1 allows 70 characters; senders exceed it. */
const longestBoundary = 1_000
/** Of all parts together: a thousand parts may not have a thousand times the header of one. */
const allHeaderBytes = 8 * limits.headerBytes

/** Walks `raw`; ends early at a cap of `limits` (header bytes, depth, parts), which is then in `capped`. */
export function readMimeTree(raw: Buffer): MimeTree {
  return new Walk(raw).run()
}

class Walk {
  readonly #raw: Buffer
  readonly #tree: MimeTree = { parts: [], capped: null }
  /** Open multiparts, outermost first, and the same by boundary. */
  readonly #open: MimePart[] = []
  readonly #byBoundary = new Map<string, MimePart[]>()
  #headerBytes = 0
  /** The part that the bytes at hand belong to. */
  #current: MimePart | null = null

  constructor(raw: Buffer) {
    this.#raw = raw
  }

  run(): MimeTree {
    let at = this.#openPart(null, 0)
    while (this.#tree.capped === null && at < this.#raw.length) {
      const line = this.#nextDelimiterLine(at)
      if (line < 0) break
      at = this.#delimiter(line)
    }
    for (let part = this.#current; part !== null; part = part.parent) part.bodyEnd = this.#raw.length
    for (const part of this.#open) part.bodyEnd = this.#raw.length
    return this.#tree
  }

  /** Reads the header at `start` of a child of `parent`; answers where the search for delimiters goes on. */
  #openPart(parent: MimePart | null, start: number): number {
    const { parts } = this.#tree
    const depth = parent === null ? 0 : parent.depth + 1
    if (depth > limits.mimeDepth) return this.#cap('depth_capped')
    if (parts.length >= limits.mimeParts) return this.#cap('parts_capped')
    const { end, bodyStart } = this.#headerEnd(start)
    this.#headerBytes += end - start
    if (end - start > limits.headerBytes || this.#headerBytes > allHeaderBytes)
      this.#tree.capped = 'headers_capped'
    const block = this.#raw.toString('latin1', start, Math.min(end, start + limits.headerBytes))
    const part = describe(parent, depth, splitHeaderFields(block))
    part.headerStart = start
    part.bodyStart = parent === null ? beginOfText(part, end, bodyStart) : bodyStart
    part.bodyEnd = part.bodyStart
    if (parent !== null) parent.children++
    parts.push(part)
    this.#current = part
    if (this.#tree.capped !== null) return this.#raw.length
    if (part.boundary !== null) this.#push(part)
    else if (holdsMessage(part)) return this.#openPart(part, part.bodyStart)
    return part.bodyStart
  }

  #cap(code: 'depth_capped' | 'parts_capped'): number {
    this.#tree.capped = code
    return this.#raw.length
  }

  #push(part: MimePart): void {
    this.#open.push(part)
    const same = this.#byBoundary.get(part.boundary!)
    if (same === undefined) this.#byBoundary.set(part.boundary!, [part])
    else same.push(part)
  }

  #pop(): MimePart {
    const part = this.#open.pop()!
    const same = this.#byBoundary.get(part.boundary!)!
    same.pop()
    if (same.length === 0) this.#byBoundary.delete(part.boundary!)
    return part
  }

  /** The header ends at an empty line, or at a delimiter where a part has no body at all. */
  #headerEnd(start: number): { end: number; bodyStart: number } {
    const raw = this.#raw
    let at = start
    while (at < raw.length && at - start <= limits.headerBytes) {
      const newline = raw.indexOf(lf, at)
      if (newline < 0) return { end: raw.length, bodyStart: raw.length }
      if (newline === at || (newline === at + 1 && raw[at] === cr)) return { end: at, bodyStart: newline + 1 }
      if (raw[at] === 0x2d && raw[at + 1] === 0x2d && this.#match(at, newline) !== null)
        return { end: at, bodyStart: at }
      at = newline + 1
    }
    return { end: Math.min(at, raw.length), bodyStart: Math.min(at, raw.length) }
  }

  /** Start of the next line from `at`, itself a line's start, that begins with `--`; -1 where there is none. */
  #nextDelimiterLine(at: number): number {
    if (this.#open.length === 0) return -1
    if (this.#raw[at] === 0x2d && this.#raw[at + 1] === 0x2d) return at
    const found = this.#raw.indexOf(delimiterStart, at)
    return found < 0 ? -1 : found + 1
  }

  /** The open multipart whose delimiter the line is, and whether it closes it. */
  #match(start: number, newline: number): { part: MimePart; closing: boolean } | null {
    let end = newline
    while (end > start && isPadding(this.#raw[end - 1]!)) end--
    if (end - start > longestBoundary + 4 || end - start < 3) return null
    const text = this.#raw.toString('latin1', start + 2, end)
    const opening = this.#byBoundary.get(text)?.at(-1)
    if (opening !== undefined) return { part: opening, closing: false }
    if (!text.endsWith('--')) return null
    const closing = this.#byBoundary.get(text.slice(0, -2))?.at(-1)
    return closing === undefined ? null : { part: closing, closing: true }
  }

  /** Handles the line at `start` that begins with `--`; answers where to go on. */
  #delimiter(start: number): number {
    const found = this.#raw.indexOf(lf, start)
    const newline = found < 0 ? this.#raw.length : found
    const next = found < 0 ? newline : newline + 1
    const match = this.#match(start, newline)
    if (match === null) return next
    const { part, closing } = match
    let bodyEnd = start
    if (bodyEnd > 0 && this.#raw[bodyEnd - 1] === lf) bodyEnd -= this.#raw[bodyEnd - 2] === cr ? 2 : 1
    for (let inner = this.#current; inner !== null && inner !== part; inner = inner.parent)
      inner.bodyEnd = Math.max(inner.bodyStart, bodyEnd)
    while (this.#open.at(-1) !== part) {
      const left = this.#pop()
      left.bodyEnd = Math.max(left.bodyStart, bodyEnd)
    }
    this.#current = part
    if (!closing) return this.#openPart(part, next)
    part.bodyEnd = next
    this.#pop()
    this.#current = part.parent
    return next
  }
}

/**
 * Where the body of a message begins whose header ends at `end`: of one that is text as it stands, with the first line
 * behind the last field. Programs forget the empty line, and what they write would be seen by nobody.
 */
function beginOfText({ fields, boundary, encoding, type }: MimePart, end: number, bodyStart: number): number {
  const text = ['', 'text', 'text/plain', 'text/html'].includes(type.value)
  if (!text || boundary !== null || !asItIs.includes(encoding)) return bodyStart
  const lines = fields.slice(fields.findLastIndex(isField) + 1)
  return lines.length === 0 ? bodyStart : end - lines.reduce((sum, { source }) => sum + source.length, 0)
}

/** Transfer encodings that leave the bytes as they are. */
const asItIs = ['', '7bit', '8bit', 'binary']

const isPadding = (code: number): boolean => code === 0x20 || code === 0x09 || code === cr

/** Types that have no parts (RFC 2046); an unknown one has some where it names a boundary: it may be hiding them. */
const onePart = /^(?:text|image|audio|video|application|font|model|message)\//

function describe(parent: MimePart | null, depth: number, fields: HeaderField[]): MimePart {
  const written = firstField(fields, 'content-type')
  const type = parseHeaderValue(written ?? (parent !== null && isDigest(parent) ? 'message/rfc822' : ''))
  const disposition = parseHeaderValue(firstField(fields, 'content-disposition') ?? '')
  const encoding = parseHeaderValue(firstField(fields, 'content-transfer-encoding') ?? '').value
  const boundary = onePart.test(type.value) ? '' : (type.params.get('boundary') ?? '').trimEnd()
  const enclosed = parent !== null && (parent.enclosed || (isMessage(parent) && !isShownMessage(parent)))
  return {
    parent,
    depth,
    fields,
    type,
    disposition,
    encoding,
    boundary:
      boundary === '' || boundary.length > longestBoundary ? null : Buffer.from(boundary).toString('latin1'),
    headerStart: 0,
    bodyStart: 0,
    bodyEnd: 0,
    children: 0,
    enclosed,
  }
}

/** Its parts are messages unless they say otherwise (RFC 2046 §5.1.5). */
const isDigest = (part: MimePart): boolean => part.type.value === 'multipart/digest'

const isMessage = (part: MimePart): boolean =>
  part.type.value === 'message/rfc822' ||
  part.type.value === 'message/global' ||
  part.type.value === 'message/news'

/** Whether it is a message that asks to be shown within the one that holds it, or one of a digest that says nothing. */
export const isShownMessage = (part: MimePart): boolean =>
  part.type.value === 'message/rfc822' &&
  (part.disposition.value === 'inline' || isDigested(part)) &&
  holdsMessage(part)

const isDigested = ({ parent, disposition, fields }: MimePart): boolean =>
  parent !== null &&
  isDigest(parent) &&
  disposition.value === '' &&
  firstField(fields, 'content-type') === undefined

/** Whether the body is itself a message that can be read in place. */
function holdsMessage(part: MimePart): boolean {
  return isMessage(part) && asItIs.includes(part.encoding)
}
