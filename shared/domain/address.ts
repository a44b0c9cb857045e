/** Where an address at the inbox domain leads. */
import { domainToASCII } from 'node:url'
import { limits } from './limits.ts'

/**
 * Names that belong to whoever runs the domain: role addresses (RFC 2142, RFC 5321 §4.5.1), senders of machines' mail,
 * and the addresses by which certificate authorities let someone prove control of a domain. `.`, `_` and `-` left out.
 */
const reserved: ReadonlySet<string> = new Set([
  'postmaster',
  'abuse',
  'mailerdaemon',
  'noreply',
  'donotreply',
  'hostmaster',
  'webmaster',
  'admin',
  'administrator',
  'root',
  'daemon',
  'nobody',
  'security',
  'ssladmin',
  'sysadmin',
  'noc',
  'uucp',
  'usenet',
  'bounce',
  'bounces',
  'dmarc',
  'dmarcreports',
  'tlsreports',
  'returnpath',
  'system',
  'approvals',
])

/** Whether no inbox may take `slug`, however its words are separated. */
export const isReservedSlug = (slug: string): boolean => reserved.has(slug.replaceAll(/[._-]/g, ''))

/** Local part of the address that notices of approvals are from; nothing is received there. */
export const approvalsSlug = 'approvals'

/** The slug of the system's own inbox, which `postmaster@` and `abuse@` reach. */
export const postmasterSlug = 'postmaster'

const slugPattern = /^[a-z][a-z0-9]*([._-][a-z0-9]+)*$/

/** Whether `slug` is one that an address may have: `^[a-z][a-z0-9]*([._-][a-z0-9]+)*$`, 2 to 64 characters. */
export function isSlug(slug: string): boolean {
  return slug.length >= limits.slugMin && slug.length <= limits.slugMax && slugPattern.test(slug)
}

/**
 * The slug that a recipient address leads to: any letter case, `+tag` cut off, `abuse@` to the postmaster.
 * Null where the address is not at `inboxDomain` or can't be a slug's; an address without a domain is `postmaster` only.
 */
export function slugOfAddress(address: string, inboxDomain: string): string | null {
  const at = address.lastIndexOf('@')
  if (at < 0) return address.toLowerCase() === postmasterSlug ? postmasterSlug : null
  if (plainDomain(address.slice(at + 1)) !== inboxDomain) return null
  const local = unquote(address.slice(0, at).toLowerCase())
  const plus = local.indexOf('+')
  const slug = plus > 0 ? local.slice(0, plus) : local
  if (slug === 'abuse') return postmasterSlug
  return isSlug(slug) ? slug : null
}

/** Whether an address is at the inbox domain, so that "no such mailbox" and not "no relaying" is the answer. */
export function isLocalAddress(address: string, inboxDomain: string): boolean {
  const at = address.lastIndexOf('@')
  return at >= 0 && plainDomain(address.slice(at + 1)) === inboxDomain
}

/**
 * A domain in lower case, an international one in its A-labels (RFC 5890), which are what the inbox domain is given in;
 * without the root's dot. Those are made of it as it was given: JavaScript's lower case knows a final sigma.
 */
const plainDomain = (domain: string): string =>
  (/^[\0-\x7f]*$/.test(domain) ? domain.toLowerCase() : domainToASCII(domain)).replace(/\.$/, '')

function unquote(local: string): string {
  return local.length > 2 && local.startsWith('"') && local.endsWith('"')
    ? local.slice(1, -1).replaceAll(/\\(.)/g, '$1')
    : local
}
