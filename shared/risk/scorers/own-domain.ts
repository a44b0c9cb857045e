/** Mail that says it is from the domain of this service, which our relay hasn't sent and our key hasn't signed. */

import { quote } from '../quote.ts'
import type { Scorer } from '../scorer.ts'

export const ownDomain: Scorer = {
  name: 'own_domain',
  directions: ['inbound'],
  budgetMs: 100,
  score: ({ ownDomain, authentication }) => {
    if (ownDomain === undefined || ownDomain.proven) return []
    // Where the domain's own policy has failed, that has been counted already.
    const counted = authentication?.dmarc.result === 'fail'
    return [
      {
        method: 'own_domain',
        result: counted ? 'not_ours_by_dmarc' : 'not_ours',
        detail: `Says that it is from ${quote(ownDomain.claimed[0] ?? '')}, at the domain of this service, which has neither sent nor signed it.`,
        confidence: 1,
        evidence: ownDomain.claimed.slice(0, 5).map((address) => ({ where: 'raw', text: quote(address) })),
      },
    ]
  },
}
