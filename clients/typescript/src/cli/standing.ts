/** What became of a message, in a word or two for people. */
import type { Schema } from '../types.ts'

/** Its status; of inbound mail that was withheld and is no more, also that a person has let it in. */
export function standingOf({
  direction,
  verdict,
  status,
}: Pick<Schema<'ListedMessage'>, 'direction' | 'verdict' | 'status'>): string {
  if (direction === 'outbound' || verdict !== 'withheld' || status === 'withheld') return status
  return status === 'clean' ? 'released' : `released, ${status}`
}
