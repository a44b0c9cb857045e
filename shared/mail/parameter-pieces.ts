/** Joins what a parameter is written in (RFC 2231 §3 and §4): one encoded value, or numbered pieces of one. */
import { decodeCharset } from './charset.ts'
import { decodeWords } from './encoded-words.ts'
import { headerText } from './header-fields.ts'

/** A parameter of RFC 2231, or a piece of one. */
export interface ParameterPiece {
  /** From 0; null where it is whole (`name*=`). */
  number: number | null
  /** Whether `%` and two digits stand for a byte in it. */
  encoded: boolean
  value: string
}

/** The name of the parameter that a written name (`filename*1*`) is a piece of, and which; null where it is a plain one. */
export function pieceName(
  written: string,
): { name: string; piece: Pick<ParameterPiece, 'number' | 'encoded'> } | null {
  const match = /^([^*]*)\*(?:(\d{1,9})(\*)?)?$/.exec(written)
  if (match === null) return null
  const [, name = '', digits, star] = match
  const whole = digits === undefined
  return {
    name: name.trimEnd(),
    piece: { number: whole ? null : Number(digits), encoded: whole || star !== undefined },
  }
}

/** Whether the pieces have a beginning: without it, most programs see none of them. */
export const hasFirst = (pieces: readonly ParameterPiece[]): boolean =>
  pieces.some(({ number }) => number === 0)

/**
 * What programs make of the numbered `pieces`, in the order in which they were written; first what most do: pieces by
 * their numbers, the first of each, up to the first number that is missing. Others go on behind a gap, take the last of
 * a number or all of them, or expect the pieces in order. Each is answered once; none where there are no pieces.
 */
export function readingsOf(pieces: readonly ParameterPiece[]): string[] {
  if (pieces.length === 0) return []
  const step = (list: readonly ParameterPiece[]) => {
    const end = list.findIndex(({ number }, index) => number !== index)
    return end < 0 ? list : list.slice(0, end)
  }
  const inStep = step(pieces)
  if (inStep.length === pieces.length) return [joinPieces(pieces)]
  const sorted = pieces.toSorted((a, b) => a.number! - b.number!)
  const firsts = sorted.filter(({ number }, index) => sorted[index - 1]?.number !== number)
  const lasts = sorted.filter(({ number }, index) => sorted[index + 1]?.number !== number)
  const readings = [step(firsts), firsts, step(lasts), lasts, sorted, inStep, inOnePass(pieces), pieces]
  return [...new Set(readings.filter((list) => list.length > 0).map(joinPieces))]
}

/** The pieces that come when it is their turn. */
function inOnePass(pieces: readonly ParameterPiece[]): ParameterPiece[] {
  let next = 0
  return pieces.filter(({ number }) => number === next && ++next > 0)
}

/** The value of `pieces`, of which there is at least one, in their order. */
export function joinPieces(pieces: readonly ParameterPiece[]): string {
  const first = pieces.find(({ number }) => number === null || number === 0) ?? pieces[0]!
  const head = /^([^']{0,75})'[^']{0,75}'/.exec(first.value)
  const charset = first.encoded && head !== null ? head[1]! || 'utf-8' : null
  const bytes = pieces.map((piece) => {
    const text = piece === first && charset !== null ? piece.value.slice(head![0].length) : piece.value
    return Buffer.from(piece.encoded ? unescaped(text) : text, 'latin1')
  })
  const joined = Buffer.concat(bytes)
  return charset === null
    ? decodeWords(headerText(joined.toString('latin1')))
    : decodeCharset(joined, charset)
}

const unescaped = (text: string): string =>
  text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
