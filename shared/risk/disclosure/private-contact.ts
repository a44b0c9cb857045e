/** A number under which somebody is reached in private, told as such by a draft: the text itself says that it is not for everybody. */
import type { Span } from '../span.ts'

const kinds =
  'priv(?:ate?|at\\p{L}{0,3}|é|ée|ad[oa]|ato)|personal|persönlich\\p{L}{0,3}|personnel(?:le)?|personale|pessoal|persoonlijk\\p{L}?|prywatn\\p{L}{1,3}|home'
const numbers =
  'mobile|cell(?:phone)?|phone|number|handy(?:nummer)?|nummer(?:n|et)?|telefon\\p{L}{0,6}|portable|num[ée]ro|m[óo]vil|tel[ée]fono|n[úu]mero|telem[óo]vel|celular|cellulare|telefoon\\p{L}{0,6}|komórk\\p{L}{1,2}|numer'
/** `private mobile`, `Privatnummer`, `cellulare personale`. */
const contact = new RegExp(
  `(?<!\\p{L})(?:(?:${kinds})[ -]?(?:${numbers})|(?:${numbers}) (?:${kinds}))(?!\\p{L})`,
  'giu',
)
/** That it is the reader's, or the writer's own. */
const own =
  /(?<!\p{L})(?:your|my|our|dein\p{L}{0,2}|mein\p{L}{0,2}|unser\p{L}{0,2}|votre|ton|mon|notre|tu|mi|nuestro|teu|meu|nosso|tuo|mio|nostro|uw|jouw|je|mijn|ons|onze|twój|mój|nasz)\s\S{0,12}\s?$/iu
const yours = /(?<!\p{L})(?:Ihr(?:e[mnrs]?)?|Votre|Su|Seu|Suo|Uw|Pana|Pani)\s\S{0,12}\s?$/u

/** Characters behind the words in which the number stands, and before them in which is said whose it is. */
const reach = { behind: 50, before: 30 }
const mostLookedAt = 100

/** Where `text` tells such a number of a third person; null: nowhere. `told` says whether its readers have a value already. */
export function privateContact(
  text: string,
  spans: readonly Span[],
  told: (value: string) => boolean,
): { start: number; end: number } | null {
  const phones = spans.filter(({ type }) => type === 'phone')
  if (phones.length === 0) return null
  for (const { 0: words, index } of text.matchAll(contact).take(mostLookedAt)) {
    const before = text.slice(Math.max(0, index - reach.before), index)
    if (own.test(before) || yours.test(before)) continue
    const end = index + words.length
    const phone = phones.find(({ start }) => start >= end && start - end <= reach.behind)
    if (phone !== undefined && !told(text.slice(phone.start, phone.end)))
      return { start: index, end: phone.end }
  }
  return null
}
