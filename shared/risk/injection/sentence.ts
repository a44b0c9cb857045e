/** The sentence around a place of folded text. */

/** Characters that a sentence has at most before and after a place. */
const reachBefore = 240
const reachAfter = 180

const end = /[.!?。！？](?=["')\]」』]?(?:\s|$))|[。！？]|\n(?=[-•–]|\d{1,2}[.)]\s)/g

/** Where the sentence of `[from, to)` starts and ends, and where the one before it starts. */
export function sentenceAt(
  text: string,
  from: number,
  to: number,
): { before: number; start: number; end: number } {
  const first = Math.max(0, from - reachBefore)
  let start = first
  let before = first
  for (const { 0: mark, index } of text.slice(first, from).matchAll(end)) {
    before = start
    start = first + index + mark.length
  }
  const rest = text.slice(to, to + reachAfter)
  const stop = rest.search(end)
  return { before, start, end: stop < 0 ? to + rest.length : to + stop }
}
