/** Tells in one pass over a text which of many words occur in it (Aho and Corasick, 1975). */

export class WordFinder {
  readonly #count: number
  /** Column of each UTF-16 unit in the table of transitions; a unit of no word has column 0. */
  readonly #columns = new Uint16Array(0x10000)
  readonly #width: number
  /** Row `state * width`: where each unit leads, as the row of the next state. */
  readonly #next: Int32Array
  #used = 1
  /** The words that end at each state, by their index. */
  readonly #ends: (number[] | undefined)[]

  constructor(words: readonly string[]) {
    this.#count = words.length
    let width = 1
    for (const unit of words.join(''))
      for (let i = 0; i < unit.length; i++)
        if (this.#columns[unit.charCodeAt(i)] === 0) this.#columns[unit.charCodeAt(i)] = width++
    this.#width = width
    const states = 1 + words.reduce((sum, word) => sum + word.length, 0)
    this.#next = new Int32Array(states * width)
    this.#ends = new Array<number[] | undefined>(states)
    for (const [index, word] of words.entries()) this.#ends[this.#grow(word)]!.push(index)
    this.#link()
  }

  /** For each word, 1 where it occurs in `text`. */
  find(text: string): Uint8Array {
    const found = new Uint8Array(this.#count)
    const columns = this.#columns
    const next = this.#next
    const width = this.#width
    let row = 0
    for (let i = 0; i < text.length; i++) {
      row = next[row + columns[text.charCodeAt(i)]!]!
      if (row === 0) continue
      const ends = this.#ends[row / width]
      if (ends !== undefined) for (const index of ends) found[index] = 1
    }
    return found
  }

  #grow(word: string): number {
    let row = 0
    for (let i = 0; i < word.length; i++) {
      const at = row + this.#columns[word.charCodeAt(i)]!
      if (this.#next[at] === 0) this.#next[at] = this.#used++ * this.#width
      row = this.#next[at]!
    }
    const state = row / this.#width
    this.#ends[state] ??= []
    return state
  }

  /** Breadth first: a missing transition is that of the longest suffix that is a prefix of some word. */
  #link(): void {
    const suffix = new Int32Array(this.#used)
    const queue: number[] = [0]
    for (const row of queue) {
      const state = row / this.#width
      for (let column = 1; column < this.#width; column++) {
        const to = this.#next[row + column]!
        const viaSuffix = state === 0 ? 0 : this.#next[suffix[state]! + column]!
        if (to === 0) this.#next[row + column] = viaSuffix
        else {
          const target = to / this.#width
          suffix[target] = viaSuffix
          const inherited = this.#ends[viaSuffix / this.#width]
          if (inherited !== undefined) this.#ends[target] = [...(this.#ends[target] ?? []), ...inherited]
          queue.push(to)
        }
      }
    }
  }
}
