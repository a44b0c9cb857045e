/** The pages of an approval that nobody can decide any more, or never could by this link. */
import type { OpenReview, Review } from '../../shared/flow/outbound/approval/review.ts'
import { html } from '../../shared/lib/html.ts'
import { shownText } from '../../shared/lib/shown-text.ts'
import { notice, time } from './page.ts'

/** Says how it ended; nothing of the message is shown any more. */
export function resultPage(review: Exclude<Review, OpenReview>): { status: number; body: string } {
  if (review.state === 'invalid')
    return {
      status: 404,
      body: notice(
        'This link does not work',
        'It is incomplete, or what it led to is gone. Links stand in the notice that you were sent; use it as it is.',
      ),
    }
  if (review.state === 'expired')
    return {
      status: 410,
      body: notice('Expired', html`Nobody decided by ${time(review.at)}: the message is not sent.`),
    }
  const { status, by, yours, at, reason } = review
  const who = yours ? 'You' : (by ?? 'Another reviewer')
  const what =
    status === 'approved'
      ? 'It is on its way, exactly as it was shown.'
      : 'It is not sent. The agent can read that, and the reason.'
  return {
    status: 200,
    body: notice(
      status === 'approved' ? 'Approved' : 'Rejected',
      html`${who} ${status} this message, ${time(at)}.`,
      what,
      ...(reason === null ? [] : [html`Reason: ${shownText(reason)}`]),
      html`<a href="/dashboard">What else waits</a>`,
    ),
  }
}
