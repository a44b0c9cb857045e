/** What the service says to people, by language. */
import { isLanguage, type Language, languages } from '../domain/language.ts'
import { de } from './de/index.ts'
import { en, type Texts } from './en/index.ts'

export type { Texts } from './en/index.ts'

const all: Readonly<Record<Language, Texts>> = { en, de }

/** The texts of a language; of the first one where it is none of ours, or nobody has chosen. */
export const textsIn = (language: string | null | undefined): Texts =>
  all[language != null && isLanguage(language) ? language : languages[0]]
