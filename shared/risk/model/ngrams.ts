/** Hashed n-grams of folded text: characters 2 to 5, words 1 to 3, each a bucket of the model's table. */

/** Buckets of the table: a power of two. */
export const buckets = 1 << 18

/** Units of a step, and steps of a window: what is judged at once, and how far the next window is. */
export const stepUnits = 80
export const windowSteps = 4

/** Different n-grams that a window needs to say anything: a few words. */
export const fewestNgrams = 32

/**
 * What the weights of `distinct` n-grams are divided by: the length of their vector, a little longer, so that few
 * words do not speak as loud as many.
 */
export const lengthOf = (distinct: number): number => Math.sqrt(distinct + 64)

/** Different n-grams, some 60 characters, from which a window counts in full: less text says less. */
const tellingNgrams = 300

/** What a window's weights are multiplied by, for its number of different n-grams. */
export const windowScale = (distinct: number): number =>
  Math.min(1, Math.sqrt(distinct / tellingNgrams)) / lengthOf(distinct)

const mask = buckets - 1
const prime = 0x01000193
const charSeed = 0x811c9dc5
const wordSeed = 0x3c6ef372

/** Features that start at one unit: characters 2, 3, 4 and 5. */
const perUnit = 4

/** What stands for an address, a link and a long token in n-grams: which one it is says nothing of the text. */
const addressMark = 0x01
const linkMark = 0x02
const blobMark = 0x03
/** Units from which a token without white space counts as a blob: no word of a language is that long. */
const blobUnits = 40

/** A text as n-grams see it, and the way back: unit `i` stands for the text from `origin[i]` on. */
export interface Units {
  units: Uint16Array
  origin: Uint32Array
}

/** Units of a text that is read into memory that is kept; a longer one has its own. */
const scratchUnits = 1 << 15
const unitsWithRoom = (room: number): Units => ({
  units: new Uint16Array(room),
  origin: new Uint32Array(room),
})

/**
 * The units n-grams are made of: digits are one digit, white space is one space, an address, a link or a long
 * token is one mark. `text` is folded, so white space comes in single characters. Written into `room`, where that is given.
 */
export function unitsOf(text: string, room: Units = unitsWithRoom(text.length)): Units {
  const { units, origin } = room
  let length = 0
  for (let i = 0; i < text.length; ) {
    const unit = text.charCodeAt(i)
    if (unit === 0x20 || unit === 0x0a) {
      units[length] = 0x20
      origin[length++] = i++
      continue
    }
    // Written down as it stands: most tokens have nothing in them that a mark is for.
    let end = i
    let at = -1
    let wide = false
    let marked = false
    for (; end < text.length; end++) {
      const next = text.charCodeAt(end)
      if (next === 0x20 || next === 0x0a) break
      if (next === 0x40) at = end
      else if (next > 0x7f) wide = true
      else if (next === 0x3a || next === 0x2e) marked = true
      const place = length + end - i
      units[place] = plain(next)
      origin[place] = end
    }
    // Links have a colon or a dot.
    length =
      marked || at >= 0 || end - i >= blobUnits
        ? putMarked(text, i, end, { units, origin }, length, at, wide)
        : length + end - i
    i = end
  }
  return { units: units.subarray(0, length), origin: origin.subarray(0, length) }
}

/** Writes a token `[start, end)` that may have links and addresses in it, or be a blob; answers the new length. */
function putMarked(
  text: string,
  start: number,
  end: number,
  { units, origin }: Units,
  before: number,
  at: number,
  wide: boolean,
): number {
  let length = before
  for (let k = start; k < end; ) {
    const link = linkAt(text, k)
    origin[length] = k
    if (link > 0) {
      units[length++] = linkMark
      k = endOf(text, k + link, end, isLinkUnit)
    } else if (at >= k && isAddressUnit(text.charCodeAt(k))) {
      const stop = endOf(text, k, end, isAddressUnit)
      if (at > k && at < stop - 1) units[length++] = addressMark
      else
        for (let j = k; j < stop; j++) {
          origin[length] = j
          units[length++] = plain(text.charCodeAt(j))
        }
      k = stop
    } else if (!wide && k === start && end - start >= blobUnits) {
      units[length++] = blobMark
      k = end
    } else units[length++] = plain(text.charCodeAt(k++))
  }
  return length
}

const plain = (unit: number): number => (unit >= 0x31 && unit <= 0x39 ? 0x30 : unit)

/** Length of the start of a link at `at`, 0 where none starts. */
function linkAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit === 0x68 && text.startsWith('http', at)) {
    if (text.startsWith('://', at + 4)) return 7
    return text.startsWith('s://', at + 4) ? 8 : 0
  }
  return unit === 0x77 && text.startsWith('www.', at) ? 4 : 0
}

function endOf(text: string, from: number, end: number, belongs: (unit: number) => boolean): number {
  let at = from
  while (at < end && belongs(text.charCodeAt(at))) at++
  return at
}

/** White space, quotation marks and brackets end a link. */
const isLinkUnit = (unit: number): boolean =>
  unit !== 0x22 &&
  unit !== 0x27 &&
  unit !== 0x3c &&
  unit !== 0x3e &&
  unit !== 0x28 &&
  unit !== 0x29 &&
  unit !== 0x5b &&
  unit !== 0x5d &&
  unit !== 0x7b &&
  unit !== 0x7d &&
  unit < 0x3000

const isAddressUnit = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) ||
  (unit >= 0x30 && unit <= 0x39) ||
  unit === 0x40 ||
  unit === 0x2e ||
  unit === 0x2d ||
  unit === 0x5f ||
  unit === 0x2b ||
  unit === 0x25

/** Spreads a hash over the table; `order` keeps the n-grams of different lengths apart. */
function bucketOf(hash: number, order: number): number {
  let x = hash ^ Math.imul(order, 0x9e3779b1)
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d)
  x ^= x >>> 13
  return x & mask
}

/** Whether a unit is part of a word: letters, digits, marks and everything beyond ASCII but its punctuation. */
function isWordUnit(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || unit === 0x30 || unit === 0x27 || unit <= blobMark
  return !(unit >= 0x2010 && unit <= 0x206f) && !(unit >= 0x3000 && unit <= 0x3003) && unit !== 0xa0
}

/** N-grams in order: the bucket of each; those counted at unit `i` are from `starts[i]` to `starts[i + 1]`. */
export interface Ngrams {
  buckets: Int32Array
  starts: Uint32Array
}

/** The most n-grams of a unit: four of characters, and three of words at the end of a word. */
const mostOfUnit = perUnit + 3

const ngramsWithRoom = (units: number): Ngrams => ({
  buckets: new Int32Array(units * mostOfUnit),
  starts: new Uint32Array(units + 1),
})

/**
 * The n-grams of `units`. Characters are counted where they start, words where the last of them ends. Written into
 * `room`, where that is given.
 */
export function ngramsOf(units: Uint16Array, room: Ngrams = ngramsWithRoom(units.length)): Ngrams {
  const size = units.length
  const { buckets, starts } = room
  let count = 0
  let word = 0
  let before = 0
  let beforeThat = 0
  let inWord = size > 0 && isWordUnit(units[0]!)
  for (let i = 0; i < size; i++) {
    starts[i] = count
    const unit = units[i]!
    let hash = Math.imul(charSeed ^ unit, prime)
    const last = Math.min(perUnit, size - 1 - i)
    for (let k = 1; k <= last; k++) {
      hash = Math.imul(hash ^ units[i + k]!, prime)
      buckets[count++] = bucketOf(hash, k)
    }
    const goesOn = i + 1 < size && isWordUnit(units[i + 1]!)
    if (inWord) {
      word = Math.imul((word === 0 ? wordSeed : word) ^ unit, prime)
      if (!goesOn) {
        buckets[count++] = bucketOf(word, 11)
        if (before !== 0) buckets[count++] = bucketOf(Math.imul(before, 31) ^ word, 12)
        if (beforeThat !== 0)
          buckets[count++] = bucketOf(Math.imul(Math.imul(beforeThat, 31) ^ before, 31) ^ word, 13)
        beforeThat = before
        before = word
        word = 0
      }
    }
    inWord = goesOn
  }
  starts[size] = count
  return { buckets: buckets.subarray(0, count), starts: starts.subarray(0, size + 1) }
}

/** A text as units and n-grams. */
export type ReadText = Units & Ngrams

/** Memory for texts of so many characters, and the one that was read into it last. */
interface Slot {
  most: number
  units: Units
  ngrams: Ngrams
  text: string
  read: ReadText | undefined
}

const slotFor = (most: number): Slot => ({
  most,
  units: unitsWithRoom(most),
  ngrams: ngramsWithRoom(most),
  text: '',
  read: undefined,
})
/** Two, so that a subject leaves the body where it is, which several read. */
const slots = [slotFor(1_024), slotFor(scratchUnits)]

/**
 * Folded `text` as units and n-grams. The arrays are those of the next text, too: what is kept has to be copied, and
 * nobody writes into them.
 */
export function readText(text: string): ReadText {
  const slot = slots.find(({ most }) => text.length <= most)
  if (slot?.read !== undefined && slot.text === text) return slot.read
  const units = unitsOf(text, slot?.units)
  const read = { ...units, ...ngramsOf(units.units, slot?.ngrams) }
  if (slot !== undefined) Object.assign(slot, { text, read })
  return read
}
