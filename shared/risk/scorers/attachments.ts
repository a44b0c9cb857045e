/** Attachments of the kinds that carry malware and log-in pages, by their names. */
import type { Detection } from '../../domain/analysis.ts'
import { attachmentSignals } from '../scam/attachments.ts'
import type { Scorer } from '../scorer.ts'
import { quote } from '../text-layers.ts'

export const attachments: Scorer = {
  name: 'attachments',
  directions: ['inbound', 'outbound'],
  budgetMs: 200,
  score: (message) =>
    attachmentSignals(message).map(
      ({ name, detail, where, text = '' }): Detection => ({
        method: 'attachments',
        result: name,
        detail,
        confidence: 1,
        evidence: [{ where, text: quote(text) }],
      }),
    ),
}
