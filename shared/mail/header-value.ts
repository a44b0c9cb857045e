/** Parses a structured MIME header value: `value; name=value; …` (RFC 2045 §5.1, RFC 2231). */
import { decodeWords } from './encoded-words.ts'
import { headerText } from './header-fields.ts'
import { hasFirst, joinPieces, type ParameterPiece, pieceName, readingsOf } from './parameter-pieces.ts'

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
  const raw: { name: string; value: string }[] = []
  const names: string[] = []
  const untaken: HeaderValue['untaken'] = []
  for (const parameter of rest) {
    const equals = parameter.indexOf('=')
    if (equals < 0) continue
    const name = parameter.slice(0, equals).trim().toLowerCase()
    names.push(name)
    raw.push({ name, value: parameter.slice(equals + 1).trimEnd() })
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

/** Times that a parameter may be given, of which each is looked at. */
const mostGiven = 100

const plainValue = (value: string): string => decodeWords(headerText(value))

/**
 * Joins RFC 2231 continuations and decodes them; plain parameters may hold RFC 2047 words, as senders do. `passOver` is
 * told of what a parameter is to other programs: given again, in another way, or in pieces that can be joined otherwise.
 */
function joinParameters(
  raw: readonly { name: string; value: string }[],
  passOver: (name: string, value: string) => void,
): Map<string, string> {
  const written = new Map<string, Written>()
  for (const { name, value } of raw) {
    const found = pieceName(name) ?? { name, piece: null }
    const as = written.get(found.name) ?? { plain: [], whole: [], pieces: [] }
    written.set(found.name, as)
    if (found.piece === null) as.plain.push(value)
    else as[found.piece.number === null ? 'whole' : 'pieces'].push({ ...found.piece, value })
  }
  const params = new Map<string, string>()
  for (const [name, { plain, whole, pieces }] of written) {
    const plains = bounded(plain).map(plainValue)
    const joined = readingsOf(pieces)
    // Some readers know only the one way of writing it, and some only the other.
    const numbered = hasFirst(pieces) ? [...joined, ...plains] : [...plains, ...joined]
    const [taken, ...others] = [...bounded(whole).map((piece) => joinPieces([piece])), ...numbered]
    params.set(name, taken!)
    for (const other of others) passOver(name, other)
  }
  return params
}

/** The ways in which a parameter is given, and how often. */
interface Written {
  plain: string[]
  whole: ParameterPiece[]
  pieces: ParameterPiece[]
}

/** The first and the last of `list`: programs go by one of them. */
const bounded = <T>(list: readonly T[]): readonly T[] =>
  list.length > mostGiven ? [...list.slice(0, mostGiven - 1), list.at(-1)!] : list
