/** Odd structure that the parser found: what can hide content from scanners, and caps that were reached. */
import type { Detection } from '../../domain/analysis.ts'
import { quote } from '../quote.ts'
import type { Scorer } from '../scorer.ts'

const maxEvidence = 5

export const structure: Scorer = {
  name: 'structure',
  directions: ['inbound', 'outbound'],
  budgetMs: 100,
  score: ({ mail }) => {
    const byCode = new Map<string, string[]>()
    for (const { code, detail } of mail.findings) {
      const details = byCode.get(code)
      if (details === undefined) byCode.set(code, [detail])
      else details.push(detail)
    }
    return [...byCode].map(
      ([code, details]): Detection => ({
        method: 'structure',
        result: code,
        detail: details[0]!,
        confidence: 1,
        evidence: details.slice(0, maxEvidence).map((detail) => ({ where: 'raw', text: quote(detail) })),
      }),
    )
  },
}
