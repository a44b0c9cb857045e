/** All patterns of prompt injection. */
import { english } from './english.ts'
import { moreEnglish } from './english-more.ts'
import { languages } from './languages.ts'
import { moreLanguages } from './languages-more.ts'
import type { InjectionRule } from './rule.ts'

export const injectionRules: readonly InjectionRule[] = [
  ...english,
  ...moreEnglish,
  ...languages,
  ...moreLanguages,
]
