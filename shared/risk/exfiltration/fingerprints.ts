/** Fingerprints of texts: two texts that share a passage share some of them (winnowing, Schleimer et al. 2003). */

/** Words that are hashed together, and hashes of which the least is kept: nine words in common are never missed. */
const shingleWords = 6
const windowHashes = 4
const maxWords = 20_000

const words = /[\p{L}\p{N}]+/gu

/** Words that stand together, hashed, and where they stand. */
interface Shingle {
  hash: number
  start: number
  end: number
}

function shinglesOf(text: string): Shingle[] {
  const found: Shingle[] = []
  for (const { 0: word, index } of text.matchAll(words)) {
    found.push({ hash: hashOf(word.toLowerCase()), start: index, end: index + word.length })
    if (found.length >= maxWords) break
  }
  const shingles: Shingle[] = []
  for (let i = 0; i + shingleWords <= found.length; i++) {
    let shingle = 0x811c9dc5
    for (let k = 0; k < shingleWords; k++)
      shingle = Math.imul(shingle ^ found[i + k]!.hash, 0x01000193) ^ (shingle >>> 15)
    shingles.push({ hash: shingle >>> 0, start: found[i]!.start, end: found[i + shingleWords - 1]!.end })
  }
  return shingles
}

/** Fingerprints of `text`, 32 bits each, without repeats. Letter case, spaces, quote marks and punctuation don't count. */
export function fingerprintsOf(text: string): number[] {
  const hashes = shinglesOf(text).map(({ hash }) => hash)
  const kept = new Set<number>()
  for (let i = 0; i === 0 ? hashes.length > 0 : i + windowHashes <= hashes.length; i++)
    kept.add(Math.min(...hashes.slice(i, i + windowHashes)))
  return [...kept]
}

/** A text with its fingerprints. */
export const withFingerprints = <T extends { text?: string }>(one: T): T & { fingerprints: number[] } => ({
  ...one,
  fingerprints: fingerprintsOf(one.text ?? ''),
})

/**
 * The longest passage of `text` that `source` has word for word, six words at least, and none of `except` has; null
 * where there is none.
 */
export function passageShared(
  text: string,
  source: string,
  except: readonly string[],
): { start: number; end: number } | null {
  const known = new Set(shinglesOf(source).map(({ hash }) => hash))
  for (const { hash } of except.flatMap(shinglesOf)) known.delete(hash)
  const runs: { start: number; end: number }[] = []
  let open = false
  for (const { hash, start, end } of shinglesOf(text)) {
    if (!known.has(hash)) open = false
    else if (open) runs.at(-1)!.end = end
    else {
      runs.push({ start, end })
      open = true
    }
  }
  return runs.toSorted((a, b) => b.end - b.start - (a.end - a.start))[0] ?? null
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
