/** Requests of which somebody who would have a say is not to learn: what fraud without a suspicious word has in common. */
import { namesAnAccount, namesAnAim } from '../injection/asks.ts'
import { doubtOf } from '../injection/doubt.ts'
import { partiesOf } from '../injection/parties.ts'
import { unaware, uncallable } from '../injection/unaware.ts'
import type { Scorer } from '../scorer.ts'
import { layersOf, type TextLayer } from '../text-layers.ts'
import { onlyQuoted } from './injection.ts'

/** Characters of the start and of the end of a text that are read. */
const head = 12_000
const tail = 6_000
/** Sentences of one text that are looked at: the first may be quoted, and another not. */
const maxMatches = 20
/** Confidence from which another scorer has said the same. */
const said = 0.9

export const behindBack: Scorer = {
  name: 'behind_back',
  directions: ['inbound'],
  budgetMs: 500,
  score: (message, { readings }) => {
    // The scorer of injections stands before this one, and has said it of a machine that is to keep something from its user.
    if (readings?.has(onlyQuoted) || (readings?.get('injection.secrecy') ?? 0) >= said) return []
    const parties = partiesOf(message)
    const found = layersOf(message).flatMap((layer) => {
      const parts = partsOf(layer.text)
      const unheard = foundIn(layer, parts, unaware)
      const place =
        unheard ?? (parts.some(({ text }) => namesAnAccount(text)) ? foundIn(layer, parts, uncallable) : null)
      if (place === null) return []
      return { layer, ...place, aims: parts.some(({ text }) => namesAnAim(text, parties)) }
    })
    const worst = found.find(({ aims }) => aims) ?? found[0]
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

/** The first such sentence that nobody quotes who talks about such mail. */
function foundIn(
  layer: TextLayer,
  parts: readonly Part[],
  pattern: RegExp,
): { start: number; end: number } | null {
  for (const { from, text } of parts)
    for (const match of text.matchAll(pattern).take(maxMatches)) {
      const start = from + match.index
      const end = start + match[0].length
      if (doubtOf(layer, start, end) === 1) return { start, end }
    }
  return null
}
