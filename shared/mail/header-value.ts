/** Parses a structured MIME header value: `value; name=value; …` (RFC 2045 §5.1, RFC 2231). */
import { decodeCharset } from './charset.ts'
import { decodeWords } from './encoded-words.ts'
import { headerText } from './header-fields.ts'

export interface HeaderValue {
  /** Lowercase, without parameters and comments. */
  value: string
  /** Parameters by lowercase name, decoded; the first of a name counts. */
  params: Map<string, string>
  /** Names in order as they were written (`filename*0*`), to look for oddities. */
  names: string[]
  /** What parameters would be for who reads them otherwise: given again, or in another way. */
  untaken: { name: string; value: string }[]
}

/** Parses Latin-1 `text`; never throws, whatever is in it. */
export function parseHeaderValue(text: string): HeaderValue {
  const [first = '', ...rest] = splitParameters(text)
  const raw = new Map<string, string>()
  const names: string[] = []
  const untaken: HeaderValue['untaken'] = []
  for (const parameter of rest) {
    const equals = parameter.indexOf('=')
    if (equals < 0) continue
    const name = parameter.slice(0, equals).trim().toLowerCase()
    names.push(name)
    const value = parameter.slice(equals + 1).trimEnd()
    if (!raw.has(name)) raw.set(name, value)
    else if (untaken.length < mostUntaken)
      untaken.push({ name: name.split('*', 1)[0]!, value: plainValue(value) })
  }
  const params = joinParameters(raw, (name, value) => untaken.push({ name, value }))
  return { value: first.trim().toLowerCase(), params, names, untaken }
}

/**
 * The pieces between semicolons outside quotes and comments; quotes and escapes resolved, comments dropped. Linear: what
 * was read of a piece is never looked at as a whole.
 */
function splitParameters(text: string): string[] {
  const pieces: string[] = []
  let piece = new Piece()
  let quoted = false
  let depth = 0
  const lastClose = text.lastIndexOf(')')
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (char === '\\' && (quoted || depth > 0 || text[i + 1] === '"') && i + 1 < text.length) {
      i++
      if (depth === 0) piece.add(text[i]!)
    } else if (depth > 0) depth += char === '(' ? 1 : char === ')' ? -1 : 0
    else if (char === '"') quoted = !quoted
    else if (quoted) piece.add(char)
    else if (isBlank(char) && piece.last === '=') continue
    else if (char === '(' && lastClose > i && beginsComment(text, i, piece)) depth = 1
    else if (char === ';') {
      pieces.push(piece.text)
      piece = new Piece()
    } else piece.add(char)
  }
  pieces.push(piece.text)
  return pieces
}

/** A value, or a parameter, as far as it was read. */
class Piece {
  text = ''
  last = ''
  /** Whether it is the name of a file that has begun. */
  isFilename = false
  #hasName = false
  #named = false

  add(char: string): void {
    if (this.#hasName) this.isFilename ||= this.#named && !isBlank(char)
    else if (char === '=') {
      this.#hasName = true
      this.#named = this.text.length < 100 && /^\s*(?:file)?name\s*$/i.test(this.text)
    }
    this.text += char
    this.last = char
  }
}

/** Whether the parenthesis at `at` begins a comment: not in the middle of a filename that nobody has quoted. */
function beginsComment(text: string, at: number, { isFilename }: Piece): boolean {
  if (at > 0 && !/[\s;]/.test(text[at - 1]!)) return false
  return !(isFilename && goesOn.test(text.slice(at, at + 300)))
}

/** Text behind one or several comments, ahead of the next parameter. */
const goesOn = /^(?:\([^();"\\]{0,99}\)[ \t]{0,9}){1,9}[^\s;(]/

const isBlank = (char: string): boolean => char === ' ' || char === '\t'

/** Parameters given again that are looked at. */
const mostUntaken = 100

const plainValue = (value: string): string => decodeWords(headerText(value))

/**
 * Joins RFC 2231 continuations and decodes them; plain parameters may hold RFC 2047 words, as senders do. `passOver` is
 * told of a plain one that is given in this way, too.
 */
function joinParameters(
  raw: Map<string, string>,
  passOver: (name: string, value: string) => void,
): Map<string, string> {
  const params = new Map<string, string>()
  const parts = new Map<string, Continuation[]>()
  for (const [name, value] of raw) {
    const match = /^([^*]*)\*(?:(\d{1,3})(\*)?)?$/.exec(name)
    if (match === null) {
      params.set(name, plainValue(value))
      continue
    }
    const part = {
      number: Number(match[2] ?? 0),
      encoded: match[2] === undefined || match[3] !== undefined,
      single: match[2] === undefined,
      value,
    }
    const list = parts.get(match[1]!)
    if (list === undefined) parts.set(match[1]!, [part])
    else list.push(part)
  }
  for (const [name, list] of parts) {
    const plain = params.get(name)
    if (plain !== undefined) passOver(name, plain)
    // Some readers know only the one way of writing it, and some only the other.
    const whole = list.filter(({ single }) => single)
    const pieces = list.filter(({ single }) => !single)
    if (whole.length > 0 && pieces.length > 0) passOver(name, joinContinuations(pieces))
    const inOrder = piecesInOrder(pieces)
    if (inOrder.length > 0 && inOrder.length < pieces.length) passOver(name, joinContinuations(inOrder))
    params.set(name, joinContinuations(whole.length > 0 ? whole : pieces))
  }
  return params
}

/** A parameter of RFC 2231, or a piece of one. */
interface Continuation {
  number: number
  encoded: boolean
  /** Whether it is whole (`name*=`). */
  single: boolean
  value: string
}

/** The pieces up to where a number is missing or stands again: some readers end the value there (RFC 2231 §3). */
function piecesInOrder(pieces: Continuation[]): Continuation[] {
  const sorted = pieces.toSorted((a, b) => a.number - b.number)
  const end = sorted.findIndex(({ number }, index) => number !== index)
  return end < 0 ? sorted : sorted.slice(0, end)
}

function joinContinuations(list: Continuation[]): string {
  list.sort((a, b) => a.number - b.number)
  const head = /^([^']{0,75})'[^']{0,75}'/.exec(list[0]!.value)
  const charset = list[0]!.encoded && head !== null ? head[1]! || 'utf-8' : null
  const bytes = list.map(({ encoded, value }, index) => {
    const text = index === 0 && charset !== null ? value.slice(head![0].length) : value
    return Buffer.from(
      encoded
        ? text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
            String.fromCharCode(Number.parseInt(hex, 16)),
          )
        : text,
      'latin1',
    )
  })
  const joined = Buffer.concat(bytes)
  return charset === null
    ? decodeWords(headerText(joined.toString('latin1')))
    : decodeCharset(joined, charset)
}
