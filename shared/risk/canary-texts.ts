/** Where canaries are looked for in an outbound mail: all it says, what is encoded in it, its header and its envelope. */
import { marked } from './exfiltration/canary.ts'
import { findPayloads, type Payload } from './exfiltration/encoded.ts'
import { contextOf, type OutboundText, outboundTexts } from './outbound-texts.ts'
import type { RiskMessage } from './scorer.ts'

const payloads = new WeakMap<OutboundText, Payload[]>()

/** The payloads of a text, looked for once. */
export function payloadsOf(text: OutboundText): Payload[] {
  let found = payloads.get(text)
  if (found === undefined) {
    found = findPayloads(text.text)
    payloads.set(text, found)
  }
  return found
}

/** Texts in the words of `Evidence.where`. */
export function canaryTexts(message: RiskMessage): { where: string; text: string }[] {
  const written = outboundTexts(message).flatMap((part) => [
    { where: part.where, text: part.text },
    ...payloadsOf(part).flatMap(({ text }) => (text === null ? [] : [{ where: part.where, text }])),
  ])
  const header = message.mail.headers.map(({ name, value }) => ({
    where: `header:${name.toLowerCase()}`,
    text: `${name}\n${value}`,
  }))
  // Bcc stands in no header, and an address can be made up to carry something.
  const envelope = contextOf(message).recipients.map((text) => ({ where: 'header:to', text }))
  return [...written, ...header, ...envelope]
}

/** What could be canaries of the tenant that sends: see {@link marked}. */
export function markedIn(message: RiskMessage): string[] {
  const { canaryMarks } = contextOf(message)
  if (canaryMarks.length === 0) return []
  return [...new Set(canaryTexts(message).flatMap(({ text }) => marked(text, canaryMarks)))]
}
