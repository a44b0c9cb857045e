/** The pages of conversations: their list, and one with its messages, oldest first. */
import type { z } from 'zod'
import type { threadPage, threadWithMessages } from '../../shared/domain/thread.ts'
import { truncate } from '../../shared/lib/clean-text.ts'
import { html } from '../../shared/lib/html.ts'
import { shownLine, shownText } from '../../shared/lib/shown-text.ts'
import { ownPage } from './frame.ts'
import { shownSubject, shownWho } from './long-lines.ts'
import { mailOfInbox } from './neighbours.ts'
import { time } from './page.ts'
import { scoreView } from './score-view.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitor } from './visitor.ts'
import { standingWords } from './words.ts'

const words = () => texts().conversations
const titleCharacters = 80

/** A subject, or what stands where there is none. */
function titleOf(subject: string): string {
  const shown = shownSubject(subject)
  return shown === '' ? texts().mail.noSubject : shown
}

const back = (slug: string) =>
  html`<p class="way"><a data-key="Escape" href="/dashboard/inboxes/${slug}">${words().toInbox}</a></p>`

export function conversationsPage(
  slug: string,
  { threads, next_cursor }: z.output<typeof threadPage>,
  visitor: Visitor,
): string {
  const path = `/dashboard/inboxes/${slug}/conversations`
  return ownPage(
    `${words().title} · ${slug}`,
    visitor,
    html`${back(slug)}<p class="kicker">${slug}</p><h1>${words().title}</h1>
${
  threads.length === 0
    ? html`<div class="card"><p>${words().none}</p></div>`
    : html`<ul class="queue">${threads.map(
        ({ id, subject, message_count, last_message_at }) =>
          html`<li class="card"><p class="title"><a href="${path}/${id}">${titleOf(subject)}</a></p><p class="meta">${texts().mail.messages(message_count)}, ${words().newest} ${time(last_message_at)}</p></li>`,
      )}</ul>`
}
${next_cursor === null ? null : html`<p><a class="button plain" href="${path}?cursor=${encodeURIComponent(next_cursor)}">${texts().mail.older}</a></p>`}`,
  )
}

export function conversationPage(
  slug: string,
  { subject, messages, message_count }: z.output<typeof threadWithMessages>,
  visitor: Visitor,
  bounds: DashboardParts['bounds'],
): string {
  const title = titleOf(subject)
  return ownPage(
    `${truncate(title, titleCharacters)} · ${slug}`,
    visitor,
    html`${back(slug)}<p class="kicker">${words().one}</p><h1>${title}</h1>
${message_count > messages.length ? html`<p class="hint">${words().cut(messages.length, message_count)}</p>` : null}
<ul class="queue">${messages.map(
      (one) =>
        html`<li class="card" id="${one.id}"><p class="kicker">${one.direction === 'inbound' ? texts().mail.received : texts().mail.written} · ${standingWords(one)} · ${scoreView(one.security_analysis?.risk_score ?? null, bounds)}</p>
<p class="title"><a href="${mailOfInbox(one.id, slug)}">${titleOf(one.subject)}</a></p>
<p class="meta">${words().fromTo(shownWho(one.from), shownWho(one.to))} ${time(one.created_at)}</p>
${one.status === 'withheld' && one.direction === 'inbound' ? html`<p class="note">${texts().mail.withheld}</p>` : null}
<pre>${shownText(one.extracted_text)}</pre>
${one.attachments.map(({ filename, scan_status }) => html`<p class="meta">${shownLine(filename)} · ${texts().mail.scans[scan_status]}</p>`)}</li>`,
    )}</ul>`,
  )
}
