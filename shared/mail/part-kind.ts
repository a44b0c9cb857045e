/** What is made of a part: text that is shown, a file, or both; and of which type it is, by what it says or by its name. */
import { extname } from 'node:path'
import { detectMimeType } from 'nodemailer/lib/mime-funcs'
import { isShownMessage, type MimePart } from './mime-tree.ts'

const shownTypes = ['text/plain', 'text/html', 'message/delivery-status']
const anyFile = 'application/octet-stream'
/** Texts that people and programs write as the whole of a message. */
const writtenTypes: ReadonlySet<string> = new Set(['text/markdown', 'text/x-markdown', 'text/enriched'])

/** The part's media type, lowercase: as it says; where it says none or any file, as its filename does; else text. */
export function typeOf(part: MimePart): string {
  const type = saidType(part)
  return type === anyFile ? detectMimeType(filenameOf(part)) : type
}

/** Whether the part is text of the message, to be shown. */
export function isShown(part: MimePart): boolean {
  const { enclosed, boundary, children, disposition } = part
  return (
    !enclosed &&
    (boundary === null || children === 0) &&
    ['', 'inline'].includes(disposition.value) &&
    shownTypes.includes(shownType(part))
  )
}

/**
 * The media type as readers take it: `text` of old mail is plain text, a type may lack the semicolon behind it, and a
 * message that is all of a kind of text that nobody draws is read as plain text (RFC 2046 §4.1.4). So is what says a
 * type that is none (RFC 2045 §5.2) and has no filename, and a multipart in which no part begins.
 */
export function shownType(part: MimePart): string {
  const type = saidType(part)
  if (type.startsWith('multipart/') && part.children === 0) return 'text/plain'
  if (type === 'text') return 'text/plain'
  if (!type.includes('/') && filenameOf(part) === '') return type === 'html' ? 'text/html' : 'text/plain'
  if (part.parent === null && writtenTypes.has(type)) return 'text/plain'
  return /^(text\/(?:plain|html))[ \t]/.exec(type)?.[1] ?? type
}

/** Whether the part is a file: no text that is shown, or text that only some readers may take for it. */
export function isFile(part: MimePart): boolean {
  const isMultipart = part.type.value.startsWith('multipart/')
  const isText = isShown(part) && shownType(part) === saidType(part)
  return !part.enclosed && !isMultipart && !isText && !isShownMessage(part)
}

/** Whether the part is shown, and a file as well: text that has a filename. */
export function isShownFile(part: MimePart): boolean {
  return isShown(part) && !isFile(part) && saidType(part).startsWith('text/') && filenameOf(part) !== ''
}

/** Whether the message is a file of S/MIME as a whole (RFC 8551 §3.1): what is signed in it is what readers show. */
export const isSignedMessage = (part: MimePart): boolean =>
  part.parent === null &&
  (/^application\/(?:x-)?pkcs7-mime$/.test(saidType(part)) || /\.p7m$/i.test(filenameOf(part)))

/** The part's filename, of Content-Disposition or else Content-Type; empty where it has none. */
export function filenameOf(part: MimePart): string {
  return (part.disposition.params.get('filename') || part.type.params.get('name') || '').trim()
}

/** Whether the part stands in a multipart of that type, at any depth. */
export function isWithin(part: MimePart, type: `multipart/${string}`): boolean {
  for (let outer = part.parent; outer !== null; outer = outer.parent)
    if (outer.type.value === type) return true
  return false
}

function saidType(part: MimePart): string {
  const { type, disposition } = part
  return type.value || namedType(part) || (disposition.value === 'attachment' ? anyFile : 'text/plain')
}

function namedType(part: MimePart): string | null {
  const filename = filenameOf(part)
  return extname(filename) === '' ? null : detectMimeType(filename)
}
