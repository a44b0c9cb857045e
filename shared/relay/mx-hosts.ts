/** Where mail for a domain goes: its MX hosts, or the domain itself (RFC 5321 §5.1), unless it takes no mail (RFC 7505). */
import { failure } from './reply.ts'
import { SessionError } from './session.ts'

/** Looks records up, as `shared/net`'s resolver does. @throws with `code` ENOTFOUND or ENODATA where there is none. */
export type Resolve = (name: string, type: string) => Promise<unknown>

/** A host that takes mail for the domain. */
export interface MxHost {
  name: string
  priority: number
}

/** Hosts tried for a message, and addresses of each. */
const maxHosts = 5
const maxAddresses = 4

const noDomain = () => new SessionError('connect', failure('5.1.2', 'the domain does not exist', 550))
const noMail = () => new SessionError('connect', failure('5.1.10', 'the domain takes no mail', 556))
const noAnswer = () => new SessionError('connect', failure('4.4.3', 'the domain could not be looked up'))

/**
 * The hosts that take mail for `domain` (ASCII form), best first, equals shuffled.
 * @throws SessionError: final where the domain doesn't exist or takes no mail, else to be tried again.
 */
export async function findMxHosts(domain: string, resolve: Resolve): Promise<MxHost[]> {
  const records = await lookUp(domain, 'MX', resolve)
  if (records === 'no domain') throw noDomain()
  const found = (records as { exchange: string; priority: number }[]).map(({ exchange, priority }) => ({
    name: exchange.toLowerCase().replace(/\.$/, ''),
    priority,
    order: Math.random(),
  }))
  if (found.length === 0) return [{ name: domain, priority: 0 }]
  if (found.every(({ name }) => name === '')) throw noMail()
  return found
    .filter(({ name }) => name !== '')
    .sort((a, b) => a.priority - b.priority || a.order - b.order)
    .slice(0, maxHosts)
    .map(({ name, priority }) => ({ name, priority }))
}

/** IP addresses of a host, IPv4 first, since more peers accept mail by it. @throws SessionError, to be tried again. */
export async function findAddresses(host: string, resolve: Resolve): Promise<string[]> {
  const answers = await Promise.allSettled([lookUp(host, 'A', resolve), lookUp(host, 'AAAA', resolve)])
  const addresses = answers.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value !== 'no domain' ? (answer.value as string[]) : [],
  )
  const lost = answers.find((answer) => answer.status === 'rejected')
  if (addresses.length === 0 && lost !== undefined) throw lost.reason
  return addresses.slice(0, maxAddresses)
}

async function lookUp(name: string, type: string, resolve: Resolve): Promise<unknown[] | 'no domain'> {
  try {
    return (await resolve(name, type)) as unknown[]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND') return 'no domain'
    if (code === 'ENODATA') return []
    if (code === 'EBADNAME') return 'no domain'
    throw noAnswer()
  }
}
