/** Attachments of the kinds that carry malware and log-in pages, by their names and by what pages do. */
import type { Detection } from '../../domain/analysis.ts'
import { quote } from '../quote.ts'
import { activeContentSignals } from '../scam/active-content.ts'
import { attachmentSignals } from '../scam/attachments.ts'
import type { Scorer } from '../scorer.ts'

export const attachments: Scorer = {
  name: 'attachments',
  directions: ['inbound', 'outbound'],
  budgetMs: 200,
  score: (message) =>
    [...attachmentSignals(message), ...activeContentSignals(message)].map(
      ({ name, detail, where, text = '' }): Detection => ({
        method: 'attachments',
        result: name,
        detail,
        confidence: 1,
        evidence: [{ where, text: quote(text) }],
      }),
    ),
}
