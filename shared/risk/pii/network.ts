/** Addresses of machines: IPv4, IPv6, MAC; and web addresses. */
import { isIPv6 } from 'node:net'
import type { Span } from '../span.ts'
import { after, before, isWordAt } from './context.ts'

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4 = new RegExp(`${octet}(?:\\.${octet}){3}`, 'g')
/** The other end of a range of addresses. */
const rangeBefore = /(?<![\d.-])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}-$/
const rangeAfter = /^-\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\d-])/
const ipv6 = /[0-9a-f]{0,4}:[0-9a-f:]{1,40}(?:\.\d{1,3}){0,3}/gi
/** Short addresses that are nothing else: of a site, a link, a provider, and IPv4 in the guise of IPv6. */
const known = /^(?:f(?:[cd][0-9a-f]|e[89ab])[0-9a-f]|[23][0-9a-f]{3})::[0-9a-f]|^::ffff:\d{1,3}\./i
const mac = /(?<![0-9a-z:.-])[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![0-9a-z]|[:-][0-9a-z])/gi
const ciscoMac = /(?<![0-9a-z.])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![0-9a-z.])/gi

/** The IP addresses of `text` that tell of a machine: loopback, masks and wildcards are none. */
export function findIps(text: string): Span[] {
  return [...findIpv4(text), ...findIpv6(text)]
}

function findIpv4(text: string): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(ipv4)) {
    const start = match.index
    const end = start + match[0].length
    const next = text.charAt(end)
    const ranged = rangeBefore.test(before(text, start, 17)) || rangeAfter.test(after(text, end, 17))
    if (isWordAt(text, start - 1) || isWordAt(text, end)) continue
    if (!ranged && /[.-]/.test(text.charAt(start - 1))) continue
    if (!ranged && /[.-]/.test(next) && isWordAt(text, end + 1)) continue
    if (/^(?:0|127|255)\.|^(?:1\.){3}1$/.test(match[0])) continue
    if (isVersion(text, start) || /\b(?:mask|netmask)\W{0,3}$/.test(before(text, start, 12))) continue
    spans.push({ type: 'ip', start, end, confidence: 0.95 })
  }
  return spans
}

/** Numbers with dots are also versions and sections. */
const isVersion = (text: string, start: number): boolean =>
  /(?:\b(?:version|ver|release|build|firmware|driver|patch|update|rev(?:ision)?|section|sec|chapter|clause|paragraph|article|figure|fig|table|room|step|item|oid|asn)(?:[ -]?(?:no|number))?|§|\bv)[\s.:#=-]{0,3}$/.test(
    before(text, start, 30),
  )

function findIpv6(text: string): Span[] {
  if (!text.includes(':')) return []
  const spans: Span[] = []
  for (const match of text.matchAll(ipv6)) {
    const start = match.index
    const address = match[0].replace(/(?<!:):$/, '')
    const end = start + address.length
    if (isWordAt(text, start - 1) || isWordAt(text, end) || !isIPv6(address)) continue
    // `::1`, and what programs write between names (`a::b`), tell of no machine.
    const groups = address.split(':').filter((group) => group !== '')
    if ((groups.length < 3 && !known.test(address)) || !/\d/.test(address)) continue
    spans.push({ type: 'ip', start, end, confidence: 0.97 })
  }
  return spans
}

/** The hardware addresses of `text`. */
export function findMacs(text: string): Span[] {
  return [...text.matchAll(mac), ...text.matchAll(ciscoMac)]
    .filter(({ 0: address }) => !/^(?:00[:-]){5}00$|^(?:ff[:-]){5}ff$/i.test(address))
    .map(({ 0: address, index }) => ({
      type: 'mac_address',
      start: index,
      end: index + address.length,
      confidence: 0.9,
    }))
}

const url = /\b(?:https?|ftps?|sftp|wss?):\/\/[^\s<>"'`\u2028\u2029]{3,2000}|\bwww\.[^\s<>"'`]{3,2000}/gi

/** The web addresses of `text`, without the punctuation behind them. */
export function findUrls(text: string): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(url)) {
    let end = match.index + match[0].length
    while (end > match.index && '.,;:!?)]}*_|'.includes(text.charAt(end - 1))) end--
    spans.push({ type: 'url', start: match.index, end, confidence: 0.9 })
  }
  return spans
}
