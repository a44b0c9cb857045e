/** A scorer (RISK_SCORERS) that is slow, or never lets go of its thread, where the subject says so. */
import { BroadcastChannel } from 'node:worker_threads'
import type { Scorer } from '../../shared/risk/scorer.ts'

/** Where RISK_SCORERS finds this file, from the project's root. */
export const stubbornScorer = 'test/support/stubborn-scorer.ts'

/** A message on it lets go of what is slow, on whichever thread it waits. */
const channel = 'stubborn-scorer'

/** Lets go of every message with `[slow]` that is being assessed in this process. */
export function letGo(): void {
  const release = new BroadcastChannel(channel)
  release.postMessage('go')
  release.close()
}

async function untilLetGo(): Promise<void> {
  const release = new BroadcastChannel(channel)
  await new Promise((resolve) => {
    release.onmessage = resolve
  })
  release.close()
}

/** `[slow]` waits until it is let go, `[hang]` holds its thread for ever, and so does `[spin]`, which never waits; any other subject is clean at once. */
const scorer: Scorer = {
  name: 'stubborn',
  directions: ['inbound', 'outbound'],
  budgetMs: 20_000,
  async score({ mail: { subject } }) {
    if (subject.includes('[slow]')) await untilLetGo()
    if (subject.includes('[hang]')) for (;;);
    if (subject.includes('[spin]')) for (;;) await null
    return []
  },
}

export default scorer
