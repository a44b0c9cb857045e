/** Stretches of a text that are set off from what is around them: block quotes, fenced code and indented lines. */

/** Such stretches of one text; a text with more is no letter, and has none. */
const most = 200

const fence = /^ {0,3}(?:```|~~~)/
const blockQuote = /^[ \t]{0,3}>/
const indented = /^(?: {2,}|\t)\S/

/** Whole lines each, as places in `text`; lines of one kind that follow on each other are one stretch. */
export function setOffIn(text: string): [start: number, end: number][] {
  const found: [number, number][] = []
  let kind: 'fence' | 'quote' | 'indent' | null = null
  let start = 0
  const close = (end: number): void => {
    if (kind !== null && end > start) found.push([start, end])
    kind = null
  }
  for (let at = 0; at < text.length && found.length <= most; ) {
    const stop = text.indexOf('\n', at)
    const end = stop < 0 ? text.length : stop + 1
    const line = text.slice(at, Math.min(end, at + 80))
    const isFence = fence.test(line)
    if (kind === 'fence') {
      if (isFence) close(at)
    } else if (isFence) {
      close(at)
      kind = 'fence'
      start = end
    } else {
      const one = blockQuote.test(line) ? 'quote' : indented.test(line) ? 'indent' : null
      if (one !== kind) {
        close(at)
        kind = one
        start = at
      }
    }
    at = end
  }
  // A fence that nothing closes sets nothing off.
  if (kind !== 'fence') close(text.length)
  return found.length > most ? [] : found
}
