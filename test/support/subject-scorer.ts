/** A scorer (RISK_SCORERS) that does what the subject says, so that a test of statuses needs no real finding. */
import type { Scorer } from '../../shared/risk/scorer.ts'

/** Where RISK_SCORERS finds this file, from the project's root. */
export const subjectScorer = 'test/support/subject-scorer.ts'

/** `[50 points]` gives these, `[late]` never answers, `[broken]` throws; any other subject is clean. */
const scorer: Scorer = {
  name: 'subject',
  directions: ['inbound'],
  budgetMs: 200,
  async score({ mail: { subject } }) {
    if (subject.includes('[late]')) return new Promise(() => {})
    if (subject.includes('[broken]')) throw new RangeError('the scorer is broken')
    const points = /\[(\d{1,3}) points\]/.exec(subject)?.[1]
    if (points === undefined) return []
    return [
      { method: 'subject', result: 'asked_for', detail: 'Asked for.', confidence: 1, points: Number(points) },
    ]
  },
}

export default scorer
