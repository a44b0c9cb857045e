/** Names of people, firms and places, by capital letters, common names and the words around them. */
import type { Entity } from '../../domain/entity.ts'
import type { Span } from '../span.ts'
import { isCommonWord } from './common-words.ts'
import { after, before } from './context.ts'
import { isGivenName, isGivenNameOnly } from './given-names.ts'
import { placeAt } from './places.ts'

/** A word with a capital, or an initial. */
const capital = "(?:\\p{Lu}\\.(?= )|\\p{Lu}[\\p{L}\\p{M}]{0,30}(?:['’-][\\p{L}\\p{M}]{1,30}){0,3})"
const particle =
  '(?:van der|van den|van de|von der|de la|de los|della|van|von|de|del|di|da|dos|du|den|der|al|el|bin|ibn|ter|zu|af|av|le|la)'
/** Up to five such words in a row, on one line. */
const sequence = new RegExp(
  `(?<![\\p{L}\\p{N}_@./\\\\-])${capital}(?: (?:${particle} )?${capital}){0,4}(?![\\p{L}\\p{N}_@]|[./]\\p{L})`,
  'gu',
)
const titles =
  /(?<![\p{L}\p{N}])(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Dame|Madam|Herr|Frau|Monsieur|Madame|Mme|Mlle|Señora?|Sra?|Sig|Signora?|Dott|Ing|Rev|Hon|Capt|Col|Lt|Sgt)\.?(?= \p{Lu})/gu
const firm =
  /(?<![\p{L}\p{N}'’&-])(?:\p{Lu}[\p{L}\p{M}\d'’&-]{0,40}|\d{1,3})(?:,? (?:and |& |of )?(?:\p{Lu}[\p{L}\p{M}\d'’&-]{0,40}|\d{1,3})){0,5},? (?:Inc|Incorporated|LLC|L\.L\.C|Ltd|Limited|Corp|Corporation|Co|Company|PLC|plc|GmbH|AG|KG|SE|S\.A|SA|SARL|S\.r\.l|Srl|SpA|S\.p\.A|BV|B\.V|NV|AB|AS|A\/S|Oy|Oyj|Kft|s\.r\.o|sp\. z o\.o|Pty|Group|Holdings?|Partners|Associates|Investments?|Consulting|Solutions|Technologies|Industries|Enterprises|Foundation|Institute|Bank)\b\.?/gu
/** Three names joined as partners are: `Hill, Romero and Hall`, `Mayo-Walters`. */
const partners =
  /(?<![\p{L}\p{N}])\p{Lu}\p{L}{2,20}, \p{Lu}\p{L}{2,20} and \p{Lu}\p{L}{2,20}(?![\p{L}\p{N}])/gu

interface Cue {
  type: Entity
  /** On the words before or behind. */
  side: 'before' | 'after'
  pattern: RegExp
  confidence: number
}

const cues: readonly Cue[] = [
  {
    type: 'person',
    side: 'before',
    confidence: 0.85,
    pattern:
      /(?:\bname\?[ \n]{1,2}(?:\w{1,10}: )?|\b(?:name(?: is|:|'s)?|named|called|call me|i am|i'm|this is|signed by|sincerely,?|regards,?|cheers,?|attn:?|attention:?|c\/o|care of|mr\.?|mrs\.?|ms\.?|miss|dr\.?|prof\.?|hi|hello|dear|hey|user:|contact:?|tenant is|patient|witness(?:es)?|spouse|wife|husband|son|daughter|mother|father|brother|sister|friend|colleague|boss|partner(?:'s name)?|beneficiary|guardian|né|née|geb\.|herr|frau|señora?|monsieur|madame|signora?)[ \n]{1,2})$/i,
  },
  {
    type: 'person',
    side: 'before',
    confidence: 0.65,
    pattern:
      /\b(?:spoke (?:to|with)|talk(?:ed)? (?:to|with)|met(?: with)?|ask(?:ed)?|told|tell|said|says|with|directed by|starring|by|and starring|written by|book(?:ed|ing)? (?:\w+ ){0,3}under|under|thanks to|to|from|and|player|actor|singer|songwriter) $/i,
  },
  {
    type: 'person',
    side: 'after',
    confidence: 0.7,
    pattern:
      /^(?:['’]s (?!office|website)|,? (?:said|says|asked|told|wrote|writes|shouted|replied|called|lives?|works?|will (?:sign|be|call|send|join|pick|meet|talk|have)|is (?:a|an|very|the new|my|our|his|her)|was (?:a|born)|speaks?|has (?:sent|asked|agreed)|had given))/i,
  },
  {
    type: 'organization',
    side: 'before',
    confidence: 0.6,
    pattern:
      /\b(?:work(?:s|ed|ing)? (?:for|at)|employed (?:by|at)|joined|company|firm|employer(?: is|:)?|according to theress of|the) $/i,
  },
  {
    type: 'organization',
    side: 'after',
    confidence: 0.65,
    pattern:
      /^ (?:is (?:a|an|the) (?:\p{L}+ ){0,3}(?:agency|company|firm|bank|startup|provider|multinational|corporation|manufacturer|organi[sz]ation)|office\b|headquarters|employees|shares|announced)/iu,
  },
  {
    type: 'location',
    side: 'before',
    confidence: 0.6,
    pattern:
      /\b(?:i'm in|am in|(?:based|live[sd]?|living|located|born|raised|grew up|office|arrived|moved|travel(?:l?ing)?|trip|flight|fly(?:ing)?|visit(?:ed|ing)?|going|year|university|coming|citizen|city|town|village|where)(?: \w+)? ?(?:in|to|from|at|of|for|here from|:)?|in|from|near|around) $/i,
  },
  {
    type: 'location',
    side: 'after',
    confidence: 0.6,
    pattern: /^(?: (?:country club|government|airport|embassy|city hall|city centre|downtown)\b)/i,
  },
]

/** What a sequence of capitalised words is, as sure as rules can tell. */
export function findNames(text: string): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(titles))
    spans.push({ type: 'title', start: match.index, end: match.index + match[0].length, confidence: 0.6 })
  for (const match of text.matchAll(firm))
    spans.push({
      type: 'organization',
      start: match.index,
      end: match.index + match[0].length,
      confidence: 0.7,
    })
  for (const match of text.matchAll(partners))
    if (!match[0].split(/, | and /).some(isGivenName))
      spans.push({
        type: 'organization',
        start: match.index,
        end: match.index + match[0].length,
        confidence: 0.6,
      })
  spans.push(...knownPlaces(text))
  for (const match of text.matchAll(sequence)) {
    const span = judge(text, match.index, match[0])
    if (span !== null) spans.push(span)
  }
  return spans
}

function knownPlaces(text: string): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(/(?<![\p{L}\p{N}_'’-])[\p{L}]+(?:['’-][\p{L}]+)*/gu)) {
    const start = match.index
    const end = start + match[0].length
    if (isGivenNameOnly(match[0]))
      spans.push({ type: 'person', start, end: withFamilyName(text, end), confidence: 0.55 })
    const place = placeAt(text, start, end)
    if (place === null) continue
    const upper = /^\p{Lu}/u.test(match[0])
    if (place.kind === 'nationality' && !upper) continue
    // `Boston Consulting`, `Sydney Jones`: the town is a part of another name.
    const next = /^ (\p{Lu}[\p{L}\p{M}]{1,30})/u.exec(text.slice(place.end, place.end + 32))
    if (next !== null && !isCommonWord(next[1]!) && place.end === end && upper) continue
    const confidence = place.kind === 'nationality' ? 0.6 : upper ? 0.75 : 0.5
    spans.push({ type: place.kind, start, end: place.end, confidence })
  }
  return spans
}

/** Behind a given name in lower case: an initial, perhaps, and one more word that is no ordinary one. */
function withFamilyName(text: string, end: number): number {
  const next = /^(?: \p{L}\.?(?= ))? ([\p{L}\p{M}'’-]{3,30})(?![\p{L}\p{N}])/u.exec(text.slice(end, end + 40))
  if (next === null || isCommonWord(next[1]!) || /(?:ed|ing|ly|s)$/.test(next[1]!)) return end
  return end + next[0].length
}

function judge(text: string, from: number, whole: string): Span | null {
  let start = from
  let words = whole.split(' ')
  // Ordinary words at either end are no part of a name: `Dear John`, `Please Anna`.
  while (
    words.length > 0 &&
    isCommonWord(words[0]!.replace(/\.$/, '')) &&
    !(words.length > 1 && isInitial(words[0]!))
  ) {
    start += words[0]!.length + 1
    words = words.slice(1)
  }
  while (words.length > 0 && (isCommonWord(words.at(-1)!.replace(/\.$/, '')) || isInitial(words.at(-1)!)))
    words = words.slice(0, -1)
  const name = words.join(' ').replace(/['’]s$/, '')
  if (name.length < 2) return null
  const end = start + name.length
  if (words.slice(1, -1).some((word) => word.length > 3 && isCommonWord(word))) return null
  const lead = before(text, start, 40)
  const follow = after(text, end, 40)
  let best: Span | null = null
  const offer = (type: Entity, confidence: number): void => {
    if (best === null || confidence > best.confidence) best = { type, start, end, confidence }
  }
  const given = isGivenName(words[0]!.replace(/['’]s$/, ''))
  const shouted = name === name.toUpperCase() && name.length > 3
  if (given && words.length > 1) offer('person', 0.85)
  else if (given) offer('person', startsSentence(text, start) ? 0.5 : 0.6)
  // What five capitals say is seldom a name: `DOB`, `SSN`, `ETA`.
  if (words.length === 1 && isAcronym(name) && !given) return null
  for (const { type, side, pattern, confidence } of cues) {
    if (!pattern.test(side === 'before' ? lead : follow)) continue
    // A single word that no list knows, at the start of a sentence, is as likely no name.
    const weak = words.length === 1 && !given && startsSentence(text, start) && side === 'before'
    offer(type, weak ? confidence - 0.2 : confidence)
  }
  // `Next Steps:` is a heading.
  if (best === null && /^\s?:/.test(follow)) return null
  if (words.length > 1 && !shouted && words.length <= 4)
    offer('person', startsSentence(text, start) ? 0.55 : 0.58)
  else if (words.length === 1 && !startsSentence(text, start) && !isAcronym(name)) offer('person', 0.45)
  if (standsAlone(text, start, end) && words.length > 1 && words.length < 4) offer('person', 0.6)
  return best
}

const isInitial = (word: string): boolean => /^\p{Lu}\.?$/u.test(word)
const isAcronym = (name: string): boolean => /^[\p{Lu}\d]{2,5}$/u.test(name)

/** Whether nothing, or the end of a sentence or line, is before `start`. */
const startsSentence = (text: string, start: number): boolean =>
  /(?:^|[.!?:"“”>\n*•-]\s{0,3}|\n\s{0,8})$/.test(text.slice(Math.max(0, start - 12), start))

/** A line with nothing else: the name under a letter. */
const standsAlone = (text: string, start: number, end: number): boolean =>
  /(?:^|\n)[> ?]{0,6}$/.test(text.slice(Math.max(0, start - 8), start)) &&
  /^[ ,]{0,2}(?:\n|$)/.test(text.slice(end, end + 3))
