/** The addresses that a message claims in From, with their names, and their domains: what DMARC holds against the domains proved. */
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
  const addresses = mailboxesOf(headers, from).map(({ address }) => address)
  return [...new Set(addresses.filter((address) => address?.includes('@')))]
}

/** Every name in every From field, and that of `from`. */
export function fromNames(headers: { name: string; value: string }[], from: Mailbox | null): string[] {
  const names = mailboxesOf(headers, from).map(({ name }) => name)
  return [...new Set(names.filter((name) => name))]
}

function mailboxesOf(headers: { name: string; value: string }[], from: Mailbox | null): Mailbox[] {
  const values = headers.filter(({ name }) => name.toLowerCase() === 'from').map(({ value }) => value)
  const found = values.flatMap((value) => parsed(value.slice(0, maxCharacters)))
  return from === null ? found : [...found, from]
}

/** None where the parser gives up: a message without a domain in From never passes. */
function parsed(value: string): Mailbox[] {
  try {
    return addressparser(value, { flatten: true })
  } catch {
    return []
  }
}
