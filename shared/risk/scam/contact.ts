/** To whom the reader is to write: a free mailbox that is not the sender's, as fraud by letter asks for. */
import { freeMail } from '../brands.ts'
import { registrableDomain } from '../lookalike.ts'
import type { RiskMessage } from '../scorer.ts'
import { layersOf } from '../text-layers.ts'
import type { Signal } from './signal.ts'

/** Characters of a text, and addresses in it, that are looked at. */
const reach = 12_000
const maxAddresses = 20
/** Characters before an address in which it is said what it is for. */
const nearby = 90

const address = /[a-z0-9._%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}/g
/** The most units of a local part. */
const maxLocal = 64
/** Folded. */
const asked =
  /\b(?:contact|reply|respond|write|reach|get back|e-?mail(?: (?:me|him|her|us|them|address|id))?|forward|send)\b|\b(?:kontaktier|antwort|schreib|melden sie|contacte|repond|ecrive|ecrire|escrib|responda|comuni|contatt|scriv|rispond|neem contact|skontaktuj)|свяжитесь|напишите|联系|連絡/

export function contactSignals(message: RiskMessage): Signal[] {
  const { mail } = message
  const own = new Set(
    [mail.from?.address, ...mail.replyToMailboxes.map((one) => one.address)].map((one) => one?.toLowerCase()),
  )
  for (const { text, where, encodings, concealed, quoted } of layersOf(message)) {
    if (concealed || quoted || encodings.length > 0 || (where !== 'body' && where !== 'html')) continue
    const read = text.slice(0, reach)
    let looked = 0
    for (const { 0: found, index } of addressesIn(read)) {
      if (++looked > maxAddresses) break
      const domain = registrableDomain(found)
      if (domain === null || !freeMail.has(domain) || own.has(found)) continue
      if (!asked.test(read.slice(Math.max(0, index - nearby), index))) continue
      return [
        {
          name: 'contact_elsewhere',
          value: 1,
          detail: 'Asks the reader to write to a free mailbox that is not the sender’s.',
          where,
          text: found,
        },
      ]
    }
  }
  return []
}

/** The addresses of a text, each looked for around its `@`: at every letter, it would cost far more. */
export function* addressesIn(text: string): Generator<{ 0: string; index: number }> {
  let from = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(at + 1, from))) {
    address.lastIndex = Math.max(from, at - maxLocal)
    const match = address.exec(text)
    if (match === null) return
    from = match.index + match[0].length
    yield match
  }
}
