/** Postal addresses: from the house number to the country, over several lines. */
import { anyCase } from '../any-case.ts'
import type { Span } from '../span.ts'
import { isCommonWord } from './common-words.ts'
import { before, isWordAt } from './context.ts'
import { placeAt } from './places.ts'

/** Words for kinds of street: before the name, behind it, or grown together with it. */
const leading =
  'rue|avenue|av\\.?|boulevard|bd|place|chemin|impasse|all[eé]e|quai|route|cours|via|viale|corso|piazza|piazzale|largo|vicolo|strada|calle|c\\/|avenida|avda\\.?|paseo|plaza|camino|carretera|travessa|rua|pra[cç]a|estrada|alameda|ul\\.|ulica|ulice|aleja|al\\.|plac|os\\.|trg|cesta|jl\\.?|jalan|p\\.? ?o\\.? box|po box|postfach|boîte postale|apartado|psc|cmr|unit'
const trailing =
  'street|str\\.?|avenue|ave\\.?|road|rd\\.?|boulevard|blvd\\.?|parkway|pkwy\\.?|highway|hwy\\.?|crescent|lane|ln\\.?|drive|terrace|stra(?:ss|ß)e|allee|platz|gasse|weg|utca|út|tér|körút|sokak|caddesi|gatan|vägen|väg|vej|vei|veien|plads|katu|polku|põik|tänav|gatve|prospekt|nábřeží|náměstí'
/** Those that are words of their own in other senses: only behind a name with a capital. */
const trailingToo =
  'st\\.?|dr\\.?|court|ct\\.?|close|square|sq\\.?|way|place|pl\\.?|circle|cir\\.?|trail|alley|row|mews|grove|gardens?|heights|plaza|loop|bypass|crossing|mall|rapids|summit|walk|hill|mount|mountain|drives|streets|gate|gata|tie|tee|ring'
const grown =
  '(?:stra(?:ss|ß)e|strasse|gasse|allee|platz|weg|damm|ufer|gatan|gata|vägen|vagen|veien|vegen|vej|vei|gade|gate|plads|straat|laan|gracht|plein|kade|dreef|steeg|singel|katu|tie|kuja|polku|gatve|braut|stígur|vegur)'
const unit =
  '(?:suite|ste\\.?|apt\\.?|apartment|unit|flat|floor|fl\\.|room|rm\\.?|#|building|bldg\\.?|box|po box|p\\.o\\. box|app\\.|wohnung|appartement|lgh|piso|int\\.)'

const months = '(?:Jan|Feb|Mar|Apr|Ma[iy]|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz])[a-zäé]{0,7}(?![\\p{L}])'
const w = "[\\p{L}][\\p{L}\\p{M}'’.-]{0,30}"
/** Words of a street's name; small words in between. */
const nameWords = `(?:${w}|\\d{1,5}(?:st|nd|rd|th|\\.)?)(?:[ ](?:${w}|\\d{1,5}(?:st|nd|rd|th)?)){0,5}?`

/** Where an address shows itself. Each reaches from its first to its last sure character; the rest is grown. */
const anchors: readonly { pattern: RegExp; confidence: number }[] = [
  // `12 Main Street`, `100 fourth avenue`
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}.,:-])\\d{1,5}[a-z]?,? (?:\\d{1,5} )?${nameWords} (?:${trailing})(?![\\p{L}\\p{N}])`,
      'giu',
    ),
    confidence: 0.8,
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}.,:-])\\d{1,5}[a-zA-Z]?,? (?:\\d{1,5} )?(?=\\p{Lu})${anyCase(`${nameWords} (?:${trailingToo})`)}(?![\\p{L}\\p{N}])`,
      'gu',
    ),
    confidence: 0.75,
  },
  // `Hauptstraße 12`, `Kaarikatu 32`; in lower case only behind a number, for many words end so.
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}-])(?:\\d{1,5} (?:${w} ){0,3}|(?:\\p{Lu}[\\p{L}\\p{M}'’.-]{0,30} ){0,3}(?=\\p{Lu}))[\\p{L}]{3,40}${anyCase(grown)} \\d{1,5}[a-zA-Z]?(?![\\p{L}\\p{N}])`,
      'gu',
    ),
    confidence: 0.8,
  },
  // `Rue de la Paix 5`, `24 via Roma`, `ul. Jesionowa 127`, `Avenida Praia 1`
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}-])(?:\\d{1,5},? )?(?:${leading}) ${w}(?: ${w}){0,4} \\d{1,5}[a-z]?(?![\\p{L}\\p{N}])`,
      'giu',
    ),
    confidence: 0.75,
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}.,-])\\d{1,5},? (?:${leading}) ${w}(?: ${w}){0,4}(?![\\p{L}\\p{N}])`,
      'giu',
    ),
    confidence: 0.7,
  },
  // `Suite 104`, `Apt. 353`, `P.O. Box 242`
  {
    pattern:
      /(?<![\p{L}\p{N}])(?:suite|ste\.|apt\.?|apartment|p\.? ?o\.? ?box|postfach) ?\d{1,5}[a-z]?(?![\p{L}\p{N}])/giu,
    confidence: 0.5,
  },
  // `PSC 0725, Box 6031 APO AP 99241`, `USNS Bergman FPO AP 93757`
  {
    pattern:
      /(?:\b(?:psc|unit|cmr) \d{1,5},? box \d{1,5}|\b(?:uss|usns|usnv|uscgc) [\p{L}]{2,30}),?\s{1,3}[adf]po,? a[aep] \d{5}(?:-\d{4})?/giu,
    confidence: 0.95,
  },
  // `the corner of … and …`
  {
    pattern: new RegExp(
      `(?<=\\bcorner of )(?:${w}|\\d{1,5})(?: (?!and )(?:${w}|\\d{1,5})){0,5} and (?:${w}|\\d{1,5})(?: (?:${w}|\\d{1,5})){0,3}`,
      'giu',
    ),
    confidence: 0.6,
  },
  // `4241 Steinfelden 73`, where a place follows on the next line or behind a comma
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}.,:/-])\\d{1,5} (?!${months})\\p{Lu}[\\p{L}\\p{M}'’.-]{1,30}(?: (?!${months})\\p{L}[\\p{L}\\p{M}'’.-]{0,30}){0,4} (?!(?:19|20)\\d\\d\\b)\\d{1,4}[a-z]?\\.?(?=[ \\t]{0,3}(?:,|\\n)[ \\t>?,]{0,6}\\p{Lu})`,
      'gu',
    ),
    confidence: 0.6,
  },
  // `zip code is 09197`
  {
    pattern: /(?<=\b(?:zip|postal|post)[ -]?codes?(?: is|:)? )\d{4,6}(?:-\d{4})?(?![\p{L}\p{N}])/giu,
    confidence: 0.7,
  },
]

/** Words that say an address follows. */
const announced =
  /(?:\b(?:address(?: is|:|,| to|\s{0,2}:)?|lives? (?:at|on|in)|located (?:at|on|in)|live (?:at|on)|residing at|resides at|ship(?:ped|ping)?(?: \w{1,12}){0,2} to|deliver(?:y|ed)?(?: \w{1,12}){0,2} to|meet(?:ing)? (?:me |us )?at|return to|moved to|taxi to|property at|office is (?:at|on)|restaurant is (?:at|on)|station is on|stop at|side of|arrived at|anschrift|adresse|wohnhaft|indirizzo|direcci[oó]n|domicilio|adres|endere[cç]o|morada)\b[ :]{0,3}\s?)$/i
const unannounced =
  /(?:\d{1,5} ){0,2}\p{Lu}[\p{L}'’.-]{0,30}(?: \p{Lu}[\p{L}'’.-]{0,30}){0,4} \d{1,5}(?![\p{L}\p{N}])|\d{1,5}(?: (?:\d{1,5}|\p{Lu}[\p{L}'’.-]{0,30})){1,5}/uy

const maxAddress = 160
/** Confidence of what has several parts of an address: before names and places that stand within. */
const sure = 0.92

/** The postal addresses of `text`, each as one span from its first number to its country or code. */
export function findStreetAddresses(text: string): Span[] {
  const spans: Span[] = []
  for (const { pattern, confidence } of anchors)
    for (const match of text.matchAll(pattern)) {
      if (isWordAt(text, match.index - 1)) continue
      spans.push({
        type: 'street_address',
        start: match.index,
        end: match.index + match[0].trimEnd().length,
        confidence,
      })
    }
  spans.push(...afterAnnouncement(text))
  return merged(spans.map((span) => upwards(text, grownOver(text, span))))
}

/** A line of quoted mail, or set in. */
const linePrefix = /^[ \t>?]{0,8}/
/** A line that is a street: a number in it, and few words. */
const streetLine = /^(?=[^\n]*\d)(?:\d{1,5} ){0,2}[\p{L}\d][^\n:@]{0,50}$/u

/** A unit that stands on a line of its own belongs to the street on the line above. */
function upwards(text: string, span: Span): Span {
  if (!startsWithUnit.test(text.slice(span.start, span.start + 16))) return span
  const lines = text.slice(Math.max(0, span.start - 100), span.start).split('\n')
  const [above = '', prefixHere = ''] = lines.slice(-2)
  if (lines.length < 2 || linePrefix.exec(prefixHere)![0] !== prefixHere) return span
  const line = span.start - prefixHere.length - 1
  const words = /^.*\b(?:at|is|to|on|in|address|lautet|ist|est|es)\b[ :]{1,3}/i.exec(above)
  const prefix = words?.[0].length ?? linePrefix.exec(above)![0].length
  if (!streetLine.test(above.slice(prefix).trimEnd())) return span
  return { ...span, start: line - above.length + prefix, confidence: sure }
}

function afterAnnouncement(text: string): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(/(?<![\p{L}\p{N}])(?:\p{Lu}|\d)/gu)) {
    if (!announced.test(before(text, match.index, 40))) continue
    unannounced.lastIndex = match.index
    const found = unannounced.exec(text)
    if (found !== null && /\d/.test(found[0]) && /\p{L}{2}/u.test(found[0]))
      spans.push({
        type: 'street_address',
        start: match.index,
        end: match.index + found[0].trimEnd().length,
        confidence: 0.6,
      })
  }
  return spans
}

const headNumber = /(?:(?<![\p{L}\p{N}.,:/-])\d{1,5}[ ,]{1,2}){1,2}$/u
const headWords = /(?<![\p{L}\p{N}])(?:\d{1,5} )(?:[\p{L}\d][\p{L}\p{M}'’.\d-]* ){1,6}$/u
/** A further part: a unit, a code, a capitalised place, two letters of a state; a comma or a new line in between. */
const tail = new RegExp(
  `^(?:[ ,]{1,3}|,?[ \\t>?]{0,4}\\n[ \\t>?,]{0,6}){1,2}(?:${unit} ?\\d{1,5}[a-z]?|\\p{Lu}[\\p{L}\\p{M}'’.()-]*(?: (?:\\p{Lu}|am |an der |de |del |la |na )[\\p{L}\\p{M}'’.()-]*){0,3}|\\d{4,6}(?:-\\d{3,4})?(?![ .-]?\\d)|[A-Z]\\d[A-Z] ?\\d[A-Z]\\d|[A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2}|nan)(?![\\p{L}\\p{N}@])`,
  'u',
)

/** The address around a sure part: leftwards to its number, rightwards over units, places and codes. */
function grownOver(text: string, span: Span): Span {
  let { start, end } = span
  const lead = text.slice(Math.max(0, start - 60), start)
  const head = headWords.exec(lead) ?? headNumber.exec(lead)
  if (head !== null && !/\b(?:of|is|the|and|in|for|to)\b/i.test(head[0])) start -= head[0].length
  const stop = Math.min(text.length, start + maxAddress)
  // A full stop ends a sentence and with it the address.
  let parts = 0
  while (end < stop) {
    const next = tail.exec(text.slice(end, end + 70))
    if (next === null || /^[^\n]*\.\s/.test(next[0]) || sentenceStart.test(next[0])) break
    // A word behind a mere space belongs to it where it is a place or a code, or follows a unit.
    if (/^ [\p{L}]/u.test(next[0]) && !continues(text, end, next[0])) break
    end += next[0].length
    parts++
  }
  // With its place and code behind it, it is no chance; the names in it are those of an address.
  return { ...span, start, end, confidence: parts >= 2 ? Math.max(span.confidence, sure) : span.confidence }
}

const sentenceStart =
  /^[\s,>]{1,6}(?:The|This|That|It|I|We|You|He|She|They|Please|Thanks|Thank|Best|Kind|Regards|Cheers|Hi|Hello|Dear|Our|My|Your|If|When|Call|Tel|Phone|Fax|Email|E-mail|Mobile|Order|Ticket|Room|Version|Build|Ref|Meeting|Tracking|New|Passport|Driver|Social|SSN|DOB|IBAN|DL|Date|Wire|Host|Whitelist|Mailto|On|In|At|As|For|And|But|Ship)(?![\p{L}])/u

const startsWithUnit = new RegExp(`^${unit}`, 'iu')
const startsUnit = new RegExp(`^ ${unit}`, 'iu')
const endsWithUnit = new RegExp(`${unit} ?\\d{1,5}[a-z]?$`, 'iu')

function continues(text: string, end: number, words: string): boolean {
  if (startsUnit.test(words) || /[A-Z]{4}/.test(words)) return true
  const first = /^ ([\p{L}'’.-]+)/u.exec(words)![1]!
  if (placeAt(text, end + 1, end + 1 + first.length) !== null) return true
  if (endsWithUnit.test(text.slice(Math.max(0, end - 20), end)) && !isCommonWord(first)) return true
  return followedByPlace(text, end + words.length)
}

/** Whether a country or a postal code comes right behind. */
function followedByPlace(text: string, at: number): boolean {
  const gap = /^[ ,\n>]{0,4}/.exec(text.slice(at, at + 4))![0].length
  const rest = text.slice(at + gap, at + gap + 40)
  if (/^\d{4,6}(?!\d)/.test(rest)) return true
  const word = /^[\p{L}'’-]+/u.exec(rest)
  return word !== null && placeAt(text, at + gap, at + gap + word[0].length) !== null
}

/** Addresses that touch or overlap are one. */
function merged(spans: Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last !== undefined && span.start <= last.end + 2) {
      last.end = Math.max(last.end, span.end)
      last.confidence = Math.max(last.confidence, span.confidence)
    } else result.push({ ...span })
  }
  return result
}
