/** All patterns of prompt injection. */
import { askRules } from './ask-rules.ts'
import { english } from './english.ts'
import { moreEnglish } from './english-more.ts'
import { inventedResults } from './invented-results.ts'
import { languages } from './languages.ts'
import { moreLanguages } from './languages-more.ts'
import { overrideWords } from './override-words.ts'
import { readerRules } from './reader-rules.ts'
import type { InjectionRule } from './rule.ts'

export const injectionRules: readonly InjectionRule[] = [
  ...english,
  ...moreEnglish,
  ...languages,
  ...moreLanguages,
  ...askRules,
  ...inventedResults,
  ...readerRules,
  ...overrideWords,
]
