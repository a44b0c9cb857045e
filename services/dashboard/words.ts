/** Names of the API as a person reads them. */
import type { Message } from '../../shared/domain/message.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { texts } from './texts.ts'

const abbreviations = new Set(['iban', 'ip', 'mac', 'pii', 'ssn', 'url', 'us'])

/** `max_messages` as "Max messages", `pii_redaction` as "PII redaction". */
export function inWords(name: string): string {
  const words = name.split('_').map((word) => (abbreviations.has(word) ? word.toUpperCase() : word))
  const [first = '', ...rest] = words
  const derived = [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...rest].join(' ')
  return texts().names.title(name, derived)
}

/** A description of ours, with what stands between backticks as code. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`

/** What a status means, in lower case. */
export const statusWords = (status: string): string =>
  texts().names.status(status, status.replaceAll('_', ' '))

/** What became of a message, in lower case: what was withheld and is no more, a person has let in. */
export function standingWords({
  direction,
  verdict,
  status,
}: Pick<Message, 'direction' | 'verdict' | 'status'>): string {
  if (direction === 'outbound' || verdict !== 'withheld' || status === 'withheld') return statusWords(status)
  const released = statusWords('released')
  return status === 'clean' ? released : `${released}, ${statusWords(status)}`
}

/** What the API says of something, which it says in English. */
export const ofApi = (text: string): Html =>
  texts().language === 'en' ? html`${text}` : html`<span lang="en">${text}</span>`

/** What is said for the word of an address; null for a word of which nothing is said. */
export const saidOf = (sentences: Readonly<Record<string, string>>, word: string): string | null =>
  Object.hasOwn(sentences, word) ? sentences[word]! : null

/** A number as people write it. */
export const number = (value: number): string => value.toLocaleString(texts().language)

/** A number with one decimal, as people write it. */
export const fixed = (value: number): string =>
  value.toLocaleString(texts().language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** An amount in the smallest unit of its currency, as people write it. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(texts().language, {
    style: 'currency',
    currency: currency.toUpperCase(),
  })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
