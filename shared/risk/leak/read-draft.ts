/** What the model of leaks sees of a draft: the n-grams of what leaves and of what its readers asked for, and who they are. */
import { askedBy } from '../disclosure/asked-by.ts'
import { rightsOf } from '../disclosure/rights.ts'
import { bucketsOf, type Passage, passageCharacters, passagesOf } from '../model/passages.ts'
import type { OutboundContext } from '../outbound-context.ts'

/** A draft as the model reads it. */
export interface LeakReading {
  passages: readonly Passage[]
  /** Buckets of the different n-grams of what a reader of it wrote last in the thread; none where none of them wrote. */
  asked: Uint32Array
  signs: readonly Sign[]
  /** Whether all of it was read. */
  whole: boolean
}

/**
 * What is seen of a draft beside its n-grams: all who get it are correspondents of the inbox; none of them has asked for
 * anything; it has no figures but those that its only reader has just written; it says that something is not told; it has
 * words that may be names, of nobody it is from or to, so many at least; all of these stand in its thread; it speaks of
 * somebody as he or she, so often at least; it has words, or figures, of other threads that its own does not have.
 */
export const signs = [
  'correspondent',
  'unasked',
  'without_figures',
  'refuses',
  'names_1',
  'names_2',
  'names_4',
  'names_told',
  'third_person_1',
  'third_person_3',
  'words_from_elsewhere',
  'figures_from_elsewhere',
] as const
export type Sign = (typeof signs)[number]
/** Signs that whoever writes in can have a draft show: he names a figure or a person, or asks for a sentence. They take back no finding. */
export const swayed: ReadonlySet<Sign> = new Set(['without_figures', 'refuses', 'names_told'])

/** Characters of what was asked that are read, from its start. */
const askedCharacters = 4_000

/** Reads `text`, the subject of a draft in its first line. */
export function readDraft(text: string, context: OutboundContext): LeakReading {
  const asked = (askedBy(context.recipients, context.thread).at(-1) ?? '').slice(0, askedCharacters)
  const passages = passagesOf(text)
  const read = passages.at(-1)?.end ?? 0
  return {
    passages,
    asked: bucketsOf(asked),
    signs: [...signsOf(text.slice(0, read), asked, context), ...signsOfOthers(text.slice(0, read), context)],
    whole: read === text.length,
  }
}

/** Words by which something is refused. */
const refusing = new RegExp(
  `(?<!\\p{L})(?:${[
    // English
    "(?:can(?:no|['’])t|cannot|won['’]t|couldn['’]t|(?:do|does)(?:n['’]t| not)|(?:un|not )able to|not allowed to|nothing (?:about|on)|no information) (?:\\p{L}{1,12} ){0,3}(?:tell|give|share|say|discuss|disclose|pass|hand|confirm|comment|send|talk|speak|reveal|open|read|release|help)",
    // German
    '(?:aus|weiter|heraus|preis)?(?:geben|sagen|erteilen|nennen|verraten|dürfen|können|machen) (?:wir|ich) (?:\\p{L}{1,14} ){0,5}(?:nicht|keine\\p{L}?|nichts)|(?:keine|kein) (?:auskunft|auskünfte|angaben|informationen|daten)|(?:darf|kann|können|dürfen|möchte|werde) (?:ich|wir) (?:\\p{L}{1,14} ){0,7}(?:nicht|keine\\p{L}?|nichts)',
    // French
    "ne (?:\\p{L}{1,12} ){0,3}(?:pas|aucune?|rien|jamais|plus)|n['’]\\p{L}{2,12} (?:pas|aucune?|rien|jamais)",
    // Spanish
    'no (?:\\p{L}{1,12} ){0,3}(?:puedo|podemos|damos|doy|facilit\\p{L}{1,4}|compart\\p{L}{1,4}|confirm\\p{L}{1,4}|dig\\p{L}{1,4}|abrimos)',
    // Portuguese
    'n[ãa]o (?:\\p{L}{1,12} ){0,3}(?:posso|podemos|damos|dou|partilh\\p{L}{1,4}|compartilh\\p{L}{1,4}|confirm\\p{L}{1,4}|fornec\\p{L}{1,4}|pass\\p{L}{1,4})',
    // Italian
    'non (?:\\p{L}{1,12} ){0,3}(?:posso|possiamo|diamo|fornia\\p{L}{1,3}|comunich\\p{L}{1,4}|conferm\\p{L}{1,4}|dic\\p{L}{1,5})',
    // Dutch
    '(?:kan|kunnen|mag|mogen|geven|geef|zeggen|delen|doen) (?:ik|we|wij) (?:\\p{L}{1,14} ){0,5}(?:niet|geen)|kunnen wij niet geven',
    // Polish
    'nie (?:\\p{L}{1,14} ){0,2}(?:mog[ęe]|możemy|udziel\\p{L}{1,4}|poda\\p{L}{1,4}|przekaz\\p{L}{1,4}|wolno)',
    // Swedish, Danish, Norwegian
    '(?:kan|får|ger|lämnar|oplyser|giver|gir) (?:jag|vi|jeg) (?:\\p{L}{1,14} ){0,4}(?:inte|ikke)',
  ].join(
    '|',
  )})(?!\\p{L})|お答えできません|お伝えできません|いたしかねます|できかねます|お断り|不能|无法|不便|veremiyoruz|veremem|paylaşam|nemůžeme|nemohu|nesdělujeme`,
  'iu',
)

function signsOf(text: string, asked: string, context: OutboundContext): Sign[] {
  // What one reader has written another may not know.
  const known = new Set(context.recipients.length === 1 ? figuresOf(asked) : [])
  const found: Partial<Record<Sign, boolean>> = {
    correspondent: !rightsOf(context).strangers,
    unasked: asked.trim() === '',
    without_figures: figuresOf(text).every((one) => known.has(one)),
    // Who refuses is brief: in a long letter the words are about something else.
    refuses: text.length <= passageCharacters && refusing.test(text),
  }
  return signs.filter((sign) => found[sign] === true)
}

/** Words that may be names: behind a word that is none, or a comma. */
const named = /(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}/gu

/** Different names that are looked at: a list has that many. */
const mostNames = 100

const thirdPerson =
  /(?<!\p{L})(?:he|she|his|hers?|him|theirs?|er|ihm|ihn|seine?[rsmn]?|elle|lui|leur|ella|suyo|él|lei|suoi?|sua|ele|ela|dele|dela|hij|zij|zijn|haar|jego|jej|hans|hennes|hendes|onun|jeho|její)(?!\p{L})/giu

/** Different words, of five letters or more, that come from elsewhere by no chance. */
const wordsFromElsewhere = 3
/** Threads of the inbox, the newest, and characters of each, in which they are looked for. */
const threadsElsewhere = 20
const charactersElsewhere = 4_000

/** Signs that a draft is about somebody else, or has what others have written. */
function signsOfOthers(
  text: string,
  { inboxAddress, recipients, thread, told, otherThreads }: OutboundContext,
): Sign[] {
  const had = [...thread.map(({ subject, text }) => `${subject} ${text}`), ...told.map(({ text }) => text)]
    .map((one) => one.slice(0, askedCharacters))
    .join('\n')
    .toLowerCase()
  const addresses = [inboxAddress, ...recipients].join(' ').toLowerCase()
  const seen = new Set<string>()
  for (const [name] of text.matchAll(named)) if (seen.add(name.toLowerCase()).size >= mostNames) break
  const names = new Set([...seen].filter((name) => !addresses.includes(name)))
  const inThread = wordsOf(had, /\p{L}+/gu)
  const persons = text.match(thirdPerson)?.length ?? 0
  const elsewhere = otherThreads
    .slice(0, threadsElsewhere)
    .map(({ text = '' }) => text.slice(0, charactersElsewhere))
    .join('\n')
    .toLowerCase()
  const from = (pattern: RegExp): number => {
    if (elsewhere === '') return 0
    const there = wordsOf(elsewhere, pattern)
    const here = wordsOf(had, pattern)
    return [...wordsOf(text.toLowerCase(), pattern)].filter((word) => there.has(word) && !here.has(word))
      .length
  }
  const found: Partial<Record<Sign, boolean>> = {
    names_1: names.size >= 1,
    names_2: names.size >= 2,
    names_4: names.size >= 4,
    names_told: names.size > 0 && [...names].every((name) => inThread.has(name)),
    third_person_1: persons >= 1,
    third_person_3: persons >= 3,
    words_from_elsewhere: from(/[\p{L}\p{N}]{5,}/gu) >= wordsFromElsewhere,
    figures_from_elsewhere: from(/\p{N}{2,}/gu) > 0,
  }
  return signs.filter((sign) => found[sign] === true)
}

const wordsOf = (text: string, pattern: RegExp): Set<string> => new Set(text.match(pattern))

const figuresOf = (text: string): string[] => text.match(/\d{2,}/g) ?? []
