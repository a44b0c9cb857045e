/** Tokens that stand alone and look drawn by a machine: keys of vendors that no rule knows. */
import { before } from '../pii/context.ts'
import type { Span } from '../span.ts'
import { isPlaceholder, isSerial } from './allow-list.ts'
import { findAssigned, harmless } from './assignments.ts'
import { findAtPlaces, isUserAndPassword } from './credentials.ts'
import { isHexadecimal, isUuid, looksRandom, wordShare } from './randomness.ts'

const token =
  /(?<![^\s"'`<>()[\]{},;=:])[A-Za-z0-9_~][A-Za-z0-9_.+/=~%-]{12,600}(?![^\s"'`<>()[\]{},;:!?\\])/g
/** A short name that vendors put before their tokens, so that they can be found. */
const prefixed = /^[A-Za-z][A-Za-z0-9]{0,11}[-_.](?:[A-Za-z0-9]{1,10}[-_.]){0,3}(?=[A-Za-z0-9+/=_~.-]{6,}$)/
/** What such a name is made of where its vendor helps. */
const telling =
  /(?:^|[_.-])(?:sec(?:ret)?|sk|rk|key|tok(?:en)?|pat|sat|pwd?|pass|api|auth|live|test|prod)[_.-]|SECK/i
/** Words before a token that say it is something else. */
const otherThing =
  /\b(?:sha\d{0,3}|md5|hash|checksum|digest|integrity|etag|commit|revision|message-id|references|in-reply-to|content-id|boundary|dkim|signature|bh|fingerprint|uuid|guid|trace|span|request|req|correlation|session|order|tracking|parcel|shipment|booking|reference|ref|invoice|ticket|case|serial|model|part|sku|version|build|release|ssh-\w{2,10}|ecdsa-\w{3,20}|base64|image|cid|thread|document|doc|file|folder|meeting|zoom|iban|bic|license plate|vin|isbn|utm_\w{3,8}|id|ids)\b[\s"'`:=#(<.]{0,6}$/
/** What stands right before a value that is assigned. */
const assigns = /[:=]\s{0,2}["'`]?$/
/** Keys of a mail service: an MD5 and two short numbers, which hardly anything else has. */
const mailKey = /^[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}$/
/** What services begin the names of things with, which open nothing. */
const identifier =
  /^(?:acct|req|ch|cus|cust|pi|evt|sub|prod|price|txn|tx|re|po|inv|ord|order|msg|usr|user|run|job|trk|ship|case|conv|thread|ev|id|in|py|cs)_[A-Za-z0-9]+$/
const header =
  /(?:^|\n)(?:received|dkim|arc|authentication|x-|message-id|references|list-|content-|mime|return-path|thread-)[a-z-]{0,40}:[^\n]*$/i

/** Tokens in `text` that are most likely keys. */
export function findBareTokens(text: string): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(token)) {
    const value = match[0].replace(/[.:]+$/, '')
    const start = match.index
    const confidence = judge(text, start, value)
    if (confidence > 0)
      spans.push({ type: 'secret', start, end: start + value.length, confidence, rule: 'bare_token' })
  }
  return spans
}

function judge(text: string, start: number, value: string): number {
  if (mailKey.test(value)) return 0.8
  if (
    isUuid(value) ||
    isHexadecimal(value.replace(/[-_]/g, '').toLowerCase()) ||
    isPlaceholder(value) ||
    isSerial(value)
  )
    return 0
  const withDigits = value.split(/[-_.]/).filter((part) => /\d/.test(part))
  if (
    withDigits.length > 1 &&
    withDigits.every((part) => part.length < 24 && isHexadecimal(part.toLowerCase()))
  )
    return 0
  if (isNameOrPath(value) || identifier.test(value)) return 0
  const encoded = encodedText(value)
  if (encoded !== null) return saysSecret(encoded, before(text, start, 40)) ? 0.8 : 0
  const lead = before(text, start, 60)
  // Looked for at the end first: at most places nothing is assigned.
  const name = assigns.test(lead) ? /[^\n]{0,50}["'`]?\s{0,2}[:=]{1,2}\s{0,2}["'`]?$/.exec(lead) : null
  if (name !== null && harmless.test(name[0])) return 0
  if (otherThing.test(lead) || isEncodedBlock(text, start, value.length)) return 0
  if (isInHeader(text, start) || isInAddress(text, start)) return 0
  const prefix = prefixed.exec(value)
  if (prefix !== null) {
    const body = value.slice(prefix[0].length)
    if (!telling.test(prefix[0]) && encodedText(body) !== null) return 0
    if (body.length >= 10 && longestPiece(body) >= 8 && looksRandom(body)) return 0.7
    if (body.length >= 24 && isHexadecimal(body)) return 0.65
    if (telling.test(prefix[0]) && body.length >= 10 && saysNothing(body)) return 0.6
  }
  if (value.length < 24 || longestPiece(value) < 12 || !looksRandom(value)) return 0
  // Capitals and digits only: as likely the number of a parcel or a product.
  return /[a-z]/.test(value) ? 0.6 : 0
}

/** Whether the token is a part of a web address: those are full of them. */
const isInAddress = (text: string, start: number): boolean =>
  /(?::\/\/|www\.)[^\s<>"'`]{0,300}$/.test(text.slice(Math.max(0, start - 300), start))

/** Whether the line of `start`, as far as 200 characters before it, is a field of a mail's header. */
const isInHeader = (text: string, start: number): boolean =>
  header.test(text.slice(Math.max(0, start - 200), start))

/** Short pieces are words of a name: `org.neo4j.neo4j-graphdb-api`. */
const longestPiece = (text: string): number => Math.max(...text.split(/[-_.]/).map(({ length }) => length))

/** Hexadecimal, or letters of both cases without a word. */
const saysNothing = (text: string): boolean =>
  (isHexadecimal(text) && /\d/.test(text) && /[a-f]/i.test(text)) ||
  (/^[a-z\d]+$/.test(text) && /\d\D*\d/.test(text) && wordShare(text) < 0.3) ||
  (/[a-z]/.test(text) && /[A-Z]/.test(text) && text.length >= 14 && wordShare(text) < 0.4)

/** A file, a package, a host, a date, a list of words. */
function isNameOrPath(value: string): boolean {
  if (/^\d{4}-\d\d-\d\d|^\d+(?:[._-]\d+)*$|^[\d.,%+-]+$/.test(value)) return true
  if (
    /\.(?:[a-z]{2,4}|html?|json|yaml|docx?|xlsx?|pptx?|jpe?g|pdf|zip|tar|gz)$/i.test(value) &&
    wordShare(value) > 0.15
  )
    return true
  if (/\.[a-z]{2,4}$/.test(value) && value.split(/[-_]/).length > 4) return true
  if (value.split('.').length > 2 && wordShare(value) > 0.4) return true
  if (value.split('/').length > 2 && !/^[A-Za-z0-9+/]{32,}={0,2}$/.test(value)) return true
  return value.includes('@') || (value.includes('=') && /^[\w.-]{1,30}=[^=]/.test(value))
}

/** A line of an encoded file or signature: nothing but such characters, with another such line beside it. */
function isEncodedBlock(text: string, start: number, length: number): boolean {
  if (length > 200) return true
  if (length < 40) return isLastOfBlock(text, start, length)
  const head = text.slice(Math.max(0, start - 10), start)
  const tail = text.slice(start + length, start + length + 10)
  if (!/(?:^|\n)[> \t]{0,8}$/.test(head) || !/^[ \t\r]{0,8}(?:\n|$)/.test(tail)) return false
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', start + length)
  const rest = lineEnd < 0 ? '' : text.slice(lineEnd + 1, lineEnd + 120)
  const prior = text.slice(Math.max(0, lineStart - 120), Math.max(0, lineStart - 1))
  return (
    /^\s{0,4}[A-Za-z0-9+/=_-]{20,}\s{0,2}(?:\n|$)/.test(rest) ||
    /(?:^|\n)\s{0,4}[A-Za-z0-9+/=_-]{20,}\s{0,2}$|-----\s{0,2}$/.test(prior)
  )
}

/** The short line that ends such a block: behind a full one, with an end, a check sum or nothing behind it. */
const isLastOfBlock = (text: string, start: number, length: number): boolean =>
  /(?:^|\n)[> \t]{0,4}[A-Za-z0-9+/_-]{56,80}\s{0,2}\n[> \t]{0,4}$/.test(
    text.slice(Math.max(0, start - 96), start),
  ) && /^\s{0,3}(?:\n[> \t]{0,4}(?:=|--|\n)|$)/.test(text.slice(start + length, start + length + 12))

/** The readable text that `value` is in base64; null where it is none. */
function encodedText(value: string): string | null {
  if (!/^[A-Za-z0-9+/_-]{16,}={0,2}$/.test(value)) return null
  const decoded = Buffer.from(value, 'base64')
  let readable = 0
  for (const byte of decoded)
    if ((byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09) readable++
  return decoded.length >= 10 && readable === decoded.length ? decoded.toString('latin1') : null
}

/** Whether what was encoded gives a credential: what it says is judged, not how it is written. */
const saysSecret = (text: string, lead: string): boolean =>
  findAssigned(text).length > 0 ||
  findAtPlaces(text, () => true).length > 0 ||
  (/\b(?:basic|_?auth|creds?|credentials?|base64|passwords?|login|secret)\b/.test(lead) &&
    /^[^\s:]{2,64}:\S{4,64}$/.test(text) &&
    isUserAndPassword(text))
