/** Mailboxes of address headers (RFC 5322 §3.4), groups flattened. */
import addressparser from 'nodemailer/lib/addressparser'
import type { Mailbox } from '../domain/parsed-mail.ts'
import { cleanText } from '../lib/clean-text.ts'
import { decodeWords } from './encoded-words.ts'
import { headerText } from './header-fields.ts'

/** Mailboxes of one header that are read; the header as text has them all. */
const maxMailboxes = 1_000
/** Characters of an address header that are read into mailboxes. */
const maxCharacters = 100_000

/** The mailboxes in `value`, a raw header value read as Latin-1. Never throws. */
export function mailboxesOf(value: string): Mailbox[] {
  return parse(value.slice(0, maxCharacters)).flatMap(mailboxesOfEntry).slice(0, maxMailboxes)
}

function parse(value: string): { name: string; address: string }[] {
  try {
    return addressparser(value, { flatten: true })
  } catch {
    return []
  }
}

function mailboxesOfEntry(entry: { name: string; address: string }): Mailbox[] {
  const name = decodeWords(headerText(entry.name.trim())).trim()
  if (entry.address === '') return entry.name === '' ? [] : encodedMailboxes(entry.name, name)
  return [{ name: cleanText(name), address: cleanText(plainAddress(entry.address)) }]
}

/**
 * Some mailers encode a whole `Name <address>`. It counts only with its angle brackets: a bare address in an
 * encoded word is a display name (RFC 2047 §5), and reading it as an address would forge one.
 */
function encodedMailboxes(source: string, decoded: string): Mailbox[] {
  const onlyWords =
    source.includes('=?') && source.replace(/=\?[^?\s]{1,75}\?[BbQq]\?[^?]*\?=/g, '').trim() === ''
  const open = decoded.lastIndexOf('<')
  if (onlyWords && open >= 0 && /^<[^<>@\s]{1,320}@[^<>@\s]{1,320}>$/.test(decoded.slice(open).trim()))
    return parse(decoded).map(({ name, address }) => ({ name: cleanText(name), address: cleanText(address) }))
  return [{ name: cleanText(decoded), address: '' }]
}

/** Encoded words don't belong into an addr-spec (RFC 2047 §5): decoded where that gives a plain one, else empty. */
function plainAddress(address: string): string {
  const text = headerText(address).replace(/^[<\s]+|[>\s]+$/g, '')
  if (!/=\?[^?\s]{1,75}\?[BbQq]\?/.test(text)) return text
  const decoded = decodeWords(text)
  return /^[^\s@]{1,320}@[^\s@]{1,320}$/.test(decoded) && !decoded.includes('=?') ? decoded : ''
}
