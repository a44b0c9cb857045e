/** Whether a text has the words that some pattern of many can't match without: most mail has not, and is not searched. */
import { requiredWords, splitAlternatives } from '../required-words.ts'
import { WordGroups } from '../word-finder.ts'

/** Answers for folded text whether one of `sources`, patterns in the language of rule.ts, may match in it. */
export function mayMatch(sources: readonly string[]): (text: string) => boolean {
  const groups = new WordGroups()
  const alternatives = sources
    .flatMap((source) => splitAlternatives(source))
    .map((alternative) => requiredWords(alternative).map((group) => groups.placeOf(group)))
  const finder = groups.finder()
  return (text) => {
    const present = finder.find(text, 0, text.length)
    return alternatives.some((needs) => needs.every((place) => present[place] === 1))
  }
}
