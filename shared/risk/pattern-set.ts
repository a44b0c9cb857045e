/** Many patterns over one text, each tried only where the text has the words that it can't match without. */
import { requiredWords, splitAlternatives } from './required-words.ts'
import { type WordFinder, WordGroups } from './word-finder.ts'

/** One alternative of a pattern, and the groups of words (by their place in the finder) that it needs one of each. */
interface Alternative {
  pattern: RegExp
  needs: readonly number[]
}

/** A text of which the words are known. */
export interface PreparedText {
  /** Whether the pattern at `index` may match; false: it can't. */
  possible(index: number): boolean
  /** What the pattern at `index` matches: that of its first alternative that does; null for none. */
  exec(index: number): string | null
}

/** Patterns by their place in the list; over lower-case text, linear each. */
export class PatternSet {
  readonly #patterns: readonly (readonly Alternative[])[]
  readonly #finder: WordFinder

  /** @throws Error for a pattern with `~`, which means something of its own in those of injections. */
  constructor(patterns: readonly RegExp[]) {
    for (const { source } of patterns) if (source.includes('~')) throw new Error(`a pattern has ~: ${source}`)
    const groups = new WordGroups()
    this.#patterns = patterns.map(({ source, flags }) =>
      splitAlternatives(source).map((alternative) => ({
        pattern: new RegExp(alternative, flags),
        needs: requiredWords(alternative).map((group) => groups.placeOf(group)),
      })),
    )
    this.#finder = groups.finder()
  }

  on(text: string): PreparedText {
    const present = this.#finder.find(text, 0, text.length)
    const patterns = this.#patterns
    return {
      possible(index) {
        const alternatives = patterns[index]!
        for (let i = 0; i < alternatives.length; i++) if (hasAll(present, alternatives[i]!.needs)) return true
        return false
      },
      exec(index) {
        for (const { pattern, needs } of patterns[index]!) {
          if (!hasAll(present, needs)) continue
          const found = pattern.exec(text)
          if (found !== null) return found[0]
        }
        return null
      },
    }
  }
}

function hasAll(present: Uint8Array, needs: readonly number[]): boolean {
  for (let i = 0; i < needs.length; i++) if (present[needs[i]!] === 0) return false
  return true
}
