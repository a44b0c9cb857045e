/** Makes training examples out of rows: their layers, the n-grams of these, and what each row counts. */
import { fold } from '../../../shared/risk/fold.ts'
import { layersOf, type TextLayer } from '../../../shared/risk/text-layers.ts'
import { messageOf, type Row } from '../rows.ts'
import { type Example, type Piece, pieceOf } from './linear.ts'

export interface LayeredExample extends Example {
  row: Row
  layers: TextLayer[]
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
  own_attack_language: 0.5,
  own_attack_short: 0.5,
  own_foreign: 2,
  own_honest: 0.5,
  own_honest_hard: 1.5,
  own_honest_language: 0.5,
  own_page: 0.5,
  own_letter: 0.5,
  own_plain: 0.5,
  own_short: 0.5,
  own_question: 1.5,
}

/** Sets whose positives are ordinary questions put into mail (`How do I …`): only where they stand makes them attacks. */
const notLearned: ReadonlySet<string> = new Set(['injection_bipia_email'])
/** Sets of unclear licence: measured, never learned from. */
const measuredOnly: ReadonlySet<string> = new Set(['phishing_nazario'])
/** Letters about invoices and accounts: they teach the heads of spam and phishing, and have nothing that an attack has. */
const scamOnly: ReadonlySet<string> = new Set(['own_abroad'])

/** Whether a row may teach the head of injections. */
export const teachesInjection = ({ set, kind }: Row): boolean =>
  !measuredOnly.has(set) && !scamOnly.has(set) && !(notLearned.has(set) && kind === 'injection')

/** The example of a row for the head of injections. */
export async function exampleOf(row: Row): Promise<LayeredExample> {
  const layers = layersOf(await messageOf(row))
  const positive = row.kind === 'injection'
  const payload = positive && row.payload !== undefined ? fold(row.payload).text : ''
  const pieces = layers.map(({ text }) => pieceOf(text, focusOf(text, payload)))
  const unwanted = row.kind === 'spam' || row.kind === 'phishing'
  return { row, layers, pieces, positive, weight: unwanted ? 1 : (setWeights[row.set] ?? 1) }
}

/** Where the payload stands in a text, by its start. */
function focusOf(text: string, payload: string): Piece['focus'] {
  if (payload.length <= 20) return null
  const at = text.indexOf(payload.slice(0, 60))
  return at < 0 ? null : [at, Math.min(text.length, at + payload.length)]
}
