/** Requests of which somebody who would have a say is not to learn: what fraud without a suspicious word has in common. */
import type { Detection } from '../../domain/analysis.ts'
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

export const behindBack: Scorer = {
  name: 'behind_back',
  directions: ['inbound'],
  budgetMs: 500,
  score: (message, { readings }) => {
    // The scorer of injections stands before this one, and has said it of a machine that is to keep something from its user.
    if (readings?.has(onlyQuoted) || readings?.has('injection.secrecy')) return []
    const parties = partiesOf(message)
    for (const layer of layersOf(message)) {
      const text = layer.text.slice(0, head)
      const found = foundIn(layer, unaware) ?? (namesAnAccount(text) ? foundIn(layer, uncallable) : null)
      // Who talks about such mail quotes it.
      if (found === null || doubtOf(layer, found.start, found.end) < 1) continue
      const aims = namesAnAim(text, parties)
      const detection: Detection = {
        method: 'behind_back',
        result: aims ? 'moves_something' : 'asked',
        detail: aims
          ? 'Asks for something to be sent, paid or opened, of which somebody who would have a say is not to learn, or be asked.'
          : 'Asks for something of which somebody who would have a say is not to learn.',
        confidence: 1,
        evidence: layer.evidence(found.start, found.end),
      }
      return [detection]
    }
    return []
  },
}

function foundIn({ text }: TextLayer, pattern: RegExp): { start: number; end: number } | null {
  const long = text.length > head + tail
  const parts = long ? [text.slice(0, head), text.slice(-tail)] : [text]
  for (const [index, part] of parts.entries()) {
    pattern.lastIndex = 0
    const match = pattern.exec(part)
    if (match === null) continue
    const start = match.index + (index === 0 ? 0 : text.length - tail)
    return { start, end: start + match[0].length }
  }
  return null
}
