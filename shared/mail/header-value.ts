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
}

/** Parses Latin-1 `text`; never throws, whatever is in it. */
export function parseHeaderValue(text: string): HeaderValue {
  const [first = '', ...rest] = splitParameters(text)
  const raw = new Map<string, string>()
  const names: string[] = []
  for (const parameter of rest) {
    const equals = parameter.indexOf('=')
    if (equals < 0) continue
    const name = parameter.slice(0, equals).trim().toLowerCase()
    names.push(name)
    if (!raw.has(name)) raw.set(name, parameter.slice(equals + 1).trimEnd())
  }
  return { value: first.trim().toLowerCase(), params: joinParameters(raw), names }
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

/** Joins RFC 2231 continuations and decodes them; plain parameters may hold RFC 2047 words, as senders do. */
function joinParameters(raw: Map<string, string>): Map<string, string> {
  const params = new Map<string, string>()
  const parts = new Map<string, { number: number; encoded: boolean; value: string }[]>()
  for (const [name, value] of raw) {
    const match = /^([^*]*)\*(?:(\d{1,3})(\*)?)?$/.exec(name)
    if (match === null) {
      params.set(name, decodeWords(headerText(value)))
      continue
    }
    const part = {
      number: Number(match[2] ?? 0),
      encoded: match[2] === undefined || match[3] !== undefined,
      value,
    }
    const list = parts.get(match[1]!)
    if (list === undefined) parts.set(match[1]!, [part])
    else list.push(part)
  }
  for (const [name, list] of parts) params.set(name, joinContinuations(list))
  return params
}

function joinContinuations(list: { number: number; encoded: boolean; value: string }[]): string {
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
