/** Reads what somebody searches for: words, "phrases", -without, or, and beginnings of words. */
import { ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import { wordsOf } from './words.ts'

/** Words that stand one after the other; of the last one perhaps only the beginning. */
export interface Term {
  words: string[]
  prefix: boolean
}

/** A query: the text form of a tsquery, and the terms that a hit may show. */
export interface SearchQuery {
  tsquery: string
  terms: Term[]
}

// Quoted, up to its end or that of the text; or anything without spaces and quotes. Linear: each branch begins differently.
const token = /(-?)"([^"]*)"?|([^\s"]+)/g

/**
 * Reads the syntax of Postgres's websearch_to_tsquery: words that must all be there, "phrases", `or` between
 * alternatives, `-` before what must not be there; and `*` after a word for all that begin with it.
 * @throws ServiceError `validation_error` where there is nothing to search for, or too much.
 */
export function readQuery(text: string): SearchQuery {
  const alternatives: string[][] = [[]]
  const terms: Term[] = []
  let count = 0
  for (const [, dash, phrase, plain = ''] of text.matchAll(token)) {
    if (phrase === undefined && plain.toLowerCase() === 'or') {
      if (alternatives.at(-1)!.length > 0) alternatives.push([])
      continue
    }
    const negated = phrase === undefined ? plain.startsWith('-') : dash === '-'
    const words = Array.from(wordsOf(phrase ?? plain), ({ word }) => word)
    if (words.length === 0) continue
    count += words.length
    if (count > limits.searchTerms) throw invalid(`must have at most ${limits.searchTerms} words`)
    const term = { words, prefix: phrase === undefined && plain.endsWith('*') }
    alternatives.at(-1)!.push(negated ? `!${written(term)}` : written(term))
    if (!negated) terms.push(term)
  }
  const groups = alternatives.filter((group) => group.length > 0).map((group) => `(${group.join(' & ')})`)
  if (groups.length === 0) throw invalid('has no word to search for')
  return { tsquery: groups.join(' | '), terms }
}

function written({ words, prefix }: Term): string {
  const lexemes = words.map((word, index) => `'${word}'${prefix && index === words.length - 1 ? ':*' : ''}`)
  return lexemes.length === 1 ? lexemes[0]! : `(${lexemes.join(' <-> ')})`
}

const invalid = (message: string) =>
  new ServiceError('validation_error', undefined, { details: [{ path: 'query.q', message }] })
