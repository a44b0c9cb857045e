/** Stage `parse`: reads the MIME structure on another thread, under a deadline and the caps. */
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Accepting } from './pipeline-items.ts'

/** Reads one message, once for all the inboxes it is for, as far as storing it takes; it refuses none for what it says. */
export const parse: Stage<Accepting, Pick<InboundParts, 'parser'>> = {
  name: 'parse',
  async prepare(items, { parser }) {
    const first = items[0]
    if (first === undefined) return
    const read = await parser.toStore(first.arrival.raw)
    for (const { arrival } of items) Object.assign(arrival, read)
  },
}
