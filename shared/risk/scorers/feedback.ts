/** What people of the tenant have said of messages like this one: it counts from the next message on. */
import type { Detection } from '../../domain/analysis.ts'
import type { Lesson } from '../../domain/lesson.ts'
import { type Alike, copyOfReleased, likeReported } from '../likeness/compare.ts'
import { quote } from '../quote.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'

export const feedback: Scorer = {
  name: 'feedback',
  directions: ['inbound', 'outbound'],
  budgetMs: 500,
  score: (message) => {
    const { lessons = [] } = message
    if (lessons.length === 0) return []
    if (message.direction === 'outbound') return rejected(message, lessons)
    const bad = likeReported(
      message,
      lessons.filter(({ kind }) => kind === 'hold'),
    )
    const good = copyOfReleased(
      message,
      lessons.filter(({ kind }) => kind === 'pass'),
    )
    // Of two words on the same mail the last one counts.
    if (good !== undefined && good.taughtAt >= (bad?.lesson.taughtAt ?? 0)) return [released(message, good)]
    return bad === undefined ? [] : [reported(message, bad)]
  },
}

const released = ({ mail }: RiskMessage, { messageId, sender }: Lesson): Detection => ({
  method: 'feedback',
  result: 'like_released',
  detail: `Another copy of ${messageId}, which a person let through, from the same proven sender (${sender}).`,
  confidence: 1,
  evidence: [{ where: 'subject', text: quote(mail.subject) }],
})

const reported = ({ mail }: RiskMessage, { lesson, target }: Alike): Detection => ({
  method: 'feedback',
  result: 'like_reported',
  detail: `Of the same campaign as ${lesson.messageId}, which a person reported: ${
    target === null ? 'it says the same.' : `it leads to ${target} as well.`
  }`,
  confidence: 1,
  evidence: [
    target === null
      ? { where: 'subject', text: quote(mail.subject) }
      : { where: mail.html === null ? 'body' : 'html', text: quote(target) },
  ],
})

function rejected(message: RiskMessage, lessons: readonly Lesson[]): Detection[] {
  const found = likeReported(
    message,
    lessons.filter(({ kind }) => kind === 'reject'),
  )
  if (found === undefined) return []
  return [
    {
      method: 'feedback',
      result: 'like_rejected',
      detail: `Says the same as ${found.lesson.messageId}, which a reviewer did not let out.`,
      confidence: 1,
      evidence: [{ where: 'subject', text: quote(message.mail.subject) }],
    },
  ]
}
