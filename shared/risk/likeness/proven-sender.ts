/** Who a mail is proven to be from. */

import { freeMail } from '../brands.ts'
import type { RiskMessage } from '../scorer.ts'
import { ownDomainOf } from './link-targets.ts'

/**
 * The host of From where DMARC has passed for it in our own evaluation, or, where its domain publishes no policy, where a
 * signature of that domain is valid; the whole address at a provider where anyone has one. Null: nothing is proven.
 */
export function provenSender({
  mail,
  authentication,
}: Pick<RiskMessage, 'mail' | 'authentication'>): string | null {
  const { from } = mail
  if (from === null || authentication === null) return null
  const address = from.address.toLowerCase()
  const host = address.slice(address.lastIndexOf('@') + 1)
  if (!host.includes('.')) return null
  const own = ownDomainOf(host)
  const { dmarc, dkim } = authentication
  const proven =
    dmarc.result === 'pass'
      ? ownDomainOf(dmarc.domain.toLowerCase()) === own
      : dmarc.result === 'none' &&
        dkim.some(({ result, domain }) => result === 'pass' && ownDomainOf(domain.toLowerCase()) === own)
  if (!proven) return null
  return freeMail.has(host) ? address : host
}
