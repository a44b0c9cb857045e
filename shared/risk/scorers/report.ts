/** Reports on mail that was sent: what they are merely like counts no more, for they read like what they carry back. */
import { isDeliveryReport } from '../delivery-report.ts'
import { quote } from '../quote.ts'
import type { Scorer } from '../scorer.ts'

export const report: Scorer = {
  name: 'report',
  directions: ['inbound'],
  budgetMs: 200,
  score: (message) =>
    isDeliveryReport(message)
      ? [
          {
            method: 'report',
            result: 'delivery',
            detail: 'Has the form of a report on mail that was sent, and leads nowhere.',
            confidence: 1,
            evidence: [{ where: 'header:from', text: quote(message.mail.from?.address ?? '') }],
          },
        ]
      : [],
}
