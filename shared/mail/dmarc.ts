/** DMARC (RFC 7489): whether what SPF and DKIM proved belongs to the domain in From. */
import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'
import type { AuthenticationResults, AuthResult } from '../domain/authentication.ts'
import type { MessageResolve } from './resolve.ts'

type DmarcResult = AuthenticationResults['dmarc']
type Policy = DmarcResult['policy']

interface DmarcRecord {
  policy: Policy
  strictDkim: boolean
  strictSpf: boolean
}

/**
 * The DMARC result for mail whose From has `fromDomains`.
 * More than one domain there is a `permerror` (RFC 7489 §6.6.1); none at all is `none`.
 * mailauth's own check takes strict alignment for relaxed, so this is not left to it.
 */
export async function checkDmarc(
  fromDomains: readonly string[],
  { spf, dkim }: Pick<AuthenticationResults, 'spf' | 'dkim'>,
  { resolve }: MessageResolve,
): Promise<DmarcResult> {
  const domains = [...new Set(fromDomains.map(asciiDomain))]
  const domain = domains[0] ?? ''
  if (domains.length > 1) return { result: 'permerror', domain, policy: '' }
  if (!domain.includes('.')) return { result: 'none', domain, policy: '' }
  let record: DmarcRecord | null
  try {
    record = await findRecord(domain, resolve)
  } catch {
    return { result: 'temperror', domain, policy: '' }
  }
  if (record === null) return { result: 'none', domain, policy: '' }
  const { strictDkim, strictSpf, policy } = record
  const results: AuthResult[] = [
    ...dkim
      .filter((signature) => isAligned(signature.domain, domain, strictDkim))
      .map(({ result }) => result),
    ...(isAligned(spf.domain, domain, strictSpf) ? [spf.result] : []),
  ]
  const result = results.includes('pass') ? 'pass' : results.includes('temperror') ? 'temperror' : 'fail'
  return { result, domain, policy }
}

/** `domain` in ASCII and lowercase, without a trailing dot; as it was where it is no domain name. */
function asciiDomain(domain: string): string {
  const bare = domain.trim().toLowerCase().replace(/\.$/, '')
  return domainToASCII(bare) || bare
}

/** Whether an authenticated domain is aligned with that of From (RFC 7489 §3.1). */
function isAligned(authenticated: string, from: string, strict: boolean): boolean {
  const domain = asciiDomain(authenticated)
  return strict ? domain === from : organizationalDomain(domain) === organizationalDomain(from)
}

/** RFC 7489 §3.2, by the public suffix list, private section included: tenants of one host are strangers. */
function organizationalDomain(domain: string): string {
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain
}

/** The policy record for `domain`: its own, or that of its organizational domain (RFC 7489 §6.6.3). */
async function findRecord(domain: string, resolve: MessageResolve['resolve']): Promise<DmarcRecord | null> {
  const own = parseRecord(await txtRecords(`_dmarc.${domain}`, resolve))
  if (own !== null) return toRecord(own, own.get('p'))
  const parent = organizationalDomain(domain)
  if (parent === domain) return null
  const tags = parseRecord(await txtRecords(`_dmarc.${parent}`, resolve))
  return tags === null ? null : toRecord(tags, tags.get('sp') ?? tags.get('p'))
}

async function txtRecords(name: string, resolve: MessageResolve['resolve']): Promise<string[]> {
  try {
    return ((await resolve(name, 'TXT')) as unknown as string[][]).map((parts) => parts.join(''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw error
  }
}

/** The tags of the one DMARC record among `texts`; null where there is none, or more than one. */
function parseRecord(texts: string[]): Map<string, string> | null {
  const records = texts.filter((text) => /^v\s{0,9}=\s{0,9}DMARC1\s{0,9}(;|$)/.test(text.trim()))
  if (records.length !== 1) return null
  const tags = new Map<string, string>()
  for (const part of records[0]!.slice(0, 4_096).split(';')) {
    const at = part.indexOf('=')
    if (at > 0)
      tags.set(
        part.slice(0, at).trim().toLowerCase(),
        part
          .slice(at + 1)
          .trim()
          .toLowerCase(),
      )
  }
  return tags
}

/** A policy that isn't one of the three words counts as `none` where reports are asked for, else there is no record. */
function toRecord(tags: Map<string, string>, given: string | undefined): DmarcRecord | null {
  const known = given === 'none' || given === 'quarantine' || given === 'reject'
  if (!known && !tags.has('rua')) return null
  return {
    policy: known ? given : 'none',
    strictDkim: tags.get('adkim') === 's',
    strictSpf: tags.get('aspf') === 's',
  }
}
