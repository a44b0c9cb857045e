/** What allow lists and block lists share: their config. */
import { z } from 'zod'
import { limits } from '../../domain/limits.ts'
import { addressPattern, noPattern, plainPattern } from '../address-pattern.ts'
import { direction } from '../direction.ts'
import type { ConfigProblem } from '../policy-type.ts'

export const listConfig = z.strictObject({
  domains: z
    .array(addressPattern)
    .min(1)
    .max(limits.policyDomains)
    .meta({
      description:
        'Domains (`example.com`: that domain only), subdomains (`*.example.com`: all of them, at any depth, without the domain itself) and addresses (`user@example.com`). Any letter case, Unicode or ASCII.',
      examples: [['example.com', '*.example.com', 'ada@example.org']],
    }),
  direction,
})

/** The items that are no pattern. */
export const listProblems = ({ domains }: { domains: readonly string[] }): ConfigProblem[] =>
  domains.flatMap((pattern, index) =>
    plainPattern(pattern) === null ? [{ path: ['domains', index], message: noPattern }] : [],
  )

/** An address for a reason; one that is absurdly long is cut. */
export const quoted = (address: string): string =>
  address.length > 320 ? `${address.slice(0, 320)}…` : address
