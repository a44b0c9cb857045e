/** What the DNS says of our domain: whether mail finds us, and whether others believe what we send. */
import { domainToASCII } from 'node:url'
import type { Config } from '../../config/config.ts'
import type { DkimKey } from '../../shared/mail/dkim.ts'
import { dkimRecord, publishedKey } from '../../shared/mail/dkim-record.ts'
import { dmarcAdvice, firstDmarcRecord } from '../../shared/mail/dmarc-advice.ts'
import { resolveFor } from '../../shared/mail/resolve.ts'
import { checkSpf } from '../../shared/mail/spf.ts'
import type { Resolver } from '../../shared/net/resolver.ts'
import { type Finding, fail, ok, skip, warn } from './check.ts'

const spfMs = 5_000

/** Records of a type; none where the name, or the type, doesn't exist. */
async function records<T>({ resolve }: Resolver, name: string, type: string): Promise<T[]> {
  try {
    return (await resolve(name, type)) as T[]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw error
  }
}

const texts = async (resolver: Resolver, name: string): Promise<string[]> =>
  (await records<string[]>(resolver, name, 'TXT')).map((row) => row.join(''))

async function addresses(resolver: Resolver, name: string): Promise<string[]> {
  const [v4, v6] = await Promise.all([
    records<string>(resolver, name, 'A'),
    records<string>(resolver, name, 'AAAA'),
  ])
  return [...v4, ...v6]
}

/** The name that this host greets with, and should be known by. */
const ourName = ({ SMTP_NAME, INBOX_DOMAIN }: Config): string => (SMTP_NAME ?? INBOX_DOMAIN).toLowerCase()

/** Whether mail for the inbox domain comes here. */
export async function checkMx(config: Config, resolver: Resolver): Promise<Finding> {
  const domain = config.INBOX_DOMAIN
  const name = ourName(config)
  const found = (await records<{ exchange: string; priority: number }>(resolver, domain, 'MX'))
    .sort((a, b) => a.priority - b.priority)
    .map(({ exchange }) => exchange.toLowerCase().replace(/\.$/, ''))
  const record = `${domain}. MX 10 ${name}.`
  if (found.length === 0) return fail('MX', `${domain} has none: no mail will come`, `Publish: ${record}`)
  const reachable = await Promise.all(found.map((host) => addresses(resolver, host)))
  const lost = found.filter((_, i) => reachable[i]!.length === 0)
  if (lost.length > 0)
    return fail('MX', `${lost.join(', ')} has no address`, `Publish an A record for ${lost[0]}.`)
  if (!found.includes(name))
    return warn(
      'MX',
      `${found.join(', ')}; this host calls itself ${name}`,
      `Set SMTP_NAME=${found[0]}, or publish: ${record}`,
    )
  return ok('MX', found.join(', '))
}

/** Whether our name leads to an address that leads back to it: many hosts take no mail from one that doesn't. */
export async function checkPtr(config: Config, resolver: Resolver): Promise<Finding> {
  if (config.RELAY_URL !== 'mx:') return skip('PTR', 'mail leaves through another host')
  const name = ourName(config)
  const found = await addresses(resolver, name)
  if (found.length === 0)
    return fail(
      'PTR',
      `${name} has no address`,
      `Publish an A record for ${name}, the address that mail leaves from.`,
    )
  const reverse = await Promise.all(
    found.map(async (address) => ({
      address,
      names: (await records<string>(resolver, reverseName(address), 'PTR')).map((one) =>
        one.toLowerCase().replace(/\.$/, ''),
      ),
    })),
  )
  const wrong = reverse.filter(({ names }) => !names.includes(name))
  if (wrong.length === 0) return ok('PTR', `${found.join(', ')} → ${name}`)
  const { address, names } = wrong[0]!
  return fail(
    'PTR',
    `${address} → ${names.join(', ') || 'nothing'}`,
    `Ask whoever gave you ${address} to set its reverse name (PTR) to ${name}.`,
  )
}

/** The name under which an address has its PTR records (RFC 1035 §3.5, RFC 3596 §2.5). */
function reverseName(address: string): string {
  if (!address.includes(':')) return `${address.split('.').toReversed().join('.')}.in-addr.arpa`
  const [head = '', tail = ''] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const zeros = Array<string>(Math.max(0, 8 - groups(head).length - groups(tail).length)).fill('0')
  const whole = address.includes('::') ? [...groups(head), ...zeros, ...groups(tail)] : groups(address)
  const digits = whole.map((group) => group.padStart(4, '0')).join('')
  return `${[...digits].toReversed().join('.')}.ip6.arpa`
}

/** Whether the return path's domain says who may send for it, and lets us. */
export async function checkSpfRecord(config: Config, resolver: Resolver): Promise<Finding> {
  const domain = config.INBOX_DOMAIN
  const found = (await texts(resolver, domain)).filter((text) => /^v=spf1(\s|$)/i.test(text))
  const direct = config.RELAY_URL === 'mx:'
  const example = direct
    ? `${domain}. TXT "v=spf1 mx a:${ourName(config)} -all"`
    : `${domain}. TXT "v=spf1 include:<what your relay names> -all"`
  if (found.length === 0) return fail('SPF', `${domain} has none`, `Publish: ${example}`)
  if (found.length > 1)
    return fail(
      'SPF',
      `${domain} has ${found.length}: none of them counts`,
      'Keep one TXT record with v=spf1.',
    )
  if (!direct) return ok('SPF', found[0]!)
  const peers = await addresses(resolver, ourName(config))
  const results = await Promise.all(
    peers.map((peerAddress) => {
      const envelope = {
        peerAddress,
        helo: ourName(config),
        mailFrom: `bounce@${domain}`,
        rcptTo: [],
        tls: null,
      }
      return checkSpf(envelope, resolveFor(resolver.resolve, Date.now() + spfMs))
    }),
  )
  const refused = peers.filter((_, i) => results[i]!.result !== 'pass')
  if (refused.length > 0)
    return fail(
      'SPF',
      `${refused.join(', ')}: ${results.map(({ result }) => result).join(', ')}`,
      `Publish: ${example}`,
    )
  return ok('SPF', found[0]!)
}

/** Whether the keys we sign with are published. */
export async function checkDkim(keys: readonly DkimKey[], resolver: Resolver): Promise<Finding[]> {
  if (keys.length === 0)
    return [warn('DKIM', 'mail is not signed', 'Run npm run dkim:keygen, and do as it says.')]
  return Promise.all(
    keys.map(async ({ domain, selector, privateKey }) => {
      const name = `${selector}._domainkey.${domain}`
      const record = dkimRecord(privateKey)
      const found = await texts(resolver, name)
      if (found.length === 0)
        return fail('DKIM', `${name} is not published`, `Publish: ${name}. TXT "${record}"`)
      return found.some((text) => publishedKey(text) === publishedKey(record))
        ? ok('DKIM', name)
        : fail('DKIM', `${name} is another key`, `Publish: ${name}. TXT "${record}"`)
    }),
  )
}

/** Whether the domain says what others are to do with mail that only pretends to be ours. */
export async function checkDmarc(config: Config, resolver: Resolver): Promise<Finding> {
  const domain = domainToASCII(config.INBOX_DOMAIN)
  const parents = domain.split('.').map((_, i, labels) => labels.slice(i).join('.'))
  for (const one of parents.slice(0, Math.max(1, parents.length - 1))) {
    const found = (await texts(resolver, `_dmarc.${one}`)).filter((text) => /^v=DMARC1\s*(;|$)/i.test(text))
    if (found.length > 1) return fail('DMARC', `_dmarc.${one} has ${found.length} records`, 'Keep one.')
    if (found.length === 0) continue
    const tag = (name: string) =>
      new RegExp(`;\\s*${name}\\s*=\\s*(\\w+)`, 'i').exec(found[0]!)?.[1]?.toLowerCase()
    // A record of a domain above has one for those below (RFC 7489 §6.3).
    const policy = (one === domain ? undefined : tag('sp')) ?? tag('p')
    return policy === 'none' || policy === undefined
      ? warn('DMARC', found[0]!, dmarcAdvice)
      : ok('DMARC', found[0]!)
  }
  return fail(
    'DMARC',
    `${domain} has none`,
    `Publish: _dmarc.${domain}. TXT "${firstDmarcRecord(domain)}". ${dmarcAdvice}`,
  )
}

/** Whether others may bring us mail encrypted only: not needed, and worth having. */
export async function checkMtaSts(config: Config, resolver: Resolver): Promise<Finding> {
  const domain = config.INBOX_DOMAIN
  const [policy, reports] = await Promise.all([
    texts(resolver, `_mta-sts.${domain}`),
    texts(resolver, `_smtp._tls.${domain}`),
  ])
  if (!policy.some((text) => /^v=STSv1\b/i.test(text)))
    return skip('MTA-STS', 'not published (optional, RFC 8461)')
  return reports.some((text) => /^v=TLSRPTv1\b/i.test(text))
    ? ok('MTA-STS', 'published, with reports')
    : warn(
        'MTA-STS',
        'published, without reports',
        `Publish: _smtp._tls.${domain}. TXT "v=TLSRPTv1; rua=mailto:postmaster@${domain}"`,
      )
}
