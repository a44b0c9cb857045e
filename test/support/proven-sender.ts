/** Senders who have proven who they are, and what the scorer of known senders says of their mail. */
import type { AuthenticationResults } from '../../shared/domain/authentication.ts'
import type { RiskMessage } from '../../shared/risk/scorer.ts'
import { knownSender } from '../../shared/risk/scorers/known-sender.ts'

/** What is on record of a mail that `domain` vouches for in every way. */
export const passed = (domain: string): AuthenticationResults => ({
  spf: { result: 'pass', domain },
  dkim: [{ result: 'pass', domain, selector: 's1' }],
  dmarc: { result: 'pass', domain, policy: 'reject' },
  arc: { result: 'none' },
})

/** What speaks for the sender of `message`. */
export async function knownSenderResults(message: RiskMessage): Promise<string[]> {
  const found = await knownSender.score(message, { signal: AbortSignal.timeout(1_000), llm: null })
  return found.map(({ result }) => result)
}
