/** The form of the way a mail took: what its relays say of those before them (RFC 5321 §4.4). */

import { registrableDomain } from '../lookalike.ts'
import type { RiskMessage } from '../scorer.ts'
import { some } from './form-words.ts'

const maxHops = 20
const dynamic =
  /(?:^|[.-])(?:a?dsl|dial(?:up|in)?|dyn(?:amic)?|ppp|pool|cable|dhcp|catv|client|cust(?:omer)?|modem|user|host)\d*[.-]|\d{1,3}[.-]\d{1,3}[.-]\d{1,3}[.-]\d{1,3}|\d{6,}/i

/** One relay's words about the machine that handed the mail over. */
interface Hop {
  /** Name it gave itself; empty where it gave none. */
  helo: string
  /** Name by look-up; empty where there is none. */
  found: string
  address: string
  protocol: string
  text: string
}

function hopOf(value: string): Hop | null {
  const text = value.slice(0, 600)
  const start = /^\s*from\s+(\S{1,255})\s*(\([^()]{0,300}(?:\([^()]{0,100}\))?[^()]{0,200}\))?/i.exec(text)
  if (start === null) return null
  const [, name = '', said = ''] = start
  const helo = /helo[= ](\S{1,255}?)[\s)]/i.exec(text)?.[1] ?? name
  const address = /\[(?:ipv6:)?([\da-f.:]{3,45})\]|\b(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})\b/i.exec(
    said || name,
  )
  const found = /^\((?:[\w.+-]{1,64}@)?([a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,10})\.?\s/i.exec(said)?.[1] ?? ''
  return {
    helo,
    found: /^\d+(?:\.\d+){3}$/.test(found) ? '' : found,
    address: address?.[1] ?? address?.[2] ?? '',
    protocol: /\swith\s+([\w-]{1,20})/i.exec(text)?.[1]?.toLowerCase() ?? '',
    text,
  }
}

const inside = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|169\.254\.)/

/** The tokens of the Received fields; none where there are none. No host is named in them. */
export function relayForm({ mail }: RiskMessage): string[] {
  const hops = mail.headers
    .filter(({ name }) => name.toLowerCase() === 'received')
    .slice(0, maxHops)
    .flatMap(({ value }) => hopOf(value) ?? [])
  const outside = hops.filter(
    ({ address, helo }) => address !== '' && !inside.test(address) && !/^localhost/i.test(helo),
  )
  const entry = outside[0]
  const first = hops.at(-1)
  const own = registrableDomain(mail.from?.address ?? '')
  return [
    ...new Set([
      ...outside.flatMap(hopForm),
      ...(entry === undefined ? [] : hopForm(entry).map((token) => `entry ${token}`)),
      ...(first === undefined ? [] : hopForm(first).map((token) => `first ${token}`)),
      ...some([
        [
          'relay:of sender',
          hops.some(
            ({ helo, found }) =>
              own !== null && [helo, found].some((host) => registrableDomain(host) === own),
          ),
        ],
        [
          'relay:odd date',
          hops.some(({ text }) =>
            /;\s*[A-Z][a-z]{2},? [A-Z][a-z]{2} \d|;\s*[A-Z][a-z]{2}, \d{1,2} \d{4} \d/.test(text),
          ),
        ],
      ]),
    ]),
  ]
}

function hopForm({ helo, found, address, protocol }: Hop): string[] {
  const literal = /^\[?\d{1,3}(?:\.\d{1,3}){3}\]?$/.test(helo)
  const house = registrableDomain(helo)
  return [
    `hop with:${protocol}`,
    ...some([
      ['hop:named by address', literal],
      ['hop:named by another address', literal && address !== '' && !helo.includes(address)],
      ['hop:bare name', !literal && !helo.includes('.')],
      ['hop:not found', address !== '' && found === ''],
      ['hop:found', found !== ''],
      ['hop:dynamic', dynamic.test(found)],
      ['hop:says another house', found !== '' && house !== null && registrableDomain(found) !== house],
      ['hop:says its house', found !== '' && house !== null && registrableDomain(found) === house],
      ['hop:secured', protocol.startsWith('esmtps')],
    ]),
  ]
}
