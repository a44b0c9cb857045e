/** The page of webhook deliveries: each with its attempts, and what the receiver said. */
import type { z } from 'zod'
import {
  type DeliveryStatus,
  type deliveryPage,
  deliveryStatuses,
  type WebhookDelivery,
  type WebhookReplayed,
} from '../../shared/domain/webhook.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine, shownText } from '../../shared/lib/shown-text.ts'
import type { Fields } from './form.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'
import { number } from './words.ts'

const words = () => texts().deliveries

/** What the page shows. */
export interface DeliveriesView {
  slug: string
  found: z.output<typeof deliveryPage>
  status?: DeliveryStatus
  done?: string
  warning?: string
  /** What came of delivering a time again, and what was asked for. */
  replayed?: WebhookReplayed
  form?: Fields
}

export function deliveriesPage(
  { slug, found: { deliveries, next_cursor }, status, done, warning, replayed, form = {} }: DeliveriesView,
  visitor: Visitor,
): string {
  const path = `/dashboard/inboxes/${slug}/deliveries`
  const further = new URLSearchParams({
    ...(status === undefined ? {} : { status }),
    cursor: next_cursor ?? '',
  })
  const writes = visitor.principal.scopes.includes('webhooks:write')
  return ownPage(
    `${words().short} · ${slug}`,
    visitor,
    html`<p class="way"><a data-key="Escape" href="/dashboard/inboxes/${slug}">${texts().conversations.toInbox}</a></p>
<p class="kicker">${slug}</p><h1>${words().title}</h1>
${done === 'redelivered' ? html`<p class="note good" role="status">${words().again}</p>` : null}
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
${replayed === undefined ? null : html`<div class="note good" role="status"><p>${replayedWords(replayed)}</p>${replayed.next_after === null ? null : html`<form method="post" action="${path}">${visitor.csrf}<input type="hidden" name="change" value="replayed"><input type="hidden" name="since" value="${form.since ?? ''}"><input type="hidden" name="status" value="${form.status ?? ''}"><input type="hidden" name="after" value="${replayed.next_after}"><button class="plain">${words().next}</button></form>`}</div>`}
<form method="get" action="${path}" class="filters"><span><label for="status">${words().outcome}</label><select id="status" name="status"><option value="">${words().all}</option>${deliveryStatuses.map((one) => html`<option value="${one}"${one === status ? html` selected` : null}>${words().outcomes[one]}</option>`)}</select></span><button class="plain">${words().filter}</button></form>
${writes ? replayView(path, visitor.csrf, form, warning !== undefined) : null}
${
  deliveries.length === 0
    ? html`<div class="card"><p>${status === undefined ? words().nothing : words().none}</p></div>`
    : html`<ul class="queue">${deliveries.map((one) => item(one, path, writes ? visitor : null))}</ul>`
}
${next_cursor === null ? null : html`<p><a class="button plain" href="${path}?${further.toString()}">${texts().mail.older}</a></p>`}`,
  )
}

const item = (
  { id, event, status, attempts, message_id, next_attempt_at, created_at }: WebhookDelivery,
  path: string,
  writer: Visitor | null,
) => html`<li class="card"><p class="title"><code>${event}</code> · ${words().outcomes[status]}</p>
<p class="meta">${time(created_at)}${next_attempt_at === null ? null : html`, ${words().triedAgain} ${time(next_attempt_at)}`}${message_id === null ? null : html` · <a href="/dashboard/mail/${message_id}">${words().message}</a>`}</p>
${
  attempts.length === 0
    ? null
    : html`<details><summary>${words().attempts(attempts.length)}</summary><ol>${attempts.map(
        ({ response_status, response_body, error, created_at: at, latency_ms, url }) =>
          html`<li>${response_status === null ? shownLine(error ?? '') : words().answered(response_status)} <span class="meta">${time(at)}, ${words().took(number(latency_ms))}, ${shownLine(url)}</span>${response_body === null || response_body === '' ? null : html`<pre class="code" tabindex="0">${shownText(response_body)}</pre>`}</li>`,
      )}</ol></details>`
}
${writer === null ? null : html`<form method="post" action="${path}">${writer.csrf}<input type="hidden" name="delivery" value="${id}"><button class="plain">${words().deliver}</button></form>`}</li>`

function replayedWords({ replayed, next_after }: WebhookReplayed): string {
  if (replayed === 0) return words().noneOfThatTime
  const count = words().replayed(replayed, number(replayed))
  return next_after === null ? count : `${count} ${words().thereAreMore}`
}

/** After a receiver was down: all that failed since a day, or that it took and lost. */
const replayView = (
  path: string,
  csrf: Html,
  { since = '', status = 'failed', change }: Fields,
  refused: boolean,
): Html => html`<details class="more"${refused && change === 'replayed' ? html` open` : null}><summary class="button">${words().replay}</summary>
<form method="post" action="${path}">${csrf}<input type="hidden" name="change" value="replayed">
<div class="pair"><div><label for="replay-since">${words().sinceDay} <span class="hint">(${texts().mail.utc})</span></label><input type="date" id="replay-since" name="since" value="${since}" required></div>
<div><label for="replay-status">${words().those}</label><select id="replay-status" name="status"><option value="failed">${words().thoseFailed}</option><option value="succeeded"${status === 'succeeded' ? html` selected` : null}>${words().thoseDelivered}</option></select></div></div>
<p class="hint">${words().replayHint}</p><p><button class="approve">${words().deliverThem}</button></p></form></details>`
