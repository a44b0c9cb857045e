/** Sanitized HTML with passages of the text marked where they stand in it, too. */

/** Characters of HTML, beyond which nothing is marked: it would take too long. */
const longest = 200_000
/** Characters besides white space that a passage must have to be found again. */
const fewest = 3
/** A tag, a character as sanitize-html writes it, or any other one. */
const pieces = /<[^>]*>|&(?:amp|lt|gt|quot);|./gsu
const characters: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const opening = '<mark style="background:#ffe3a3;color:#1b2330">'

const isTag = (piece: string): boolean => piece.length > 1 && piece.startsWith('<')
const isSpace = (piece: string): boolean => /^\s$/u.test(piece)
const withoutSpace = (text: string): string => text.replaceAll(/\s+/gu, '')

/**
 * `sanitized` with each of `passages` marked at its first place, one that comes twice at its first two; white space and tags
 * within one don't count. `whole`: all of them are.
 */
export function markedHtml(sanitized: string, passages: readonly string[]): { html: string; whole: boolean } {
  const sought = passages.map(withoutSpace).filter((passage) => passage.length >= fewest)
  if (sought.length === 0 || sanitized.length > longest)
    return { html: sanitized, whole: passages.length === 0 }
  const all = sanitized.match(pieces) ?? []
  const said = all.map((piece) => (isTag(piece) || isSpace(piece) ? '' : (characters[piece] ?? piece)))
  const text = said.join('')
  const marked = new Uint8Array(text.length)
  const next = new Map<string, number>()
  let whole = sought.length === passages.length
  for (const passage of sought) {
    const start = text.indexOf(passage, next.get(passage))
    if (start === -1) {
      whole = false
      continue
    }
    marked.fill(1, start, start + passage.length)
    next.set(passage, start + passage.length)
  }
  let [out, at, open] = ['', 0, false]
  for (const [index, piece] of all.entries()) {
    const within = isTag(piece) ? false : isSpace(piece) ? open : marked[at] === 1
    if (within !== open) out += within ? opening : '</mark>'
    open = within
    out += piece
    at += said[index]!.length
  }
  return { html: open ? `${out}</mark>` : out, whole }
}
