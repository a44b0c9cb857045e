/** A scorer (RISK_SCORERS) that is slow, or never lets go of its thread, where the subject says so. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scorer } from '../../shared/risk/scorer.ts'

/** Where RISK_SCORERS finds this file, from the project's root. */
export const stubbornScorer = 'test/support/stubborn-scorer.ts'

/** `[slow]` takes eight seconds, `[hang]` holds its thread for ever; any other subject is clean at once. */
const scorer: Scorer = {
  name: 'stubborn',
  directions: ['inbound'],
  budgetMs: 20_000,
  async score({ mail: { subject } }) {
    if (subject.includes('[slow]')) await sleep(8_000)
    if (subject.includes('[hang]')) for (;;);
    return []
  },
}

export default scorer
