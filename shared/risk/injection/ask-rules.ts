/** Patterns of requests that name no address: of whoever handles the mailbox, for codes, for other bank details. */
import { type AskWords, askWords, unspaced } from './ask-words.ts'
import { type InjectionRule, rule } from './rule.ts'

/** Within one sentence. */
const gap = '(?:[^.!?。]|\\.(?=[a-z\\d])){0,140}'
const shortGap = '[^.!?。]{0,50}'
function rulesOf(words: AskWords, border: string): InjectionRule[] {
  const word = (source: string): string => `${border}(?:${source})${border}`
  return [
    ...rule('third_person', 1, `${word(words.handler)}${gap}${word(`${words.hand}|${words.hands}`)}`),
    ...rule(
      'code_request',
      1,
      `${word(words.hand)}${shortGap}${word(words.codes)}`,
      `${word(words.codes)}${shortGap}${word(words.hand)}`,
    ),
    ...rule('bank_change', 1, word(words.bank)),
  ]
}

export const askRules: readonly InjectionRule[] = Object.entries(askWords).flatMap(([language, words]) =>
  rulesOf(words, unspaced.has(language) ? '' : '\\b'),
)
