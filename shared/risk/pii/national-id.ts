/** National identity, tax and health numbers of many countries, by check digit and the words before them. */
import type { Span } from '../span.ts'
import { luhn, mod11And10, mod97, verhoeff, weighted } from './checksums.ts'
import { after, before, isOtherThing, isWordAt } from './context.ts'

interface IdKind {
  /** Matches the number as it is written. */
  form: RegExp
  /** Whether its compact upper-case form is right. */
  valid(id: string): boolean
  /** A word near it without which it is none; null where its form says enough. */
  said: RegExp | null
}

const letters = 'TRWAGMYFPDXBNJZSQVHLCKE'
const eleven = (id: string, weights: readonly number[]): number => {
  const rest = weighted(id, weights) % 11
  return rest < 2 ? 0 : 11 - rest
}

const kinds: readonly IdKind[] = [
  // United Kingdom: National Insurance number.
  {
    form: /[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]/gi,
    valid: (id) => !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/.test(id),
    said: null,
  },
  // United Kingdom: NHS number.
  {
    form: /\d{3}[ -]?\d{3}[ -]?\d{4}/g,
    valid: (id) => (11 - (weighted(id, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(id[9]),
    said: /\bnhs\b/,
  },
  // Spain: DNI and NIE.
  {
    form: /(?:\d{8}|[XYZ][ -]?\d{7})[ -]?[A-HJ-NP-TV-Z]/gi,
    valid: (id) =>
      letters[Number(id.slice(0, 8).replace(/^[XYZ]/, (c) => String('XYZ'.indexOf(c)))) % 23] === id[8],
    said: null,
  },
  // France: NIR.
  {
    form: /[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}/gi,
    valid: (id) =>
      97 - mod97(id.slice(0, 13).replace('2A', '19').replace('2B', '18')) === Number(id.slice(13)),
    said: null,
  },
  // Italy: codice fiscale.
  {
    form: /[A-Z]{6}\d{2}[ABCDEHLMPRST]\d{2}[A-Z]\d{3}[A-Z]/gi,
    valid: isFiscalCode,
    said: null,
  },
  // Germany: Steuer-ID.
  {
    form: /[1-9]\d(?: ?\d{3}){3}/g,
    valid: mod11And10,
    said: /steuer|tax id|idnr|identifikationsnummer/,
  },
  // Netherlands: BSN.
  {
    form: /\d{9}/g,
    valid: (id) => weighted(id, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
    said: /\bbsn\b|burgerservice|sofinummer/,
  },
  // Sweden: personnummer.
  {
    form: /(?:19|20)?\d{6}[-+]?\d{4}/g,
    valid: (id) => luhn(id.replace(/\D/g, '').slice(-10)),
    said: /person ?nummer|personal (?:identity|id)|samordnings/,
  },
  // Finland: henkilötunnus.
  {
    form: /(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{2}[-+A-F]\d{3}[0-9A-FHJ-NPR-Y]/gi,
    valid: (id) =>
      '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(id.replace(/^(\d{6}).(\d{3}).*$/, '$1$2')) % 31] === id.at(-1),
    said: null,
  },
  // Poland: PESEL.
  {
    form: /\d{11}/g,
    valid: (id) => (10 - (weighted(id, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === Number(id[10]),
    said: /pesel/,
  },
  // Brazil: CPF.
  {
    form: /\d{3}\.\d{3}\.\d{3}-\d{2}|\d{11}/g,
    valid: (id) =>
      !/^(\d)\1+$/.test(id) &&
      eleven(id, [10, 9, 8, 7, 6, 5, 4, 3, 2]) === Number(id[9]) &&
      eleven(id, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) === Number(id[10]),
    said: /\bcpf\b/,
  },
  // India: Aadhaar, and PAN.
  { form: /[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}/g, valid: verhoeff, said: /aadh?aar|uidai|आधार/ },
  {
    form: /[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]/g,
    valid: () => true,
    said: /\bpan\b|permanent account|income tax/,
  },
  // Canada: SIN.
  { form: /\d{3}[ -]?\d{3}[ -]?\d{3}/g, valid: luhn, said: /\bsin\b|social insurance|assurance sociale/ },
  // Australia: TFN and Medicare.
  {
    form: /\d{3} ?\d{3} ?\d{3}/g,
    valid: (id) => weighted(id, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
    said: /\btfn\b|tax file/,
  },
  {
    form: /[2-6]\d{3} ?\d{5} ?\d/g,
    valid: (id) => weighted(id, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === Number(id[8]),
    said: /medicare/,
  },
  // China: resident identity number.
  {
    form: /[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]/gi,
    valid: (id) =>
      '10X98765432'[weighted(id, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] === id[17],
    said: null,
  },
  // Switzerland: AHV number.
  { form: /756\.?\d{4}\.?\d{4}\.?\d{2}/g, valid: isEan13, said: null },
  // Belgium: national register number.
  {
    form: /\d{2}\.?\d{2}\.?\d{2}[- ]?\d{3}\.?\d{2}/g,
    valid: (id) =>
      [id.slice(0, 9), `2${id.slice(0, 9)}`].some((base) => 97 - (Number(base) % 97) === Number(id.slice(9))),
    said: /rijksregister|registre national|national register|\bnrn\b|insz|niss/,
  },
  // Identity cards of which only the word is known.
  {
    form: /[A-Z]{0,3}\d[\dA-Z]{5,11}/g,
    valid: (id) => /\d{4}/.test(id),
    said: /\b(?:national id(?:entity)?|identity card|id card|personalausweis\w{0,7}|carte d'identit[eé]|documento d'identit[aà]|carta d'identit[aà]|dni|c[eé]dula|identiteitskaart|dow[oó]d osobisty)\b[^\d\n]{0,24}$/,
  },
]

/** The national identity numbers of `text`. */
export function findNationalIds(text: string): Span[] {
  const spans: Span[] = []
  let lower = ''
  for (const { form, valid, said } of kinds) {
    if (said !== null) {
      if (lower === '') lower = text.toLowerCase()
      // The word somewhere in the text, before each place is looked at.
      if (!anywhere(said).test(lower)) continue
    }
    form.lastIndex = 0
    for (let match = form.exec(text); match !== null; match = form.exec(text)) {
      const start = match.index
      const end = start + match[0].length
      if (isWordAt(text, start - 1) || isWordAt(text, end) || isPart(text, start, end)) continue
      if (said !== null && !said.test(before(text, start, 48)) && !said.test(after(text, end, 24))) continue
      if (isOtherThing(text, start)) continue
      const id = match[0].replace(/[ .\-+]/g, '').toUpperCase()
      if (valid(/[-+]/.test(match[0]) && id.length === 10 ? match[0].toUpperCase() : id))
        spans.push({ type: 'national_id', start, end, confidence: 0.85 })
    }
  }
  return spans
}

const loosened = new Map<RegExp, RegExp>()

/** `said` without its tie to the place right before a number. */
function anywhere(said: RegExp): RegExp {
  let found = loosened.get(said)
  if (found === undefined) {
    found = new RegExp(said.source.replace(/\[\^\\d\\n\]\{0,24\}\$$/, ''))
    loosened.set(said, found)
  }
  return found
}

const isPart = (text: string, start: number, end: number): boolean =>
  (/[-.,/]/.test(text.charAt(start - 1)) && isWordAt(text, start - 2)) ||
  (/[-.,/]/.test(text.charAt(end)) && isWordAt(text, end + 1))

function isFiscalCode(id: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
  let sum = 0
  for (let i = 0; i < 15; i++) {
    const unit = id.charCodeAt(i)
    const value = unit < 0x40 ? unit - 48 : unit - 65
    sum += i % 2 === 0 ? odd[value]! : value
  }
  return id.charCodeAt(15) - 65 === sum % 26
}

function isEan13(id: string): boolean {
  return (10 - (weighted(id, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) % 10)) % 10 === Number(id[12])
}
