/** Reads recipients strictly: one reading of a list (RFC 5322 §3.4), which policy, charge, approval and SMTP share. */
import { domainToASCII } from 'node:url'
import { limits } from '../../domain/limits.ts'
import type { Mailbox } from '../../domain/parsed-mail.ts'

/** Why a list can't be read; `message` says it without repeating the list. */
export class AddressListError extends Error {}

/** Characters of a display name. */
const nameCharacters = 200
/** Octets of a local part, a domain, and a path without its angle brackets (RFC 5321 §4.5.3.1). */
const localOctets = 64
const domainOctets = 253
const addressOctets = 254

/** Line ends, other controls, and characters that turn the direction of text or end its line. */
const unprintable = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** RFC 5322 §3.2.3, without what is beyond ASCII. */
const dotAtom = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** What a display name may not hold outside quotes (RFC 5322 §3.2.3); a dot is let through, as in `Ada L.`. */
const unquotedSpecials = /[()<>[\]:;@\\,"]/

/**
 * The mailboxes of a list, given as one string or as an array with one mailbox an item, in order and as given.
 * Refused, since parsers disagree about them: groups, comments, routes, quoted local parts, address literals, empty
 * entries, line breaks and control characters, encoded words, and a display name that looks like another address.
 * Domains become lower-case ASCII (IDNA); a local part beyond ASCII would need SMTPUTF8 of every server on the way and
 * is refused. `localDomain` is the one domain that may be a single label.
 * @throws AddressListError
 */
export function parseAddressList(list: string | readonly string[], localDomain: string): Mailbox[] {
  if (typeof list !== 'string') return list.map((item) => parseMailbox(item, localDomain))
  if (list.length > limits.addressListCharacters) throw new AddressListError('is too long')
  return splitList(list).map((item) => parseMailbox(item, localDomain))
}

/** The entries between commas outside quotes. */
function splitList(list: string): string[] {
  const entries: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < list.length; i++) {
    const char = list[i]
    if (quoted && char === '\\') i++
    else if (char === '"') quoted = !quoted
    else if (char === ',' && !quoted) {
      entries.push(list.slice(start, i))
      start = i + 1
    }
  }
  entries.push(list.slice(start))
  return entries
}

/**
 * One mailbox: `ada@example.com`, `Ada <ada@example.com>` or `"Lovelace, Ada" <ada@example.com>`.
 * @throws AddressListError
 */
export function parseMailbox(given: string, localDomain: string): Mailbox {
  if (unprintable.test(given.replaceAll('\t', ' ')))
    throw new AddressListError('holds a line break or a control character')
  const text = given.replaceAll('\t', ' ').trim()
  if (text === '') throw new AddressListError('has an empty entry')
  if (!text.endsWith('>')) return { name: '', address: parseAddress(text, localDomain) }
  const open = openingBracket(text)
  const address = parseAddress(text.slice(open + 1, -1), localDomain)
  return { name: parseName(text.slice(0, open).trim(), address), address }
}

/** Where the address begins: the first `<` outside quotes. */
function openingBracket(text: string): number {
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (quoted && char === '\\') i++
    else if (char === '"') quoted = !quoted
    else if (char === '<' && !quoted) return i
  }
  throw new AddressListError('is not an address')
}

function parseName(given: string, address: string): string {
  const name = given.startsWith('"') ? unquote(given) : given
  if (!given.startsWith('"') && unquotedSpecials.test(given))
    throw new AddressListError('has a display name with characters that belong in quotes')
  if (name.length > nameCharacters)
    throw new AddressListError(`has a display name of more than ${nameCharacters} characters`)
  if (/=\?[^?]{1,80}\?[bq]\?/i.test(name))
    throw new AddressListError('has an encoded display name: give it as plain text')
  // In compatibility forms, too: a full-width sign reads like the plain one.
  const read = name.normalize('NFKC').toLowerCase()
  if (read.includes('@') && read !== address.toLowerCase())
    throw new AddressListError('has a display name that looks like another address')
  return name.replaceAll(/ +/g, ' ')
}

/** The content of a quoted string that is the whole of `given`. */
function unquote(given: string): string {
  let text = ''
  for (let i = 1; i < given.length; i++) {
    const char = given[i]!
    if (char === '\\' && i + 1 < given.length) text += given[++i]!
    else if (char !== '"') text += char
    else if (i === given.length - 1) return text.trim()
    else break
  }
  throw new AddressListError('has a display name that is quoted in part')
}

/**
 * An addr-spec in its one form: the local part as given, the domain in lower-case ASCII.
 * @throws AddressListError
 */
export function parseAddress(given: string, localDomain: string): string {
  const at = given.lastIndexOf('@')
  if (at < 0) throw new AddressListError('is not an address')
  const local = given.slice(0, at)
  if (local.startsWith('"')) throw new AddressListError('has a quoted local part, which is not supported')
  if (/[^\0-\x7f]/.test(local))
    throw new AddressListError('has a local part beyond ASCII, which is not supported')
  if (!dotAtom.test(local) || local.length > localOctets) throw new AddressListError('is not an address')
  const address = `${local}@${parseDomain(given.slice(at + 1), localDomain)}`
  if (address.length > addressOctets) throw new AddressListError('is too long')
  return address
}

function parseDomain(given: string, localDomain: string): string {
  const ascii = /^[\0-\x7f]*$/.test(given) ? given.toLowerCase() : toAscii(given)
  const labels = ascii.split('.')
  const known = ascii === localDomain
  const plausible = labels.length > 1 && !/^\d+$/.test(labels.at(-1)!)
  if (ascii.length > domainOctets || !labels.every((one) => label.test(one)) || !(known || plausible))
    throw new AddressListError('has a domain that is not a domain name')
  return ascii
}

/** An internationalised domain name in ASCII (IDNA); empty where it is none. Only letters and digits reach the converter. */
function toAscii(given: string): string {
  return /^[\p{L}\p{N}\p{M}.\-\u3002]+$/u.test(given) ? domainToASCII(given) : ''
}

/** A mailbox as {@link parseMailbox} reads it. */
export function writeMailbox({ name, address }: Mailbox): string {
  if (name === '') return address
  const plain = !unquotedSpecials.test(name)
  return `${plain ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`} <${address}>`
}

/** The address that `text` is; null where it is none. */
export function readAddress(text: string, inboxDomain: string): string | null {
  try {
    return parseAddress(text, inboxDomain)
  } catch (error) {
    if (error instanceof AddressListError) return null
    throw error
  }
}
