/** Whether what sounds like an attack is talk about attacks: quoted or told, with nothing else asked of the reader. */
import type { Loudest } from '../model/linear-model.ts'
import type { TextLayer } from '../text-layers.ts'
import type { Hit } from './hits.ts'
import { talkWords } from './talk-words.ts'

/** Characters around the loudest passage that are looked at. */
const reach = 450
/** Different words of talk about attacks from which it surely is that; a quoted order is worth two of them. */
const surely = 4
const ofQuotation = 2
/** Confidence from which a match counts as said, and not as quoted. */
const said = 0.5

const talk = talkWords()

/** Kinds that talk about agents has without quotation marks: it says what they do. */
const told: ReadonlySet<string> = new Set([
  'addressed_to_ai',
  'agent_instruction',
  'command',
  'data_request',
  'discretion',
  'override_request',
])

/**
 * From 0 to 1. An attacker can use such words, too: so it is 0 where any order stands outside of quotation marks, where
 * something of the mailbox is asked for, and where text is concealed.
 */
export function reportedValue(
  hits: readonly Hit[],
  loud: { layer: TextLayer; window: Loudest } | undefined,
): number {
  if (loud === undefined || loud.layer.concealed) return 0
  if (
    hits.some(
      ({ rule, layer, confidence }) => layer.concealed || (confidence >= said && !told.has(rule.result)),
    )
  )
    return 0
  const { start, end } = loud.window
  const around = loud.layer.text.slice(Math.max(0, start - reach), end + reach)
  const different = new Set(around.match(talk) ?? []).size
  if (different === 0) return 0
  const quoted = hits.some(({ confidence, rule }) => confidence < said && !told.has(rule.result))
  return Math.min(1, (different + (quoted ? ofQuotation : 0) - 1) / (surely - 1))
}
