/** Canonical JSON: one text for equal values, whatever the order of their keys. */

/** JSON of a JSON-like value with the keys of each object sorted; it nests no deeper than the stack allows. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const entries = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`)
  return `{${entries.join(',')}}`
}

/** Characters of a text that are written at a time. */
const pieceCharacters = 64 * 1024

/** The same in pieces, none of them long, for what is too large to be written at once. */
export function* canonicalPieces(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > pieceCharacters) yield* piecesOfText(value)
  else if (value === null || typeof value !== 'object') yield canonicalJson(value)
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ','
      yield* canonicalPieces(item)
    }
    yield value.length === 0 ? '[]' : ']'
  } else {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [index, [key, item]] of entries.entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`
      yield* canonicalPieces(item)
    }
    yield entries.length === 0 ? '{}' : '}'
  }
}

function* piecesOfText(text: string): Generator<string> {
  yield '"'
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + pieceCharacters)
    // Half a surrogate pair would be written otherwise than the pair.
    if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1]!)) to--
    yield JSON.stringify(text.slice(from, to)).slice(1, -1)
    from = to
  }
  yield '"'
}
