/** Requests of which somebody who would have a say is not to learn: what fraud without a suspicious word has in common. */
import { namesAnAccount, namesAnAim } from '../injection/asks.ts'
import { doubtOf } from '../injection/doubt.ts'
import { hitsIn } from '../injection/hits.ts'
import { partiesOf } from '../injection/parties.ts'
import { withoutQuotations } from '../injection/quotations.ts'
import { type Sentences, unaware, uncallable } from '../injection/unaware.ts'
import type { Scorer } from '../scorer.ts'
import { phraseLayersOf, type TextLayer } from '../text-layers.ts'
import { onlyQuoted } from './injection.ts'

/** Characters of the start and of the end of a text that are read. */
const head = 12_000
const tail = 6_000
/** Sentences of one text that are looked at: the first may be quoted, and another not. */
const maxMatches = 20
/** Confidence from which another scorer has said the same. */
const said = 0.9
/** Characters around a sentence in which another scorer may say it, and in which its quotation begins. */
const around = 500

export const behindBack: Scorer = {
  name: 'behind_back',
  directions: ['inbound'],
  budgetMs: 500,
  score: (message, { readings }) => {
    // The scorer of injections stands before this one.
    const quoted = readings?.has(onlyQuoted) ?? false
    const secrecy = (readings?.get('injection.secrecy') ?? 0) >= said
    const parties = partiesOf(message)
    const found = phraseLayersOf(message).flatMap((layer) => {
      const parts = partsOf(quoted ? withoutQuotations(layer.text) : layer.text)
      const unheard = foundIn(layer, parts, unaware, secrecy)
      const place =
        unheard ??
        (parts.some(({ text }) => namesAnAccount(text)) ? foundIn(layer, parts, uncallable, secrecy) : null)
      if (place === null) return []
      return { layer, ...place, aims: parts.some(({ text }) => namesAnAim(text, parties)) }
    })
    // Who talks about attacks tells of somebody who was not to learn of one.
    const worst = found.find(({ aims }) => aims) ?? (quoted ? undefined : found[0])
    if (worst === undefined) return []
    const { layer, start, end, aims } = worst
    return [
      {
        method: 'behind_back',
        result: aims ? 'moves_something' : 'asked',
        detail: aims
          ? 'Asks for something to be sent, paid or opened, of which somebody who would have a say is not to learn, or be asked.'
          : 'Asks for something of which somebody who would have a say is not to learn.',
        confidence: 1,
        evidence: layer.evidence(start, end),
      },
    ]
  },
}

interface Part {
  from: number
  text: string
}

const partsOf = (text: string): Part[] =>
  text.length <= head + tail
    ? [{ from: 0, text }]
    : [
        { from: 0, text: text.slice(0, head) },
        { from: text.length - tail, text: text.slice(-tail) },
      ]

/** The first such sentence that nobody quotes who talks about such mail; with `secrecy`, none that says it of a machine. */
function foundIn(
  layer: TextLayer,
  parts: readonly Part[],
  { pattern, possible }: Sentences,
  secrecy: boolean,
): { start: number; end: number } | null {
  for (const { from, text } of parts) {
    if (!possible(text)) continue
    for (const match of text.matchAll(pattern).take(maxMatches)) {
      const start = from + match.index
      const end = start + match[0].length
      if (doubtOf(layer, start, end) === 1 && !(secrecy && isSaid(layer, start, end))) return { start, end }
    }
  }
  return null
}

/** Whether the scorer of injections has said it already, of a machine that is to keep something from its user. */
function isSaid(layer: TextLayer, start: number, end: number): boolean {
  const from = Math.max(0, start - around)
  // A part of a layer has no way back of its own.
  const { across: _, ...part } = layer
  return hitsIn({ ...part, text: layer.text.slice(from, end + around) }).some(
    (hit) =>
      hit.rule.result === 'secrecy' &&
      hit.confidence >= said &&
      from + hit.start < end &&
      from + hit.end > start,
  )
}
