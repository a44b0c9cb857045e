/** Text that a person would not see: prose hidden by markup, invisible characters, encoded prose. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import type { HiddenText } from '../../domain/parsed-mail.ts'
import { fold } from '../fold.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'
import { layersOf, quote } from '../text-layers.ts'

/** Words from which hidden text is prose worth a look; a preheader is shorter. */
const proseWords = 40
/** The same for text in comments, where mail builders keep whole passages. */
const commentWords = 60
/** Invisible characters from which they carry something; joiners and soft hyphens come in dozens. */
const carriedCharacters = 24
const maxEntries = 100
const maxCharacters = 20_000

/** Encodings that honest mail has no use for: the text is there to be missed by people or by filters. */
const covert = new Set(['rot13', 'reversed', 'letter_spacing', 'leet', 'escapes'])

export const hiddenText: Scorer = {
  name: 'hidden_text',
  directions: ['inbound', 'outbound'],
  budgetMs: 500,
  score: (message) => [...invisible(message), ...prose(message), ...encoded(message)],
}

/** Unicode tags spell a text in characters that nothing displays; they have no honest use in mail. */
function invisible(message: RiskMessage): Detection[] {
  const tagged = layersOf(message).find(({ encodings }) => encodings.includes('unicode_tags'))
  if (tagged !== undefined)
    return [
      detection(
        'unicode_tags',
        'Contains text spelled in invisible Unicode tag characters.',
        tagged.evidence(0, tagged.text.length).slice(-1),
      ),
    ]
  const zeroWidth = message.mail.hidden.find(({ reason, text }) => reason === 'zero_width' && carries(text))
  if (zeroWidth === undefined) return []
  return [detection('zero_width', 'Contains a long run of invisible characters.', [evidenceOf(zeroWidth)])]
}

/** Whether a run of zero-width characters could spell something: many of them, of more than one kind. */
function carries(text: string): boolean {
  const invisibleOnly = text.replace(/[^\u200b-\u200f\u2060-\u2064\ufeff]/g, '')
  return invisibleOnly.length >= carriedCharacters && new Set(invisibleOnly).size > 1
}

function prose({ mail }: RiskMessage): Detection[] {
  if (mail.hidden.length === 0) return []
  const visible = wordsOf(mail.bodySanitized === '' ? mail.body : mail.bodySanitized)
  const shown = new Set(visible)
  const found = mail.hidden.slice(0, maxEntries).filter(({ reason, text }) => {
    if (['zero_width', 'bidi_control', 'unicode_tags'].includes(reason)) return false
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

const evidenceOf = ({ text }: HiddenText): Evidence => ({ where: 'hidden', text: quote(text) })

const detection = (result: string, detail: string, evidence: Evidence[]): Detection => ({
  method: 'hidden_text',
  result,
  detail,
  confidence: 1,
  evidence,
})
