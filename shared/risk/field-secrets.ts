/** Secrets in the fields of a message: names, addresses, types and identifiers, in which nobody reads a text. */
import { findSecrets } from './secret/find-secrets.ts'
import type { Span } from './span.ts'

/** Words that may have something before their secret: `user-…`, `X-Agent-…`, `logo_…`. */
const joined = /[A-Za-z0-9][A-Za-z0-9._~+=@%-]{15,199}/g
/** Words of a text, and beginnings of a word, that are left out one after the other: of all others, all at once. */
const most = { words: 100, beginnings: 12 }
const escaped = /%[0-9A-Fa-f]{2}/

/** Ends every value, so that what stands behind is not taken for that of a name before. */
const apart = '\n;\n'

/**
 * Texts as their secrets are looked for: behind each what is percent-encoded decoded, local parts without their domain, and
 * each word that is joined of several without what it begins with.
 */
export const fieldForms = (texts: readonly string[]): string => texts.flatMap(formsOf).join(apart)

function formsOf(text: string): string[] {
  const forms = [text]
  if (escaped.test(text)) forms.push(decoded(text))
  if (text.includes('@')) forms.push(text.replaceAll('@', ' '))
  if (/[.~+=@%-]/.test(text)) forms.push(text.replaceAll(/[.~+=@%-]/g, ' '))
  let words = 0
  for (const [word] of text.matchAll(joined)) {
    if (!/\d/.test(word)) continue
    if (++words > most.words) break
    const beginnings = word.matchAll(/[._~+=@%-](?=[A-Za-z0-9._~+=@%-]{12})/g)
    for (const { index } of beginnings.take(most.beginnings)) forms.push(word.slice(index + 1))
  }
  return forms
}

/** The secrets of a field's {@link fieldForms}: what is merely drawn at random is as likely an identifier, and left alone. */
export const fieldSecrets = (forms: string): Span[] =>
  findSecrets(forms, { prose: false }).filter(({ rule }) => rule !== 'bare_token')

const decoded = (text: string): string =>
  text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
