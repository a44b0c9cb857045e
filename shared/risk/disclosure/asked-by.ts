/** What the readers of a draft have written in its thread. */
import type { OutboundContext } from '../outbound-context.ts'

/** What those who get the draft have written in its thread. */
export const askedBy = (recipients: readonly string[], thread: OutboundContext['thread']): string[] => {
  const readers = new Set(recipients.map((one) => one.toLowerCase()))
  return thread
    .filter(({ from }) => from.slice(0, 1).some((one) => readers.has(one.toLowerCase())))
    .map(({ text }) => text)
}
