/** Tells in one pass over a text which of many groups of words occur in it (Aho and Corasick, 1975). */

/** Columns of the table: units up to U+007F have their own, all others share the rest. */
const ascii = 128
const width = ascii + 64

/**
 * Finds words of groups. Units beyond ASCII share columns, so that a group may be reported for a word
 * that only resembles one of its own; it is never missed.
 */
export class WordFinder {
  readonly #groups: number
  /** At `state * width + column`: the next state. */
  readonly #next: Uint16Array
  /** The groups whose words end at each state. */
  readonly #ends: number[][]
  #used = 1

  /** At most 65,535 characters of words in all. */
  constructor(groups: readonly (readonly string[])[]) {
    this.#groups = groups.length
    const states = 1 + groups.flat().reduce((sum, word) => sum + word.length, 0)
    this.#next = new Uint16Array(states * width)
    this.#ends = Array.from({ length: states }, () => [])
    for (const [index, words] of groups.entries()) for (const word of words) this.#add(word, index)
    this.#link()
  }

  /** For each group, 1 where one of its words occurs in `[start, end)` of `text`. */
  find(text: string, start: number, end: number): Uint8Array {
    const found = new Uint8Array(this.#groups)
    const next = this.#next
    let state = 0
    for (let i = start; i < end; i++) {
      state = next[state * width + column(text.charCodeAt(i))]!
      if (state === 0) continue
      const ends = this.#ends[state]!
      for (let k = 0; k < ends.length; k++) found[ends[k]!] = 1
    }
    return found
  }

  #add(word: string, group: number): void {
    let state = 0
    for (let i = 0; i < word.length; i++) {
      const at = state * width + column(word.charCodeAt(i))
      if (this.#next[at] === 0) this.#next[at] = this.#used++
      state = this.#next[at]!
    }
    if (!this.#ends[state]!.includes(group)) this.#ends[state]!.push(group)
  }

  /** Breadth first: a missing transition is that of the longest suffix that starts some word. */
  #link(): void {
    const suffix = new Uint16Array(this.#used)
    const queue: number[] = [0]
    for (const state of queue) {
      for (let column = 0; column < width; column++) {
        const at = state * width + column
        const to = this.#next[at]!
        const viaSuffix = state === 0 ? 0 : this.#next[suffix[state]! * width + column]!
        if (to === 0) this.#next[at] = viaSuffix
        else {
          suffix[to] = viaSuffix
          this.#ends[to] = [...new Set([...this.#ends[to]!, ...this.#ends[viaSuffix]!])]
          queue.push(to)
        }
      }
    }
  }
}

const column = (unit: number): number => (unit < ascii ? unit : ascii + (unit % (width - ascii)))
