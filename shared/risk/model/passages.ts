/** Cuts a text into passages, as models of whole letters read it: each as the buckets of its different n-grams. */
import { fold } from '../fold.ts'
import { distinctOf } from './distinct.ts'

/** A passage of a text, as offsets into it, and the buckets of its different n-grams. */
export interface Passage {
  start: number
  end: number
  buckets: Uint32Array
}

/** Characters of a passage: most letters are one. */
export const passageCharacters = 1_000
/** Passages that are read: what stands behind them, these models don't see. */
const mostPassages = 60

/** The passages of a text, cut at ends of lines where there are any, each of about the same length. */
export function passagesOf(text: string): Passage[] {
  const passages: Passage[] = []
  for (let start = 0; start < text.length && passages.length < mostPassages; ) {
    let end = Math.min(text.length, start + passageCharacters)
    if (end < text.length) {
      const line = text.lastIndexOf('\n', end)
      if (line > start + passageCharacters / 2) end = line + 1
    }
    passages.push({ start, end, buckets: bucketsOf(text.slice(start, end)) })
    start = end
  }
  return passages
}

/** The buckets of the different n-grams of a text; none where it is blank. */
export const bucketsOf = (text: string): Uint32Array =>
  text.trim() === '' ? new Uint32Array(0) : distinctOf([fold(text).text])
