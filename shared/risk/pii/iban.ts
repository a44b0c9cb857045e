/** International bank account numbers (ISO 13616): country, length, mod 97. */
import type { Span } from '../span.ts'
import { mod97 } from './checksums.ts'
import { before, isAlphanumeric, isWordAt } from './context.ts'

/** Length by country, of the SWIFT registry. */
const lengths = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 ' +
    'EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 ' +
    'KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 ' +
    'PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 ' +
    'UA29 VA22 VG24 XK20 YE30 AO25 BF28 BJ28 CF27 CG27 CI28 CM27 CV25 DZ26 GA27 GQ27 GW25 IR26 KM27 MA28 MG27 ' +
    'ML28 MZ25 NE28 SN28 TD27 TG28'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)
const head = /[A-Za-z]{2}[ ]?\d{2}/g

/** The IBANs of `text`. One with a wrong check digit counts where the word IBAN is before it. */
export function findIbans(text: string): Span[] {
  const spans: Span[] = []
  head.lastIndex = 0
  for (let match = head.exec(text); match !== null; match = head.exec(text)) {
    const start = match.index
    const country = match[0].slice(0, 2).toUpperCase()
    const length = lengths.get(country)
    if (length === undefined || (isWordAt(text, start - 1) && before(text, start, 4) !== 'iban')) continue
    const read = take(text, start, length)
    if (read === null) continue
    const valid = mod97(read.characters.slice(4) + read.characters.slice(0, 4)) === 1
    const said = /\biban\b/.test(before(text, start, 30))
    const upper = match[0] === match[0].toUpperCase()
    if (!valid && !(said && upper && /\d{6}/.test(read.characters.slice(4)))) continue
    spans.push({ type: 'iban', start, end: read.end, confidence: valid ? (upper ? 0.99 : 0.8) : 0.6 })
    head.lastIndex = read.end
  }
  return spans
}

/** `length` letters and digits from `start` on, with at most two separators in a row; null where a word ends too soon or too late. */
function take(text: string, start: number, length: number): { characters: string; end: number } | null {
  let characters = ''
  let gap = 0
  let i = start
  for (; i < text.length && characters.length < length; i++) {
    if (isAlphanumeric(text.charCodeAt(i))) {
      characters += text.charAt(i)
      gap = 0
    } else if (++gap > 2 || !/[ \-.\n\r\t]/.test(text.charAt(i))) return null
  }
  if (characters.length < length || isWordAt(text, i)) return null
  return { characters: characters.toUpperCase(), end: i }
}
