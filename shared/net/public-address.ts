/** Which IP addresses are on the public internet: all others are no business of a webhook. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Public by their range, yet answered by the machinery of a cloud (Azure's host agent). */
const metadataAddresses = new Set(['168.63.129.16'])

/** Special blocks within 2000::/3 that ipaddr.js 2.5 takes for unicast (RFC 9637 documentation). */
const specialBlocks = [ipaddr.IPv6.parseCIDR('3fff::/20')]
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether `text`, an IP address, is a public unicast one. Not so: private, loopback, link-local, carrier-grade NAT,
 * multicast, reserved, documentation and metadata addresses, tunnels (6to4, Teredo), whatever is no address at all,
 * and IPv4 of any of those kinds mapped into IPv6 or behind NAT64.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4') return isPublicV4(address as ipaddr.IPv4)
  const v6 = address as ipaddr.IPv6
  if (v6.match(nat64)) return isPublicV4(new ipaddr.IPv4(v6.toByteArray().slice(12)))
  return (
    v6.range() === 'unicast' && v6.match(globalUnicast) && !specialBlocks.some((block) => v6.match(block))
  )
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !metadataAddresses.has(address.toString())
}
