/** Fingerprints of texts: two texts that share a passage share some of them (winnowing, Schleimer et al. 2003). */

/** Words that are hashed together, and hashes of which the least is kept: nine words in common are never missed. */
const shingleWords = 6
const windowHashes = 4
const maxWords = 20_000

const words = /[\p{L}\p{N}]+/gu

/** Fingerprints of `text`, 32 bits each, without repeats. Letter case, spaces, quote marks and punctuation don't count. */
export function fingerprintsOf(text: string): number[] {
  const hashes: number[] = []
  for (const [word] of text.toLowerCase().matchAll(words)) {
    hashes.push(hashOf(word))
    if (hashes.length >= maxWords) break
  }
  const shingles: number[] = []
  for (let i = 0; i + shingleWords <= hashes.length; i++) {
    let shingle = 0x811c9dc5
    for (let k = 0; k < shingleWords; k++)
      shingle = Math.imul(shingle ^ hashes[i + k]!, 0x01000193) ^ (shingle >>> 15)
    shingles.push(shingle >>> 0)
  }
  const kept = new Set<number>()
  for (let i = 0; i === 0 ? shingles.length > 0 : i + windowHashes <= shingles.length; i++)
    kept.add(Math.min(...shingles.slice(i, i + windowHashes)))
  return [...kept]
}

/** FNV-1a over UTF-16 units. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** How many of `some` are among `others`. */
export function shared(some: readonly number[], others: ReadonlySet<number>): number {
  let count = 0
  for (const one of some) if (others.has(one)) count++
  return count
}
