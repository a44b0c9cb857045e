/** SPF (RFC 7208): whether the peer may send for the envelope sender's domain. */
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import { spf as mailauthSpf } from 'mailauth/lib/spf/index.js'
import type { AuthenticationResults, AuthResult, Envelope } from '../domain/authentication.ts'
import type { MessageResolve } from './resolve.ts'

type SpfResult = AuthenticationResults['spf']

/** Peers that no published record speaks of. */
const localRanges = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal', 'unspecified'])
const spfResults: readonly string[] = [
  'pass',
  'fail',
  'softfail',
  'neutral',
  'none',
  'temperror',
  'permerror',
]
/** Characters of a TXT record that is read as SPF; mailauth's patterns take quadratic time on longer ones. */
const maxRecordCharacters = 4_096

/** The SPF result of `envelope`; a null sender is judged by its HELO name (RFC 7208 §2.4). */
export async function checkSpf(
  { peerAddress, helo, mailFrom }: Envelope,
  { resolve }: MessageResolve,
): Promise<SpfResult> {
  const at = mailFrom.lastIndexOf('@')
  const given = (mailFrom === '' ? helo : mailFrom.slice(at + 1)).toLowerCase()
  // SMTP hands it over in Unicode; DNS has its A-labels (RFC 7208 §4.3).
  const domain = /^[\0-\x7f]*$/.test(given) ? given : domainToASCII(given) || given
  if (!ipaddr.isValid(peerAddress)) return { result: 'none', domain }
  const peer = ipaddr.process(peerAddress)
  if (localRanges.has(peer.range())) return { result: 'none', domain }
  const { status } = await mailauthSpf({
    sender: mailFrom === '' ? '' : `${mailFrom.slice(0, at)}@${domain}`,
    ip: peer.toString(),
    helo,
    mta: 'localhost',
    resolver: async (name, type) => refuseLongRecords(await resolve(name, type), type),
  })
  return { result: spfResults.includes(status.result) ? (status.result as AuthResult) : 'permerror', domain }
}

function refuseLongRecords(records: string[], type: string): string[] {
  if (type !== 'TXT') return records
  for (const row of records as unknown as string[][]) {
    const text = row.join('')
    if (text.length > maxRecordCharacters && /^v=spf1/i.test(text))
      throw Object.assign(new Error('SPF record too long'), {
        spfResult: { error: 'permerror', text: 'SPF record too long' },
      })
  }
  return records
}
