/** The domains that a message claims in From: what DMARC holds against the domains proved. */
import addressparser from 'nodemailer/lib/addressparser'
import type { Mailbox } from '../domain/parsed-mail.ts'

/** Characters of a From field that are read. */
const maxCharacters = 10_000

/**
 * The domain of every address in every From field, and that of `from`, the address shown to readers: they may differ
 * where parsers do.
 */
export function fromDomains(headers: { name: string; value: string }[], from: Mailbox | null): string[] {
  const values = headers.filter(({ name }) => name.toLowerCase() === 'from').map(({ value }) => value)
  const addresses = values.flatMap((value) => addressesOf(value.slice(0, maxCharacters)))
  if (from !== null) addresses.push(from.address)
  return addresses
    .filter((address) => address?.includes('@'))
    .map((address) => address.slice(address.lastIndexOf('@') + 1))
}

/** None where the parser gives up: a message without a domain in From never passes. */
function addressesOf(value: string): string[] {
  try {
    return addressparser(value, { flatten: true }).map(({ address }) => address)
  } catch {
    return []
  }
}
