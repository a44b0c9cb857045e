/** A scorer (RISK_SCORERS) that takes whatever is called suspect for phishing, however well the shipped models know better. */
import type { Scorer } from '../../shared/risk/scorer.ts'

/** Where RISK_SCORERS finds this file, from the project's root. */
export const suspiciousScorer = 'test/support/suspicious-scorer.ts'

const scorer: Scorer = {
  // As an operator's filter of spam would say it: that the mail is like others.
  name: 'rspamd',
  directions: ['inbound'],
  budgetMs: 200,
  score: ({ mail: { subject } }) =>
    subject.includes('suspect')
      ? [{ method: 'rspamd', result: 'resembles', detail: 'Looks like phishing.', confidence: 1, points: 90 }]
      : [],
}

export default scorer
