/** What the antivirus said of the raw message and of each attachment. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import type { ScanVerdict } from '../../domain/scan.ts'
import { quote } from '../quote.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'

export const clamav: Scorer = {
  name: 'clamav',
  directions: ['inbound', 'outbound'],
  budgetMs: 100,
  score: (message) => {
    const { scan, mail } = message
    if (scan === null)
      return mail.needsScan ? [error([{ where: 'raw', text: 'The message has not been scanned.' }])] : []
    const verdicts = verdictsOf(message)
    const infected = verdicts.flatMap(({ where, verdict }) =>
      verdict.status === 'infected' ? [{ where, text: quote(verdict.signatures.join(', ')) }] : [],
    )
    if (infected.length > 0) {
      const names = [...new Set(infected.map(({ text }) => text))].join(', ')
      return [
        {
          method: 'clamav',
          result: 'infected',
          detail: `The antivirus found ${names}.`,
          confidence: 1,
          evidence: infected,
        },
      ]
    }
    const errors = verdicts.flatMap(({ where, verdict }) =>
      verdict.status === 'error' ? [{ where, text: quote(verdict.reason) }] : [],
    )
    if (errors.length > 0) return [error(errors)]
    return [{ method: 'clamav', result: 'clean', detail: 'The antivirus found nothing.', confidence: 1 }]
  },
}

/** Each verdict with its place; an attachment that has none counts as not scanned. */
function verdictsOf({ scan, mail }: RiskMessage): { where: string; verdict: ScanVerdict }[] {
  const missing: ScanVerdict = { status: 'error', reason: 'not scanned' }
  const count = Math.max(mail.attachments.length, scan?.attachments.length ?? 0)
  const attachments = Array.from({ length: count }, (_, index) => ({
    where: `attachment:${mail.attachments[index]?.filename ?? index}`,
    verdict: scan?.attachments[index] ?? missing,
  }))
  return [{ where: 'raw', verdict: scan?.raw ?? missing }, ...attachments]
}

function error(evidence: Evidence[]): Detection {
  return {
    method: 'clamav',
    result: 'error',
    detail: `The antivirus could not scan the message: ${evidence[0]?.text ?? 'unknown'}.`,
    confidence: 1,
    evidence,
  }
}
