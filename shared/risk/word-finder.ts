/** Tells in one pass over a text which of many groups of words occur in it (Aho and Corasick, 1975). */

/** Columns of the table: units up to U+007F have their own, all others share the rest; two stand for borders of words. */
const ascii = 128
const width = ascii + 64
const wordStart = 0
const wordEnd = 1

/**
 * Finds words of groups. A word with a space in front only counts where no ASCII letter or digit stands
 * before it, one with a space behind where none stands behind it. Units beyond ASCII share columns, so that a
 * group may be reported for a word that only resembles one of its own; it is never missed.
 */
export class WordFinder {
  readonly #groups: number
  /** At `state * width + column`: the next state. */
  #next: Uint16Array
  /** The groups whose words end at each state, and whether there are any. */
  readonly #ends: number[][] = [[]]
  readonly #ending: Uint8Array
  /** By state: the column that leads to it, the first state that it leads to, and the next that its own parent does. */
  readonly #by: number[] = [0]
  readonly #child: number[] = [0]
  readonly #sibling: number[] = [0]
  #used = 1

  /** @throws Error where the words need more states than the table can number: 65,535. */
  constructor(groups: readonly (readonly string[])[]) {
    this.#groups = groups.length
    this.#next = new Uint16Array(1_024 * width)
    for (const [index, words] of groups.entries()) for (const word of words) this.#add(word, index)
    this.#link()
    this.#ending = Uint8Array.from(this.#ends, ({ length }) => Math.min(1, length))
  }

  /** For each group, 1 where one of its words occurs in `[start, end)` of `text`. */
  find(text: string, start: number, end: number): Uint8Array {
    const found = new Uint8Array(this.#groups)
    const next = this.#next
    const ends = this.#ends
    const ending = this.#ending
    let state = 0
    let inWord = false
    for (let i = start; i < end; i++) {
      const unit = text.charCodeAt(i)
      const word = isWord(unit)
      if (word !== inWord) {
        state = next[state * width + (word ? wordStart : wordEnd)]!
        if (inWord && ending[state] === 1) note(ends[state]!, found)
        inWord = word
      }
      state = next[state * width + column(unit)]!
      if (ending[state] === 1) note(ends[state]!, found)
    }
    if (inWord) note(ends[next[state * width + wordEnd]!]!, found)
    return found
  }

  #add(word: string, group: number): void {
    let state = 0
    const first = word.startsWith(' ') ? 1 : 0
    const last = word.endsWith(' ') ? word.length - 1 : word.length
    // What stands before its first unit is not known, unless it is told.
    let inWord = first === 0 && isWord(word.charCodeAt(0))
    for (let i = first; i < last; i++) {
      const unit = word.charCodeAt(i)
      if (isWord(unit) !== inWord) state = this.#grow(state, inWord ? wordEnd : wordStart)
      inWord = isWord(unit)
      state = this.#grow(state, column(unit))
    }
    if (last < word.length && inWord) state = this.#grow(state, wordEnd)
    if (!this.#ends[state]!.includes(group)) this.#ends[state]!.push(group)
  }

  #grow(state: number, by: number): number {
    const at = state * width + by
    const known = this.#next[at]!
    if (known !== 0) return known
    if (this.#used > 0xffff) throw new Error(`${this.#used + 1} states are more than can be numbered`)
    if (this.#used * width === this.#next.length) {
      const larger = new Uint16Array(this.#next.length * 2)
      larger.set(this.#next)
      this.#next = larger
    }
    const grown = this.#used++
    this.#next[at] = grown
    this.#by.push(by)
    this.#sibling.push(this.#child[state]!)
    this.#child.push(0)
    this.#child[state] = grown
    this.#ends.push([])
    return grown
  }

  /** Breadth first: a missing transition is that of the longest suffix that starts some word. */
  #link(): void {
    const next = this.#next
    const ends = this.#ends
    const suffix = new Uint16Array(this.#used)
    const queue: number[] = [0]
    for (const state of queue) {
      const via = suffix[state]! * width
      if (state !== 0) next.copyWithin(state * width, via, via + width)
      for (let to = this.#child[state]!; to !== 0; to = this.#sibling[to]!) {
        const by = this.#by[to]!
        const viaSuffix = state === 0 ? 0 : next[via + by]!
        next[state * width + by] = to
        suffix[to] = viaSuffix
        if (ends[viaSuffix]!.length > 0) ends[to] = [...new Set([...ends[to]!, ...ends[viaSuffix]!])]
        queue.push(to)
      }
    }
  }
}

/** Gathers groups of words for one finder, each once, however many patterns need it. */
export class WordGroups {
  readonly #groups: (readonly string[])[] = []
  readonly #places = new Map<string, number>()

  /** Where the finder tells of `group`. */
  placeOf(group: readonly string[]): number {
    const key = group.join('|')
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const place = this.#groups.push(group) - 1
    this.#places.set(key, place)
    return place
  }

  /** Finds the groups that have a place by now. */
  finder(): WordFinder {
    return new WordFinder(this.#groups)
  }
}

function note(groups: readonly number[], found: Uint8Array): void {
  for (let i = 0; i < groups.length; i++) found[groups[i]!] = 1
}

const isWord = (unit: number): boolean => (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)

const column = (unit: number): number => (unit < ascii ? Math.max(2, unit) : ascii + (unit % (width - ascii)))
