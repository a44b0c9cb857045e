/** Text that a person would not see: prose hidden by markup, invisible characters, encoded prose. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import type { HiddenText } from '../../domain/parsed-mail.ts'
import { fold } from '../fold.ts'
import { onlyInOne } from '../one-rendering.ts'
import { quote } from '../quote.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'
import { layersOf } from '../text-layers.ts'

/** Words from which hidden text is prose worth a look; a preheader is shorter. */
const proseWords = 40
/** The same for text in comments, where mail builders keep whole passages. */
const commentWords = 60
/** Words split by invisible characters from which it is a method: some stop a name from becoming a link. */
const splitWords = 6
const smuggling = new Set(['unicode_tags', 'variation_selectors'])
/** Reasons that are no place for prose: judged above, descriptions that assistive software reads out, or what a click shows. */
const notProse = new Set([
  ...smuggling,
  'zero_width',
  'bidi_control',
  'alt_text',
  'title_text',
  'aria_label',
  'attribute',
  'data_block',
  'closed_details',
  'option',
  'hidden_input',
  'meta',
])
const maxEntries = 100
const maxCharacters = 20_000

/** Encodings that honest mail has no use for: the text is there to be missed by people or by filters. */
const covert = new Set(['rot13', 'reversed', 'letter_spacing', 'leet', 'escapes', 'binary', 'numbers'])

export const hiddenText: Scorer = {
  name: 'hidden_text',
  directions: ['inbound', 'outbound'],
  budgetMs: 500,
  score: (message) => [...invisible(message), ...prose(message), ...encoded(message), ...oneForm(message)],
}

/** Characters that nothing displays, and what the parser says they carry. */
function invisible(message: RiskMessage): Detection[] {
  const { hidden } = message.mail
  const found: Detection[] = []
  const tagged = layersOf(message).find(({ encodings }) => encodings.includes('unicode_tags'))
  const smuggled = hidden.filter(({ reason, text }) => smuggling.has(reason) && text.length >= 4)
  if (tagged !== undefined || smuggled.length > 0)
    found.push(
      detection(
        'smuggled',
        'Contains text spelled in characters that are not displayed.',
        tagged?.evidence(0, tagged.text.length).slice(-1) ?? smuggled.slice(0, 3).map(evidenceOf),
      ),
    )
  const zeroWidth = hidden.filter(
    ({ reason, text }) => reason === 'zero_width' && text.split(' ').length >= splitWords,
  )
  if (zeroWidth.length > 0)
    found.push(
      detection(
        'zero_width',
        'Invisible characters split words or carry something.',
        zeroWidth.slice(0, 3).map(evidenceOf),
      ),
    )
  const reversed = hidden.filter(({ reason }) => reason === 'bidi_control')
  if (reversed.length > 0)
    found.push(
      detection(
        'bidi_control',
        'Text is shown in another order than it is written.',
        reversed.slice(0, 3).map(evidenceOf),
      ),
    )
  return found
}

function prose({ mail }: RiskMessage): Detection[] {
  if (mail.hidden.length === 0) return []
  const visible = wordsOf(mail.bodySanitized === '' ? mail.body : mail.bodySanitized)
  const shown = new Set(visible)
  const found = mail.hidden.slice(0, maxEntries).filter(({ reason, text }) => {
    if (notProse.has(reason)) return false
    const unseen = wordsOf(text).filter((word) => !shown.has(word))
    // Text that is also shown (a second layout for phones) hides nothing; a comment of a mail builder is code.
    const needed = reason === 'comment' ? commentWords : proseWords
    return unseen.length >= needed && (reason !== 'comment' || !isCode(text))
  })
  const [first] = found
  if (first === undefined) return []
  return [
    detection(
      'prose',
      `Contains text that is hidden from the reader (${first.reason.replaceAll('_', ' ')}).`,
      found.slice(0, 3).map(evidenceOf),
    ),
  ]
}

function wordsOf(text: string): string[] {
  return fold(text.slice(0, maxCharacters)).text.match(/\p{L}{3,30}/gu) ?? []
}

/** Conditional comments, styles, markup and templates: what a comment of a mail builder consists of. */
function isCode(text: string): boolean {
  const sample = text.slice(0, maxCharacters)
  const signs = sample.match(/[<>{};=]|\[if|\[endif/g)?.length ?? 0
  return signs * 60 > sample.length
}

/** Readable text behind an encoding that is there to be missed. Base64 and its like also serve honest ends. */
function encoded(message: RiskMessage): Detection[] {
  const layers = layersOf(message).filter(({ concealed, encodings }) => concealed && encodings.length > 0)
  const found = layers.find(({ encodings }) => encodings.some((name) => covert.has(name)))
  if (found !== undefined)
    return [
      detection(
        'obfuscated',
        `Contains text disguised by ${found.encodings.join(', ').replaceAll('_', ' ')}.`,
        found.evidence(0, found.text.length),
      ),
    ]
  const plain = layers.find(
    ({ encodings, text }) => !encodings.includes('unicode_tags') && text.split(' ').length >= 8,
  )
  if (plain === undefined) return []
  return [
    detection(
      'encoded',
      `Contains readable text in ${plain.encodings.join(', ').replaceAll('_', ' ')}.`,
      plain.evidence(0, plain.text.length),
    ),
  ]
}

/** What only one of the two forms of the mail says: who reads the other is not told. */
function oneForm(message: RiskMessage): Detection[] {
  const evidence = onlyInOne(message)
  if (evidence === null) return []
  return [
    detection('one_form', 'A passage of its text is not in its HTML, or the other way round.', evidence),
  ]
}

const evidenceOf = ({ text }: HiddenText): Evidence => ({ where: 'hidden', text: quote(text) })

const detection = (result: string, detail: string, evidence: Evidence[]): Detection => ({
  method: 'hidden_text',
  result,
  detail,
  confidence: 1,
  evidence,
})
