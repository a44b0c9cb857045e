/** Telephone numbers: shapes and context first, then the numbering plans of libphonenumber. */
import type { CountryCode } from 'libphonenumber-js/max'
import type { Span } from '../span.ts'
import { after, before, isOtherThing, isWordAt } from './context.ts'
import { phoneParser } from './phone-library.ts'

/** Digits in groups, with `+` or brackets in front. Groups and gaps can't be read in two ways. */
const candidate = /(?:\+ ?|\(\+?)?\d(?:[ .\-/()]{0,3}\d){6,16}/g
const extension = /^ ?(?:x|ext\.?|extension|durchwahl|poste|#) ?\d{1,6}(?![\p{L}\p{N}])/iu
/** A number in North American form, which mail from there writes without any word beside it. */
const northAmerican = /^(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}([ ./-]))[2-9]\d{2}[ .-]\d{4}$/

const saidBefore =
  /(?:(?<!\p{L})(?:tel|tlf|gsm|nat?el|hp|sđt|đt|t[eé]l[eé]ph?on\w{0,3}|phones?|ph|mobiles?|mob|cell(?:ular|phone)?|handy|fax|call(?:ed|ing|s)?|ring|dial(?:led|ing)?|text(?:ed|ing)?|sms|whats ?app|signal|telegram|viber|hotline|helpline|landline|switchboard|direct(?: line| dial)?|desk|extension|reach(?:ed)?|answer(?:ing|ed)?|contact(?:s|ed)?|(?:my|your|his|her|our|their|new|direct|home|office|work|best|contact|emergency|personal|private|current|other|different|same|correct|right|wrong|this|following|the|these|registered|a|mobile|phone|cell|fax|telephone|tel) (?:number(?! of)|numbers(?! of))|(?:mon|mein|meine|deine|ihre|votre|mi|mio|meu|mijn|mitt|min|mój|a este|suo|tu|su) (?:num[eé]ro|n[uú]mero|nummer|numer)|num(?:é|e)ro:|nummer:|buzz|pager?|voicemail|ruf(?:en|nummer)?|anruf\w{0,3}|rueckruf|appele[rz]?|portable|m[oó]vil|tel[eé]fon[oe]?|telefone|cel|celular|whats|llam[ae]\w{0,3}|cellulare|chiam\w{1,4}|telem[oó]vel|ligue|mobiel|bel(?:len)?|telefoon|mobil\w{0,4}|puhelin|komórk\w{1,2}|zadzwo\p{L}{1,4})(?!\p{L})|тел|телефон|моб|звон|τηλ|κινητ|هاتف|جوال|טלפון|נייד|โทร|फ़ोन|फोन|電話|电话|手机|휴대폰|전화|☎|📞|📱|✆)[^\n]{0,28}(?:[:#]\s{1,6})?$|(?:^|[\n|·•,;]) {0,2}[tmpfdc] ?: {0,2}$/u
const saidAfter =
  /^[ )]{0,2}[-–(,:]{0,2} ?(?:office|fax|mobile|cell|home|work|direct|tel|phone|landline|after \w{1,10}|is (?:my|his|her|our|the) (?:direct |office |home |new |private |work )?(?:number|cell|phone|mobile|line))\b/

/** `M 07700 900123` in a signature: a letter, and a number that begins like one. */
const label = /(?:^|[\n|·•,;]) {0,2}[tmpf] {1,2}$/
const linked = /(?:wa\.me|whatsapp)[:/=]{1,3}$/

/** Countries whose national form is tried, by how their numbers begin. */
const withTrunkZero: readonly CountryCode[] = [
  'GB',
  'DE',
  'FR',
  'AU',
  'NL',
  'IT',
  'SE',
  'CH',
  'AT',
  'BE',
  'JP',
  'IN',
  'ZA',
  'NZ',
  'IE',
  'FI',
  'BR',
  'TR',
  'PL',
]
const withoutTrunk: readonly CountryCode[] = [
  'US',
  'ES',
  'PT',
  'NO',
  'DK',
  'PL',
  'CZ',
  'GR',
  'SG',
  'HK',
  'MX',
  'IT',
  'IN',
]

const maxCandidates = 2_000

/** The telephone numbers of `text`. */
export function findPhones(text: string): Span[] {
  const spans: Span[] = []
  candidate.lastIndex = 0
  let tried = 0
  for (let match = candidate.exec(text); match !== null; match = candidate.exec(text)) {
    if (++tried > maxCandidates) break
    const start = match.index
    const found = phoneAt(text, start, match[0])
    if (found === null) {
      // What begins inside another word or number can't be one: go on behind its first group.
      let next = start + 1
      if (/\d/.test(text.charAt(start))) while (/\d/.test(text.charAt(next))) next++
      candidate.lastIndex = Math.max(next, start + 1)
      continue
    }
    spans.push(found)
    candidate.lastIndex = found.end
  }
  return spans
}

function phoneAt(text: string, start: number, whole: string): Span | null {
  if (!mayStart(text, start)) return null
  // Two numbers side by side: `030 90182-0 / 0171 …`.
  const first = whole.split(/\s\/\s?|\s?\/\s/, 1)[0]!
  let number = balanced(first.replace(/\D/g, '').length < 6 ? whole : first)
  // A number in a line of numbers: the longest head of whole groups that can be a phone's.
  for (let tries = 0; tries < 4 && number !== ''; tries++) {
    const end = start + number.length
    if (!isWordAt(text, end) || extension.test(text.slice(end, end + 16))) {
      const confidence = judge(text, start, end, number)
      if (confidence > 0) return { type: 'phone', start, end: withExtension(text, end), confidence }
    }
    number = withoutLastGroup(number)
  }
  return null
}

/** Whether a telephone number may start at `start`: not inside a word, an address or a longer number. */
function mayStart(text: string, start: number): boolean {
  if (isWordAt(text, start - 1)) return false
  const char = text.charAt(start - 1)
  if (/[.,:#-]/.test(char))
    return !/\d/.test(text.charAt(start - 2)) && (char !== '.' || text.charAt(start - 2) === ' ')
  if (!/[/=_&?%@+]/.test(char)) return true
  return /(?:tel|sms|phone|fax|mobile|cell|callto|whatsapp|wa\.me)[:/=]{1,3}$/.test(before(text, start, 12))
}

/** `number` up to a bracket that opens or closes nothing. */
function balanced(number: string): string {
  let open = 0
  for (let i = 0; i < number.length; i++) {
    const char = number.charAt(i)
    if (char === '(' && ++open > 1) return trimmed(number.slice(0, i))
    if (char === ')' && --open < 0) return trimmed(number.slice(0, i))
  }
  return open === 0 ? number : ''
}

const trimmed = (number: string): string => number.replace(/[^\d]{1,6}$/, '')

function withoutLastGroup(number: string): string {
  const cut = /[ .\-/()]{1,3}\d{1,17}$/.exec(number)
  return cut === null || cut.index < 7 ? '' : trimmed(number.slice(0, cut.index))
}

function withExtension(text: string, end: number): number {
  const found = extension.exec(text.slice(end, end + 24))
  return found === null ? end : end + found[0].length
}

/** How sure it is that the number at `start` is a telephone's; 0: it is none. */
function judge(text: string, start: number, end: number, number: string): number {
  const digits = number.replace(/\D/g, '')
  if (digits.length < 7 || digits.length > 16 || /^(\d)\1+$/.test(digits)) return 0
  const international = /^\(?\+/.test(number)
  if (isDate(number) || (!international && isOtherThing(text, start))) return 0
  const context =
    saidBefore.test(before(text, start, 48)) ||
    saidAfter.test(after(text, end, 32)) ||
    (/^\(?0/.test(number) && digits.length >= 10 && label.test(before(text, start, 6))) ||
    linked.test(before(text, start, 12)) ||
    extension.test(text.slice(end, end + 16))
  if (international) return isInternational(`+${digits}`) ? 0.95 : context ? 0.7 : 0
  if (/^00[1-9]/.test(digits) && isInternational(`+${digits.slice(2)}`)) return context ? 0.9 : 0.6
  const american = northAmerican.exec(number)
  if (american !== null && (number.includes('(') || american[1] !== ' ' || context))
    return context ? 0.95 : 0.85
  if (context) {
    if (digits.length <= 15 && hasPlan(digits)) return 0.85
    // A word that says so, and groups as people write them.
    return /^\(?\d{2,5}\)?(?:[ .\-/]{1,3}\d{2,5}){1,4}$/.test(number)
      ? 0.7
      : digits.length >= 8 && digits.length <= 12
        ? 0.6
        : 0
  }
  if (
    digits.startsWith('0') &&
    digits.length >= 10 &&
    /^\(?0\d{1,5}\)?[ \-/]{1,3}\d/.test(number) &&
    isValidIn(digits, withTrunkZero)
  )
    return 0.7
  return 0
}

/** Dates and times: digits in groups, too. */
const isDate = (number: string): boolean =>
  /^(?:(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$|(?:19|20)\d{2}[-./ ](?:0?[1-9]|1[0-2])[-./ ](?:0?[1-9]|[12]\d|3[01])(?!\d)|(?:0?[1-9]|[12]\d|3[01])[-./ ](?:0?[1-9]|[12]\d|3[01])[-./ ](?:19|20)\d{2}(?!\d)|(?:19|20)\d{2}[-–/](?:19|20)\d{2}$)/.test(
    number,
  )

function isInternational(number: string): boolean {
  return phoneParser()(number)?.isPossible() === true
}

/** Whether the digits have a possible length in some plan of the countries tried. */
const hasPlan = (digits: string): boolean =>
  isValidIn(digits, digits.startsWith('0') ? withTrunkZero : withoutTrunk)

function isValidIn(digits: string, countries: readonly CountryCode[]): boolean {
  return countries.some((country) => phoneParser()(digits, country)?.isValid() === true)
}
