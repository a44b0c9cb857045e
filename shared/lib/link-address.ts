/** Bounds the addresses of links without losing where they lead. */
import { truncate } from './clean-text.ts'

/** Characters of a link's address: as many as every server should take (RFC 9110 §4.1). What is longer leads nowhere. */
export const linkCharacters = 8_000

/** Of what a user name stands for ahead of a host, when there is too much of it. */
const userCharacters = 100

/** Scheme and slashes as browsers read them, and what stands up to the path. */
const authority = /^(\s{0,20}(?:(?:https?|ftp|wss?):)?[\\/]{0,20})([^\\/?#]*)/i

/**
 * `address`, cut to `max` characters at its end. A user name that is longer than what is left hides the host behind it, as it is
 * meant to (`https://bank.example:…@elsewhere.example`): of that, the middle is left out.
 */
export function boundedAddress(address: string, max = linkCharacters): string {
  if (address.length <= max) return address
  const [, start = '', host = ''] = authority.exec(address) ?? []
  const at = start === '' ? -1 : host.lastIndexOf('@')
  if (at <= userCharacters) return truncate(address, max)
  const user = truncate(host.slice(0, at), userCharacters)
  return truncate(`${start}${user}${address.slice(start.length + at)}`, max)
}
