/** Hashes of words in a row: two texts are alike as far as they share them (Broder 1997). */

/** Words that are hashed together. */
export const shingleWords = 3

/** A hash for each word that three begin with, in order; of a text of fewer words, one for all of it. */
export function shinglesOf(words: readonly string[], salt: number): number[] {
  if (words.length === 0) return []
  const hashes = words.map((word) => hashOf(word, salt))
  const count = Math.max(1, hashes.length - shingleWords + 1)
  return Array.from({ length: count }, (_, start) => {
    let shingle = 0x811c9dc5 ^ salt
    for (const hash of hashes.slice(start, start + shingleWords))
      shingle = Math.imul(shingle ^ hash, 0x01000193) ^ (shingle >>> 15)
    return mixed(shingle)
  })
}

/** FNV-1a over UTF-16 units, begun with what nobody outside knows. */
function hashOf(word: string, salt: number): number {
  let hash = 0x811c9dc5 ^ salt
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return mixed(hash)
}

/** The finalizer of MurmurHash3: the least of many hashes are then a fair sample. */
function mixed(hash: number): number {
  let mix = hash ^ (hash >>> 16)
  mix = Math.imul(mix, 0x85ebca6b)
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35)
  return (mix ^ (mix >>> 16)) >>> 0
}

/** Hashes after which a text of which none was found is another one. */
const tried = 16

/** How much two texts share, from 0 to 1: of both together (`likeness`), and of the one that was learned (`held`). */
export interface Overlap {
  likeness: number
  held: number
}

/** `sample` is a fair part of the `count` hashes of a text that was learned, or all of them. */
export function overlapOf(
  { sample, count }: { sample: Uint32Array; count: number },
  others: ReadonlySet<number>,
): Overlap {
  if (sample.length === 0 || others.size === 0) return { likeness: 0, held: 0 }
  let found = 0
  for (let n = 0; n < sample.length; n++) {
    if (others.has(sample[n]!)) found++
    // Of a text of which half is there, hardly one in a hundred thousand has none of so many.
    else if (n + 1 === tried && found === 0) return { likeness: 0, held: 0 }
  }
  const held = found / sample.length
  const both = held * count
  return { likeness: Math.min(1, both / Math.max(1, count + others.size - both)), held }
}
