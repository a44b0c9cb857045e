/** Cookies of the dashboard: for this host alone, out of reach for scripts, and over TLS. */
import type { FastifyRequest } from 'fastify'

/** Names without their prefix: of the session, of the browser that asked for a link, or for a passkey, and of the mail it came for. */
export type CookieName = 'session' | 'sign-in' | 'passkey' | 'mail'

/**
 * Whether a request came in the clear from this very machine, as in the quickstart. Then alone cookies go without
 * `Secure`, which not all browsers take there, and so without the prefix `__Host-`, which wants it.
 */
const isLocal = (publicUrl: string): boolean => {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

const fullName = (name: CookieName, publicUrl: string): string =>
  isLocal(publicUrl) ? `local-${name}` : `__Host-${name}`

/** The value of a cookie of ours; undefined where there is none, or more than one. */
export function readCookie(
  request: Pick<FastifyRequest, 'headers'>,
  name: CookieName,
  publicUrl: string,
): string | undefined {
  const wanted = `${fullName(name, publicUrl)}=`
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(wanted))
  return found.length === 1 ? found[0]!.slice(wanted.length) : undefined
}

/** The header field `Set-Cookie` (RFC 6265bis); no seconds: it is taken away. */
export function cookieHeader(
  name: CookieName,
  value: string,
  { publicUrl, seconds }: { publicUrl: string; seconds: number },
): string {
  const attributes = ['Path=/', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax']
  if (!isLocal(publicUrl)) attributes.push('Secure')
  return [`${fullName(name, publicUrl)}=${value}`, ...attributes].join('; ')
}
