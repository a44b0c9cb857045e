/** Files that stand encoded in text (of calendars, cards, data URLs, parts of messages, scripts), in a signed file, or in Outlook's format. */
import { hash } from 'node:crypto'
import { dataUrls } from './data-urls.ts'
import { isSigned, signedContent } from './signed-content.ts'
import { isTnef, tnefFiles } from './tnef.ts'

/** What stands in a text, and in what stands in it. */
export interface EmbeddedFiles {
  files: Uint8Array[]
  /** Whether there are more, or deeper, than are decoded. */
  more: boolean
  /** Bytes that were decoded, also of what was found twice. */
  decodedBytes: number
}

/** How many are decoded, how deep in each other, and to how many bytes together. */
export interface EmbeddingBounds {
  files: number
  depth: number
  bytes: number
}

/** A text without one of these has nothing encoded that is looked for. */
const marks = ['begin:v', 'base64', 'data:']
/** Or a run of so many characters of Base64. */
const longRun = 64
const wide = /^(?:\xff\xfe|[\x09-\x7e]\0[\x09-\x7e]\0)/
/** Literals of scripts that are decoded: programs have many that are none. */
const literals = 100
/** Files in one of Outlook's that are looked at, however alike they are. */
const outlookFiles = 10_000

/** Whether bytes begin like text in which files may stand, or like a file that holds others: a scanner that unpacks keeps it. */
export const mayEmbed = (head: Uint8Array): boolean => {
  const start = Buffer.from(head).toString('latin1', 0, 256)
  return wide.test(start) || !start.includes('\0') || isSigned(head) || isTnef(head)
}

/** The files in `content`, decoded (RFC 5545 §3.8.1.1, RFC 6350 §6.2.4, RFC 2397, RFC 2045, RFC 5652). Never throws. */
export function embeddedFiles(content: Uint8Array, bounds: EmbeddingBounds): EmbeddedFiles {
  const found = new Map<string, Uint8Array>()
  let more = false
  let decodedBytes = 0
  const look = (text: Uint8Array, depth: number): void => {
    for (const file of filesIn(text, () => (more = true))) {
      if (decodedBytes <= bounds.bytes) decodedBytes += file.length
      if (found.size >= bounds.files || depth > bounds.depth || decodedBytes > bounds.bytes) {
        more = true
        return
      }
      const name = hash('sha256', file)
      if (file.length === 0 || found.has(name)) continue
      found.set(name, file)
      look(file, depth + 1)
    }
  }
  look(content, 1)
  return { files: [...found.values()], more, decodedBytes }
}

function* filesIn(content: Uint8Array, beyond: () => void): Generator<Uint8Array> {
  if (!mayEmbed(content.subarray(0, 256))) return
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const signed = signedContent(bytes)
  if (signed !== null) yield asMail(signed)
  let count = 0
  for (const { content: file } of tnefFiles(bytes)) {
    if (++count > outlookFiles) {
      beyond()
      break
    }
    yield file
  }
  const isWide = wide.test(bytes.toString('latin1', 0, 4))
  const text = isWide ? bytes.toString('utf16le') : bytes.toString('latin1')
  if (!hasLongRun(text) && !hasMark(text)) return
  for (const finder of [inCards, inUrls, inParts, inLiterals]) yield* finder(text, beyond)
}

/** A part of a message with a first line by which the antivirus takes it for mail; any other file as it is. */
const asMail = (file: Buffer): Buffer =>
  /^content-/i.test(file.toString('latin1', 0, 8))
    ? Buffer.concat([Buffer.from('MIME-Version: 1.0\r\n'), file])
    : file

const hasMark = (text: string): boolean => {
  const lowercase = text.toLowerCase()
  return marks.some((mark) => lowercase.includes(mark))
}

const isBase64 = new Uint8Array(256)
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-')
  isBase64[char.charCodeAt(0)] = 1

/** Looks at every 64th character, one of which each such run has, and around those that may be of one. */
function hasLongRun(text: string): boolean {
  const of = (at: number) => isBase64[text.charCodeAt(at)] === 1
  for (let probe = longRun - 1; probe < text.length; probe += longRun) {
    if (!of(probe)) continue
    let start = probe
    while (start > 0 && probe - start < longRun && of(start - 1)) start--
    let end = probe + 1
    while (end < text.length && end - start < longRun && of(end)) end++
    if (end - start >= longRun) return true
  }
  return false
}

const property = /^[\w.-]{1,100}(?:;(?:"[^"\r\n]{0,2000}"|[^":\r\n]){0,4000})?:/gm
const base64Said = /;(?:encoding=)?"?(?:base64|b)"?(?=[;:])|;value="?binary/i
const quotedSaid = /;(?:encoding=)?"?quoted-printable"?(?=[;:])/i
const base64Lines =
  /[ \t]*[A-Za-z0-9+/_-]*={0,2}[ \t]*(?:\r?\n[ \t]*[A-Za-z0-9+/_-]+={0,2}[ \t]*(?=\r?\n|$))*/y
/** Characters of a value from which it is decoded without being told. */
const telling = 40

/** Values of a calendar or card, by what they say of themselves, and by what they look like. */
function* inCards(text: string, beyond: () => void): Generator<Uint8Array> {
  if (!/begin:v(?:calendar|card|event|todo|journal)/i.test(text)) return
  const unfolded = text.replace(/\r?\n[ \t]/g, '')
  let quotedEnd = 0
  for (const { 0: head, index } of unfolded.matchAll(property)) {
    const start = index + head.length
    if (quotedSaid.test(head)) {
      // Within a value only who knows no soft line breaks sees another: to him it ends with its line.
      const lines = index < quotedEnd ? /^[^\r\n]*/ : /^(?:[^\r\n]*=\r?\n)*[^\r\n]*/
      const value = lines.exec(unfolded.slice(start, start + quotedCharacters))![0]
      if (value.length === quotedCharacters) beyond()
      quotedEnd = Math.max(quotedEnd, start + value.length)
      yield Buffer.from(
        value
          .replace(/=\r?\n/g, '')
          .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      )
    } else {
      base64Lines.lastIndex = start
      const value = base64Lines.exec(unfolded)?.[0].replace(/\s/g, '') ?? ''
      if (base64Said.test(head) ? value !== '' : value.length >= telling) yield Buffer.from(value, 'base64')
    }
  }
}

const quotedCharacters = 1_000_000
/** To the end of an attribute, in whichever quotes it stands. */
const plainValue = /[^"<>\s]*/y
const base64Value = /[A-Za-z0-9+/_=%\s-]*/y

function* inUrls(text: string): Generator<Uint8Array> {
  const unfolded = text.replace(/\r?\n[ \t]/g, '')
  let plainEnd = 0
  for (const { value: start, base64 } of dataUrls(unfolded)) {
    // What stands within a plain one is found where that is looked through itself.
    if (start < plainEnd) continue
    const value = base64 ? base64Value : plainValue
    value.lastIndex = start
    const written = unescaped(value.exec(unfolded)?.[0] ?? '')
    if (base64) {
      yield Buffer.from(written.replace(/\s/g, ''), 'base64')
      continue
    }
    plainEnd = value.lastIndex
    yield Buffer.from(written, 'latin1')
    if (written.includes("'")) yield Buffer.from(written.split("'", 1)[0]!, 'latin1')
  }
}

const unescaped = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const partHeader = /^content-transfer-encoding[ \t]{0,9}:[ \t]{0,9}base64[ \t]{0,9}\r?$/gim
const fieldLine = /\r?\n([^\r\n]{0,998})/y
const partBody = /\r?\n((?:[A-Za-z0-9+/=]+[ \t]{0,9}\r?\n)*[A-Za-z0-9+/=]*)/y
/** Lines of a part's header behind the one that names its encoding. */
const fieldLines = 50

/** Parts that are looked at: as many as a message may have. */
const parts = 1_000

/** Parts of a message or a saved page: what reads messages finds calendars in them, and the antivirus doesn't look into those. */
function* inParts(text: string, beyond: () => void): Generator<Uint8Array> {
  let count = 0
  for (const { 0: head, index } of text.matchAll(partHeader)) {
    if (++count > parts) return beyond()
    const body = bodyBehind(text, index + head.trimEnd().length)
    if (body !== '') yield Buffer.from(body.replace(/\s/g, ''), 'base64')
  }
}

/** The base64 behind the header in whose midst `at` is; empty where there is none. */
function bodyBehind(text: string, at: number): string {
  fieldLine.lastIndex = at
  for (let count = 0; count <= fieldLines; count++) {
    const line = fieldLine.exec(text)?.[1]
    if (line === undefined) return ''
    if (line !== '') continue
    partBody.lastIndex = fieldLine.lastIndex
    return partBody.exec(text)?.[1] ?? ''
  }
  return ''
}

const literal = /["'`]([A-Za-z0-9+/_-]{64,}={0,2})["'`]/g

function* inLiterals(text: string): Generator<Uint8Array> {
  let count = 0
  for (const [, written = ''] of text.matchAll(literal)) {
    if (++count > literals) return
    yield Buffer.from(written, /^(?:[\da-f]{2})+$/i.test(written) ? 'hex' : 'base64')
  }
}
