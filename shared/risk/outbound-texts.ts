/** The texts of an outbound mail that detectors of values read, and the values found in them. Made once a message. */
import { withWholeWords } from '../lib/unseen.ts'
import { fieldForms, fieldSecrets } from './field-secrets.ts'
import { findSensitive } from './find-sensitive.ts'
import { readHtmlSource } from './html-source.ts'
import { bareContext, type OutboundContext } from './outbound-context.ts'
import { defaultEntities } from './pii/entities.ts'
import type { RiskMessage } from './scorer.ts'
import type { Span } from './span.ts'
import { withDigits } from './spelled-digits.ts'

/** One text of the mail, and the values in it. */
export interface OutboundText {
  /** In the words of `Evidence.where`. */
  where: string
  text: string
  spans: Span[]
  /** Whether it stands in fields, where nobody reads a text: only secrets are looked for in it. */
  field: boolean
}

const caps = { text: 1_000_000, hidden: 100, around: 2_000 }
const cache = new WeakMap<RiskMessage, OutboundText[]>()

/** What is known of the mail beside itself. */
export const contextOf = ({ outbound, inboxAddress, envelope }: RiskMessage): OutboundContext =>
  outbound ?? bareContext(inboxAddress, envelope.rcptTo)

/** Subject, body, HTML where it says more, hidden texts, text attachments, X- fields; and all other fields. */
export function outboundTexts(message: RiskMessage): OutboundText[] {
  let texts = cache.get(message)
  if (texts === undefined) {
    texts = read(message)
    cache.set(message, texts)
  }
  return texts
}

function read(message: RiskMessage): OutboundText[] {
  const { mail } = message
  const { thread, attachmentTexts, seen = '' } = contextOf(message)
  const parts: Part[] = [
    { where: 'subject', text: mail.subject },
    { where: 'body', text: mail.body },
  ]
  if (mail.html !== null) {
    const { text, attributes, comments } = readHtmlSource(mail.html)
    if (squeeze(text) !== squeeze(mail.body)) parts.push({ where: 'html', text })
    // What is hidden within a value, a style sheet or a script, splits it in the source and not for a reader.
    if (![text, mail.body].some((known) => squeeze(known) === squeeze(seen)))
      parts.push({ where: 'html', text: seen, besides: text })
    const rest = [
      ...attributes.filter(({ name }) => carrying.has(name)).map(({ value }) => value),
      ...comments.map(({ text }) => text),
    ]
    if (rest.length > 0) parts.push({ where: 'html', text: rest.join('\n') })
  }
  for (const { text } of mail.hidden.slice(0, caps.hidden)) parts.push({ where: 'hidden', text })
  for (const { name, value } of mail.headers)
    if (/^x-/i.test(name)) parts.push({ where: `header:${name.toLowerCase()}`, text: value })
  for (const { filename, text } of attachmentTexts) parts.push({ where: `attachment:${filename}`, text })
  for (const { filename } of mail.attachments) parts.push({ where: `attachment:${filename}`, text: filename })
  const around = [mail.subject, thread.at(-1)?.text ?? ''].join('\n').slice(0, caps.around)
  const read = parts
    .filter(({ text }) => text !== '')
    .map((part) => ({ ...part, text: withWholeWords(part.text.slice(0, caps.text)) }))
    .flatMap((part) => {
      const plain = withDigits(part.text)
      return plain === null ? [part] : [part, { ...part, text: plain }]
    })
    .map((part) => ({ ...part, spans: valuesIn(part, around), field: false }))
    .flatMap(({ besides, ...part }) => (besides === undefined ? [part] : newIn(part, besides)))
  const fields = contextOf(message)
    .fieldTexts.map(({ where, texts }) => ({ where, text: fieldForms(texts) }))
    .map((part) => ({ ...part, spans: fieldSecrets(part.text), field: true }))
  return [...read, ...fields]
}

/** A text that is read; `besides`: for the values alone that this other one doesn't have. */
interface Part {
  where: string
  text: string
  besides?: string
}

/** The text with its values that `other` is not written with; none where it has no such value. */
function newIn(read: OutboundText, other: string): OutboundText[] {
  const written = squeeze(withWholeWords(other))
  const spans = read.spans.filter(({ start, end }) => !written.includes(squeeze(read.text.slice(start, end))))
  return spans.length === 0 ? [] : [{ ...read, spans }]
}

/** Identifiers are drawn at random, and those are fields of them. */
const identifying = /^header:x-.*(?:id|ref)$/

function valuesIn({ where, text }: { where: string; text: string }, around: string): Span[] {
  const spans = findSensitive(text, { entities: defaultEntities, around })
  return identifying.test(where) ? spans.filter(({ rule }) => rule !== 'bare_token') : spans
}

/** Attributes that carry words, and not how something looks. */
const carrying = new Set([
  'href',
  'src',
  'alt',
  'title',
  'value',
  'content',
  'action',
  'background',
  'placeholder',
  'aria-label',
  'srcset',
  'data',
])
const squeeze = (text: string): string => text.replace(/\s+/g, '')
