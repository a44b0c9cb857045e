/** What is changed of a text, and where the rest of it stands then. */

/** A stretch of a text, and how many characters stand in its place. */
export interface Edit {
  start: number
  end: number
  length: number
}

/** Where what stood at `offset` of a text stands after it was edited; what stood in its place starts there. */
export function placeAfter(offset: number, edits: readonly (readonly Edit[])[]): number {
  let at = offset
  for (const look of edits) {
    let moved = 0
    for (const { start, end, length } of look) {
      if (start > at) break
      if (end > at) {
        at = start
        break
      }
      moved += length - (end - start)
    }
    at += moved
  }
  return at
}
