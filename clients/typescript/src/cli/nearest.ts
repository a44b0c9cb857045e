/** What a mistyped word may have been meant as. */

/** Letters that may be wrong: more, and it is another word. */
const mostWrong = 2

/** The one of `known` that differs from `word` in the fewest letters, and in fewer than half of them. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((one) => ({ one, wrong: difference(word, one) }))
    .filter(({ one, wrong }) => wrong <= mostWrong && wrong * 2 < one.length)
    .toSorted((a, b) => a.wrong - b.wrong)
  return ranked[0]?.one
}

/** How many letters have to be added, left out or changed (Levenshtein), up to more than may be wrong. */
function difference(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > mostWrong) return mostWrong + 1
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1]
    for (let to = 1; to <= b.length; to++)
      next.push(Math.min(next[to - 1]! + 1, row[to]! + 1, row[to - 1]! + (letter === b[to - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
