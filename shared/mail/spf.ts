/** SPF (RFC 7208): whether the peer may send for the envelope sender's domain. */
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import type { AuthenticationResults, AuthResult, Envelope } from '../domain/authentication.ts'
import type { MessageResolve } from './resolve.ts'
import { isSpfRecord, plainSpfRecord } from './spf-record.ts'

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
/** Stands for an underscore, in names that mailauth would take for none. */
const underscore = 'x5fx'

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
  const named = domain.replaceAll('_', underscore)
  const real = (name: string) => (named === domain ? name : name.replaceAll(underscore, '_'))
  // Threads that judge mail have read it behind their start (load-mailauth.ts); other processes seldom come here.
  const { spf } = await import('mailauth/lib/spf/index.js')
  const { status } = await spf({
    sender: mailFrom === '' ? '' : `${mailFrom.slice(0, at)}@${named}`,
    ip: peer.toString(),
    helo: mailFrom === '' ? named : helo,
    mta: 'localhost',
    resolver: async (name, type) => plainRecords(await resolve(real(name), type), name, type),
  })
  return { result: spfResults.includes(status.result) ? (status.result as AuthResult) : 'permerror', domain }
}

/** The records of `name` as mailauth reads them right. */
function plainRecords(records: string[], name: string, type: string): string[] {
  if (type !== 'TXT') return records
  const rows = (records as unknown as string[][]).map((row) => {
    const text = row.join('')
    if (!isSpfRecord(text)) return row
    const read = plainSpfRecord(text, name)
    if ('record' in read) return [read.record]
    const spfResult = { error: 'permerror', text: `SPF record: ${read.fault}` }
    throw Object.assign(new Error(spfResult.text), { spfResult })
  })
  return rows as unknown as string[]
}
