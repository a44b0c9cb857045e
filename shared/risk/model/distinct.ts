/** The different n-grams of a text, for models of letters as a whole. */
import { buckets, readText } from './ngrams.ts'

/** Marks the buckets that were met already: bytes, so that they stay in the processor's cache. */
const met = new Uint8Array(buckets)
let mark = 0
const found = new Uint32Array(buckets)

/** The buckets of the different n-grams of folded `texts`, each text read by itself, in the order in which they are met. */
export function distinctOf(texts: readonly string[]): Uint32Array {
  if (++mark > 0xff) {
    met.fill(0)
    mark = 1
  }
  let count = 0
  for (const text of texts) {
    const { buckets: all } = readText(text)
    for (let i = 0; i < all.length; i++) {
      const bucket = all[i]!
      if (met[bucket] === mark) continue
      met[bucket] = mark
      found[count++] = bucket
    }
  }
  return found.slice(0, count)
}
