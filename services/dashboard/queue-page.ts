/** The page of the queue: what waits for a person, of all inboxes, newest first. */
import type { QueuedMail } from '../../shared/domain/review-queue.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import type { DashboardParts, Visitor } from './visitor.ts'

/** What was done a moment ago, in the words of the address that the browser was sent on to. */
const doneSentences: Readonly<Record<string, string>> = {
  approved: 'Approved: it is on its way.',
  rejected: 'Rejected: it is not sent.',
  released: 'Released: it goes on as if it had passed.',
  reported: 'Your report is on record, and the guard goes by it.',
}

/** A page of the queue as the API answers it. */
export interface QueuePage {
  messages: QueuedMail[]
  next_cursor: string | null
}

export function queuePage(
  { messages, next_cursor }: QueuePage,
  visitor: Visitor,
  { bounds, done = '' }: Pick<DashboardParts, 'bounds'> & { done?: string },
): string {
  const said = Object.hasOwn(doneSentences, done) ? doneSentences[done]! : null
  return ownPage(
    'Queue',
    visitor,
    html`<h1>What waits for you</h1>
${said === null ? null : html`<p class="note good" role="status">${said}</p>`}
${
  messages.length === 0
    ? html`<div class="card"><p>Nothing waits. Messages that need approval, and mail that was withheld, show up here.</p></div>`
    : html`<ul class="queue">${messages.map((one) => item(one, bounds))}</ul>`
}
${next_cursor === null ? null : html`<p><a class="button plain" href="/dashboard?cursor=${encodeURIComponent(next_cursor)}">Older ones</a></p>`}`,
  )
}

function item(
  { id, direction, inbox_slug, from, from_name, to, subject, risk_score, expires_at, created_at }: QueuedMail,
  bounds: DashboardParts['bounds'],
): Html {
  const outbound = direction === 'outbound'
  const who = outbound ? `To ${to}` : `From ${from_name === '' ? from : `${from_name} <${from}>`}`
  const title = shownLine(subject).trim()
  return html`<li class="card"><p class="kicker">${outbound ? 'Wants to leave' : 'Withheld'} · ${inbox_slug} · ${scoreOf(risk_score, bounds)}</p>
<p class="title"><a href="/dashboard/mail/${id}">${title === '' ? '(no subject)' : title}</a></p>
<p class="meta">${shownLine(who)}</p>
<p class="meta">${time(created_at)}${expires_at === null ? null : html`, not sent after ${time(expires_at)}`}</p></li>`
}

function scoreOf(score: number | null, bounds: DashboardParts['bounds']): Html {
  if (score === null) return html`not judged`
  const level = score > bounds.withholdAbove ? 'high' : score > bounds.flagAbove ? 'medium' : 'low'
  return html`risk <span class="score ${level}">${score}</span>`
}
