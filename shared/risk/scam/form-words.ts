/** How values are written down as tokens of form: by classes of characters, so that no value itself is learned. */

/** Runs of classes: `0` digits, `a` small letters, `A` capitals, `x` others, marks as they are; at most 200 characters are read. */
export function shapeOf(text: string): string {
  return text
    .slice(0, 200)
    .replace(/[^\x20-\x7e]+/g, '\u00e9')
    .replace(/[A-Z]{2,}/g, 'B')
    .replace(/[A-Z]/g, 'A')
    .replace(/[a-z]+/g, 'a')
    .replace(/\d+/g, (digits) => (digits.length > 7 ? '00' : '0'))
    .replace(/\u00e9/g, 'x')
}

/** The names of the pairs that hold. */
export const some = (pairs: readonly (readonly [name: string, holds: boolean])[]): string[] =>
  pairs.flatMap(([name, holds]) => (holds ? [name] : []))

/** A size as a class: 0, 1, 2–3, 4–7, 8–15 …, the last being 7. */
export const sizeOf = (count: number): number =>
  count <= 0 ? 0 : Math.min(7, 1 + Math.floor(Math.log2(count)))
