/** Whether a request comes from a page of somebody else in a browser, that has found its way to an address of ours. */
import { isIP } from 'node:net'

/**
 * Whether pages of `origin` may ask (RFC 6454). With PUBLIC_URL those of its own origin; without one those of the address
 * that was asked, where no name can have been made to lead to it: an address in numbers, or this machine itself.
 */
export function isOwnPage(origin: string, asked: string, publicUrl: string | undefined): boolean {
  const own = URL.parse(publicUrl ?? asked)
  if (own === null || own.origin !== origin) return false
  return (
    publicUrl !== undefined ||
    own.hostname === 'localhost' ||
    isIP(own.hostname.replace(/^\[|\]$/g, '')) !== 0
  )
}
