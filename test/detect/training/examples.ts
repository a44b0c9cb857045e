/** Makes training examples out of rows: their layers, the n-grams of these, and what each row counts. */
import { fold } from '../../../shared/risk/fold.ts'
import { type Parties, partiesOf } from '../../../shared/risk/injection/parties.ts'
import { phraseLayersOf, type TextLayer } from '../../../shared/risk/text-layers.ts'
import { messageOf, type Row } from '../rows.ts'
import { type Example, type Piece, pieceOf } from './linear.ts'
import { roleOf } from './manifest.ts'

export interface LayeredExample extends Example {
  row: Row
  layers: TextLayer[]
  parties: Parties
}

/** How much a row of a set counts; 1 where nothing is said. Orders that no mail would show are left out. */
const setWeights: Readonly<Record<string, number>> = {
  ham_enron_business: 5,
  email_spamassassin: 5,
  email_gaia: 5,
  benign_hard_mail: 8,
  benign_notinject: 4.5,
  injection_jailbreak_llms: 3.9,
  injection_deepset: 0.5,
  injection_promptscreen: 0.5,
  injection_cyberseceval: 0.5,
  own_attack: 0.25,
  own_attack_handler: 0.5,
  own_attack_indirect: 0.8,
  own_attack_language: 0.5,
  own_attack_letter: 1,
  own_attack_short: 0.5,
  own_foreign: 2,
  own_honest: 0.5,
  own_honest_hard: 1.5,
  own_honest_indirect: 1.2,
  own_honest_language: 0.5,
  own_honest_letter: 3,
  own_page: 0.5,
  own_letter: 1.5,
  own_plain: 0.5,
  own_short: 0.5,
  own_question: 1.5,
  own_request: 0.5,
  own_modern: 1,
  modern_ham: 2,
  modern_benign_hard: 4,
  modern_injection: 1,
}

/** Letters about invoices and accounts, and their clones: they teach the heads of spam and phishing, and have nothing that an attack has. */
const scamOnly: ReadonlySet<string> = new Set(['own_abroad', 'own_clone'])

/** Whether a row may teach what joins the signals of injections. */
export const teachesInjection = (row: Row): boolean => roleOf(row) === 'weights' && !scamOnly.has(row.set)

/** Requests in plain words: what they ask for, and for whom, tells them, and nothing that they say. */
const askedOnly: ReadonlySet<string> = new Set(['own_request'])

/** Whether a row may teach the head of injections; all that teach it also teach what stands on it. */
export const teachesWords = (row: Row): boolean => teachesInjection(row) && !askedOnly.has(row.set)

/** What a row counts among those that teach the head of injections. */
export function weightOfRow({ kind, set }: Row): number {
  return ['spam', 'phishing', 'fraud'].includes(kind) ? 1 : (setWeights[set] ?? 1)
}

/** The example of a row for the head of injections. */
export async function exampleOf(row: Row): Promise<LayeredExample> {
  const message = await messageOf(row)
  const layers = phraseLayersOf(message)
  const positive = row.kind === 'injection'
  const payload = positive && row.payload !== undefined ? fold(row.payload).text : ''
  const pieces = layers.map(({ text }) => pieceOf(text, focusOf(text, payload)))
  return { row, layers, parties: partiesOf(message), pieces, positive, weight: weightOfRow(row) }
}

/** Where the payload stands in a text, by its start. */
function focusOf(text: string, payload: string): Piece['focus'] {
  if (payload.length <= 20) return null
  const at = text.indexOf(payload.slice(0, 60))
  return at < 0 ? null : [at, Math.min(text.length, at + payload.length)]
}
