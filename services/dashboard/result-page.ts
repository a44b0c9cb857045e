/** The pages of an approval that nobody can decide any more, or never could by this link. */
import type { OpenReview, Review } from '../../shared/flow/outbound/approval/review.ts'
import { html } from '../../shared/lib/html.ts'
import { shownText } from '../../shared/lib/shown-text.ts'
import { notice, time } from './page.ts'
import { texts } from './texts.ts'

const words = () => texts().result

/** Says how it ended; nothing of the message is shown any more. */
export function resultPage(review: Exclude<Review, OpenReview>): { status: number; body: string } {
  if (review.state === 'invalid')
    return {
      status: 404,
      body: notice(words().invalid.title, words().invalid.says),
    }
  if (review.state === 'expired')
    return {
      status: 410,
      body: notice(words().expired, html`${words().expiredBy} ${time(review.at)}: ${words().expiredSays}`),
    }
  const { status, by, yours, at, reason } = review
  const who = yours ? words().you : (by ?? words().other)
  const { title, says } = words()[status === 'approved' ? 'approved' : 'rejected']
  return {
    status: 200,
    body: notice(
      title,
      html`${words().decided(who, status)} ${time(at)}.`,
      says,
      ...(reason === null ? [] : [words().reason(shownText(reason))]),
      html`<a href="/dashboard">${words().queue}</a>`,
    ),
  }
}
