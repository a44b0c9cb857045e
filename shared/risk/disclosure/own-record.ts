/** Tells the house's own record of its reader, an order or a booking of his, from mail about others. */
import type { OtherThread, OutboundContext } from '../outbound-context.ts'
import { findEmails } from '../pii/email.ts'
import { confided } from './confided.ts'

/** What stands between the label of a field and an address in it: `Customer: Ann Reed, `. */
const field = /(?:^|[\n.;|])[ \t>*-]{0,6}\p{L}[\p{L} /-]{1,30}:[^:\n]{0,80}$/u
const reach = 130
/** Addresses of a mail that are looked at; what names more is no record of somebody. */
const most = 20

/**
 * Whether `other` is mail of the house itself, proven to be, that has the address of every reader of the draft in
 * a field, and no other address from outside. Who can have a mail of the house name him: whoever orders, books or
 * fills in a form, and then it is about him. What mail of services says to whoever was invited is none, nor what was told in confidence.
 */
export function isRecordOf(
  { ofHouse = false, text = '' }: OtherThread,
  { recipients, colleagues, inboxAddress }: OutboundContext,
): boolean {
  if (!ofHouse || recipients.length === 0 || confided(text)) return false
  const inside = new Set([inboxAddress, ...colleagues].map((one) => one.toLowerCase()))
  const readers = new Set(recipients.map((one) => one.toLowerCase()).filter((one) => !inside.has(one)))
  const named = findEmails(text)
  if (named.length > most) return false
  const inField = new Set<string>()
  for (const { start, end } of named) {
    const address = text.slice(start, end).toLowerCase()
    if (inside.has(address)) continue
    if (!readers.has(address)) return false
    if (field.test(text.slice(Math.max(0, start - reach), start))) inField.add(address)
  }
  return readers.size > 0 && inField.size === readers.size
}
