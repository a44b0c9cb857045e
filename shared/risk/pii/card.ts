/** Payment card numbers: issuer ranges, lengths, grouping, Luhn. */
import type { Span } from '../span.ts'
import { luhn } from './checksums.ts'
import { after, before, isDigit, isOtherThing, isWordAt } from './context.ts'

interface Issuer {
  /** Matches the first digits. */
  prefix: RegExp
  lengths: readonly number[]
  /** Lengths at which a number is a card's without a word that says so. */
  plain: readonly number[]
}

/** Ranges as the schemes publish them (ISO/IEC 7812 issuer identification numbers). */
const issuers: readonly Issuer[] = [
  { prefix: /^4/, lengths: [13, 16, 19], plain: [16] },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16], plain: [16] },
  { prefix: /^3[47]/, lengths: [15], plain: [15] },
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 17, 18, 19], plain: [16] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19], plain: [16] },
  { prefix: /^(?:2131|1800)/, lengths: [15], plain: [15] },
  { prefix: /^3(?:0[0-5]|095|[689])/, lengths: [14, 16, 19], plain: [14] },
  { prefix: /^62/, lengths: [16, 17, 18, 19], plain: [16] },
  { prefix: /^220[0-4]/, lengths: [16, 17, 18, 19], plain: [16] },
  { prefix: /^(?:60|81|82|508)/, lengths: [16], plain: [16] },
  { prefix: /^(?:50|5[6-9]|6)/, lengths: [12, 13, 14, 15, 16, 17, 18, 19], plain: [] },
]

const said =
  /\b(?:cards?|credit|debit|visa|master ?card|amex|american express|discover|diners|jcb|maestro|union ?pay|cc|pan|cvv|cvc|charged?|karte|kredit\w{0,10}|carte|tarjetas?|carta|cart[aã]o|kaart|kort\w{0,6}|karta|karty|карт\p{L}{0,3})(?![\p{L}\p{N}])|卡号|カード|信用卡/u

const minDigits = 12
const maxDigits = 19

/** The card numbers of `text`. */
export function findCards(text: string): Span[] {
  const spans: Span[] = []
  for (let i = 0; i < text.length; i++) {
    if (!isDigit(text.charCodeAt(i))) continue
    const span = cardAt(text, i)
    if (span !== null) {
      spans.push(span)
      i = span.end - 1
    } else while (isDigit(text.charCodeAt(i + 1))) i++
  }
  return spans
}

/** The longest card number that starts at `start`, which is the first digit of its group. */
function cardAt(text: string, start: number): Span | null {
  if (
    isLetterBeside(text, start - 1) ||
    (/[.,]/.test(text.charAt(start - 1)) && isDigit(text.charCodeAt(start - 2)))
  )
    return null
  let digits = ''
  let group = 0
  let groups = 0
  let separator = ''
  // Each digit by itself: `4 1 1 1`.
  let single = false
  let best = 0
  let bestDigits = ''
  let bestGroups = 0
  for (let i = start; i <= text.length && digits.length <= maxDigits; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 0
    if (isDigit(unit)) {
      digits += text.charAt(i)
      group++
      continue
    }
    // A group ends here.
    groups++
    if (groups === 1) single = group === 1
    else if (single !== (group === 1)) break
    if (digits.length >= minDigits && !isLetterBeside(text, i) && isCard(digits)) {
      best = i
      bestDigits = digits
      bestGroups = groups
    }
    const char = text.charAt(i)
    const next = /[ .\-_/·*]/.test(char) && isDigit(text.charCodeAt(i + 1)) ? i : spacesTo(text, i)
    if (next < 0 || (group < 2 && !single) || group > 7) break
    const kind = /\s/.test(char) ? ' ' : char
    if (separator !== '' && kind !== separator) break
    separator = kind
    group = 0
    i = next
  }
  if (best === 0) return null
  const end = best
  const about = `${before(text, start, 60)} ${after(text, end, 40)}`
  const sure = said.test(about)
  const plain = issuers.some(
    ({ prefix, plain }) => prefix.test(bestDigits) && plain.includes(bestDigits.length),
  )
  // A number in the groups of a card is one, whatever it is called; one without groups may be an order's.
  const grouped = bestGroups > 1 && evenGroups(text.slice(start, end))
  if (!sure && (single || !plain || (bestGroups > 1 ? !grouped : isOtherThing(text, start)))) return null
  return { type: 'credit_card', start, end, confidence: sure ? 0.98 : 0.9 }
}

/** Scripts that write words without spaces put a number right beside them. */
const isLetterBeside = (text: string, at: number): boolean =>
  isWordAt(text, at) &&
  !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u.test(text.charAt(at))

/** Where two or three spaces, or one line break, lead to the next digit: the index before it, else -1. */
function spacesTo(text: string, at: number): number {
  let i = at
  while (i < at + 4 && /\s/.test(text.charAt(i))) i++
  return i > at && isDigit(text.charCodeAt(i)) ? i - 1 : -1
}

const evenGroups = (number: string): boolean =>
  /^(?:\d{4}\D{1,4}\d{4}\D{1,4}\d{4}\D{1,4}\d{4}(?:\D{1,4}\d{3})?|\d{4}\D{1,4}\d{6}\D{1,4}\d{4,5}|\d{6}\D{1,4}\d{10,13})$/.test(
    number,
  )

function isCard(digits: string): boolean {
  if (/^(\d)\1+$/.test(digits) || !luhn(digits)) return false
  return issuers.some(({ prefix, lengths }) => prefix.test(digits) && lengths.includes(digits.length))
}
