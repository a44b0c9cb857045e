/** The addresses that a message claims in From, and their domains: what DMARC holds against the domains proved. */
import addressparser from 'nodemailer/lib/addressparser'
import type { Mailbox } from '../domain/parsed-mail.ts'

/** Characters of a From field that are read. */
const maxCharacters = 10_000

/** The domain of each of the {@link fromAddresses}. */
export function fromDomains(headers: { name: string; value: string }[], from: Mailbox | null): string[] {
  return fromAddresses(headers, from).map((address) => address.slice(address.lastIndexOf('@') + 1))
}

/**
 * Every address in every From field, and `from`, the address shown to readers: they may differ where parsers do.
 */
export function fromAddresses(headers: { name: string; value: string }[], from: Mailbox | null): string[] {
  const values = headers.filter(({ name }) => name.toLowerCase() === 'from').map(({ value }) => value)
  const addresses = values.flatMap((value) => addressesOf(value.slice(0, maxCharacters)))
  if (from !== null) addresses.push(from.address)
  return [...new Set(addresses.filter((address) => address?.includes('@')))]
}

/** None where the parser gives up: a message without a domain in From never passes. */
function addressesOf(value: string): string[] {
  try {
    return addressparser(value, { flatten: true }).map(({ address }) => address)
  } catch {
    return []
  }
}
