/** A text with what findings rest on marked where it stands. */
import { type Html, html } from '../../shared/lib/html.ts'
import { shownText } from '../../shared/lib/shown-text.ts'

/** Pieces that are marked at most, and characters that one must have to be found again. */
const most = 100
const fewest = 3

/** Each of `quotes` is marked at its first place; what overlaps is marked as one. */
export function markedText(text: string, quotes: readonly string[]): Html {
  const found = [...new Set(quotes)]
    .filter((quote) => quote.trim().length >= fewest)
    .slice(0, most)
    .map((quote) => ({ start: text.indexOf(quote), length: quote.length }))
    .filter(({ start }) => start !== -1)
    .sort((a, b) => a.start - b.start)
  const pieces: Html[] = []
  let at = 0
  for (const { start, length } of found) {
    const end = start + length
    if (end <= at) continue
    const begin = Math.max(start, at)
    pieces.push(html`${shownText(text.slice(at, begin))}<mark>${shownText(text.slice(begin, end))}</mark>`)
    at = end
  }
  return html`${pieces}${shownText(text.slice(at))}`
}
