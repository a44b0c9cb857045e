/** What the antivirus has said of a message that leaves, as detections. */
import type { Detection } from '../domain/analysis.ts'
import type { ParsedMail } from '../domain/parsed-mail.ts'
import type { ScanOutcome } from '../domain/scan.ts'
import { clamav } from '../risk/scorers/clamav.ts'

/** Nothing where it was not asked. */
export function ofAntivirus(mail: ParsedMail, scan: ScanOutcome | null): Detection[] {
  if (scan === null) return []
  const message = {
    direction: 'outbound' as const,
    inboxAddress: '',
    envelope: { peerAddress: '', helo: '', mailFrom: '', rcptTo: [], tls: null },
    mail,
    scan,
    authentication: null,
    knownDomains: [],
  }
  const found = clamav.score(message, { signal: AbortSignal.timeout(clamav.budgetMs), llm: null })
  return Array.isArray(found) ? found : []
}
