/** Finds the addresses of a host name: by DNS first, and by the system for what only it knows. */
import { lookup as systemLookup } from 'node:dns/promises'
import type { Resolver } from './resolver.ts'

/** The addresses of a host name, of either family; throws with `code` where there is none. */
export type Lookup = (host: string) => Promise<string[]>

/** Asks the system: hosts file, multicast DNS and all. It occupies a thread of few until it answers. */
export async function lookupBySystem(host: string): Promise<string[]> {
  const found = await systemLookup(host, { all: true })
  return found.map(({ address }) => address)
}

/**
 * Asks `resolver`; the system only when DNS says at once that it doesn't know: names with slow servers, which
 * strangers choose, must not use up the threads that all else waits for.
 */
export function createLookup(resolver: Resolver): Lookup {
  return async (host) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve(host, 'A'), resolver.resolve(host, 'AAAA')])
    const addresses = [v4, v6].flatMap((answer) =>
      answer.status === 'fulfilled' ? (answer.value as string[]) : [],
    )
    if (addresses.length > 0) return addresses
    const failures = [v4, v6].flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as unknown] : [],
    )
    const late = failures.find((error) => (error as NodeJS.ErrnoException).code === 'ETIMEOUT')
    if (late !== undefined) throw late
    return lookupBySystem(host)
  }
}
