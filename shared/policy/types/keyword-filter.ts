/** The policy type `keyword_filter`: it fires on messages that hold one of its keywords. */
import { z } from 'zod'
import { limits } from '../../domain/limits.ts'
import { direction } from '../direction.ts'
import { definePolicy, type MessageSubject } from '../policy-type.ts'
import { regexProblems } from '../regex.ts'
import { plainText } from '../search.ts'

const keywordFields = ['subject', 'body', 'attachment_names'] as const
type KeywordField = (typeof keywordFields)[number]

const keywordFilterConfig = z.strictObject({
  keywords: z
    .array(z.string().max(limits.policyKeywordCharacters))
    .min(1)
    .max(limits.policyKeywords)
    .meta({
      description: 'It fires when one of them is found.',
      examples: [['wire transfer', 'gift card']],
    }),
  match: z.enum(['word', 'substring', 'regex']).default('word').meta({
    description:
      '`word`: not within a longer word. `substring`: anywhere. `regex`: RE2 syntax, anywhere. Words and substrings are found in compatibility forms (full-width letters) and across line breaks too.',
  }),
  fields: z.array(z.enum(keywordFields)).min(1).max(keywordFields.length).default(['subject', 'body']).meta({
    description:
      'Where to look. `subject` is the subject, and in mail that came in the names beside the addresses in From; `body` is text and HTML.',
  }),
  case_sensitive: z.boolean().default(false),
  direction,
})

export const keywordFilter = definePolicy({
  type: 'keyword_filter',
  description: 'Fires on messages that hold one of the keywords in one of the fields.',
  actions: ['block', 'withhold', 'flag'],
  stages: ['message'],
  config: keywordFilterConfig,
  problems({ keywords, match, case_sensitive }) {
    const blank = keywords.flatMap((keyword, index) =>
      plainText(keyword).trim() === '' ? [{ path: ['keywords', index], message: 'must not be blank' }] : [],
    )
    if (match !== 'regex') return blank
    const found = regexProblems(keywords, case_sensitive)
    return [
      ...blank,
      ...found.map(({ index, message }) => ({
        path: index === null ? ['keywords'] : ['keywords', index],
        message,
      })),
    ]
  },
  evaluate({ config, search }, subject) {
    if (subject.stage === 'rcpt') return null
    const { keywords, match, fields, case_sensitive } = config
    for (const field of new Set(fields)) {
      for (const [text, where] of new Map(textsOf(field, subject))) {
        for (const keyword of keywords) {
          if (search.exhausted) return 'The message could not be searched for all keywords in time.'
          if (!search.has(text, keyword, match, case_sensitive)) continue
          const found = match === 'regex' ? `what the expression ${keyword} matches` : `"${keyword}"`
          return `The ${where} ${found}.`
        }
      }
    }
    return null
  },
})

/** Texts to be searched, each with where it stands. */
function textsOf(field: KeywordField, subject: MessageSubject): [string, string][] {
  const stand = (where: string, texts: readonly string[]) =>
    texts.map((text): [string, string] => [text, `${where} holds`])
  if (field === 'body') return stand('body', subject.texts)
  if (field === 'attachment_names') return stand('name of an attachment', subject.attachmentNames)
  const names = subject.direction === 'inbound' ? subject.authorNames : []
  return [...stand('name in From', names), ...stand('subject', [subject.subject])]
}
