/** Looks at the shape of JSON without parsing it: what is too deep, or has too many values, never becomes objects. */

import { limits } from '../domain/limits.ts'

/** How deep JSON may nest, and how many values and keys it may have in all. */
export interface JsonBounds {
  depth: number
  values: number
}

/** Those of every body. */
export const bodyBounds: JsonBounds = { depth: limits.bodyDepth, values: limits.bodyValues }

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * What of `json` is beyond `bounds`, in words; null where nothing is. Takes one pass over the bytes, and no memory;
 * whether they are JSON at all is left to the parser.
 */
export function beyondBounds(json: Buffer, { depth, values }: JsonBounds): string | null {
  let open = 0
  let counted = 0
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case quote:
        at = endOfString(json, at)
        break
      case openArray:
      case openObject:
        open++
        counted++
        break
      case closeArray:
      case closeObject:
        open--
        break
      case comma:
      case colon:
        counted++
        break
      default:
    }
    if (open > depth) return `nests deeper than ${depth} levels`
    if (counted > values) return `has more than ${values} values and keys`
  }
  return null
}

/** Where the string that begins at `start` ends; the end of all where it doesn't. */
function endOfString(json: Buffer, start: number): number {
  for (let from = start + 1; ; ) {
    const at = json.indexOf(quote, from)
    if (at === -1) return json.length
    let first = at
    // No further back than where the search began: each byte is looked at twice at most.
    while (first > from && json[first - 1] === backslash) first--
    if ((at - first) % 2 === 0) return at
    from = at + 1
  }
}
