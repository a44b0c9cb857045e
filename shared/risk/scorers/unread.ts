/** Says where a message has more text, or more encoded text, than is looked at: what was not read is not known to be harmless. */
import type { Detection } from '../../domain/analysis.ts'
import type { Scorer } from '../scorer.ts'
import { textCaps, type Unread, unreadOf } from '../text-layers.ts'

const inEnglish = (number: number): string => number.toLocaleString('en')

const said: Record<Unread['what'], { result: string; detail: string }> = {
  text: {
    result: 'text',
    detail: `Has more text, or more names of attachments, than is looked at (${inEnglish(textCaps.total)} characters of the mail, ${inEnglish(textCaps.attachmentsTotal)} of attachments, ${textCaps.files} names).`,
  },
  encodings: {
    result: 'encodings',
    detail: 'Has more encoded text, or text encoded more often, than is decoded.',
  },
  // The word for a check that gave no answer: the message counts as unjudged.
  time: { result: 'timeout', detail: 'Encoded text was not decoded any further: it took too long.' },
}

export const unread: Scorer = {
  name: 'unread',
  directions: ['inbound', 'outbound'],
  budgetMs: 2_000,
  score: (message) =>
    unreadOf(message).map(
      ({ what, evidence }): Detection => ({ method: 'unread', ...said[what], confidence: 1, evidence }),
    ),
}
