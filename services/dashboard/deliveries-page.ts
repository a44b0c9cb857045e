/** The page of webhook deliveries: each with its attempts, and what the receiver said. */
import type { z } from 'zod'
import {
  type DeliveryStatus,
  type deliveryPage,
  deliveryStatuses,
  type WebhookDelivery,
} from '../../shared/domain/webhook.ts'
import { html } from '../../shared/lib/html.ts'
import { shownLine, shownText } from '../../shared/lib/shown-text.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import type { Visitor } from './visitor.ts'

/** What the page shows. */
interface DeliveriesView {
  slug: string
  found: z.output<typeof deliveryPage>
  status?: DeliveryStatus
  done?: string
  warning?: string
}

const outcomes: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'on its way',
  succeeded: 'delivered',
  failed: 'failed',
}

export function deliveriesPage(
  { slug, found: { deliveries, next_cursor }, status, done, warning }: DeliveriesView,
  visitor: Visitor,
): string {
  const path = `/dashboard/inboxes/${slug}/deliveries`
  const further = new URLSearchParams({
    ...(status === undefined ? {} : { status }),
    cursor: next_cursor ?? '',
  })
  const writes = visitor.principal.scopes.includes('webhooks:write')
  return ownPage(
    `Deliveries · ${slug}`,
    visitor,
    html`<p class="way"><a data-key="Escape" href="/dashboard/inboxes/${slug}">Back to the inbox</a></p>
<p class="kicker">${slug}</p><h1>Webhook deliveries</h1>
${done === 'redelivered' ? html`<p class="note good" role="status">It is delivered again in a moment.</p>` : null}
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
<form method="get" action="${path}" class="filters"><span><label for="status">Outcome</label><select id="status" name="status"><option value="">All</option>${deliveryStatuses.map((one) => html`<option value="${one}"${one === status ? html` selected` : null}>${outcomes[one]}</option>`)}</select></span><button class="plain">Filter</button></form>
${
  deliveries.length === 0
    ? html`<div class="card"><p>${status === undefined ? 'Nothing was pushed yet.' : 'There are none.'}</p></div>`
    : html`<ul class="queue">${deliveries.map((one) => item(one, path, writes ? visitor : null))}</ul>`
}
${next_cursor === null ? null : html`<p><a class="button plain" href="${path}?${further.toString()}">Older ones</a></p>`}`,
  )
}

const item = (
  { id, event, status, attempts, message_id, next_attempt_at, created_at }: WebhookDelivery,
  path: string,
  writer: Visitor | null,
) => html`<li class="card"><p class="title"><code>${event}</code> · ${outcomes[status]}</p>
<p class="meta">${time(created_at)}${next_attempt_at === null ? null : html`, tried again ${time(next_attempt_at)}`}${message_id === null ? null : html` · <a href="/dashboard/mail/${message_id}">its message</a>`}</p>
${
  attempts.length === 0
    ? null
    : html`<details><summary>${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}</summary><ol>${attempts.map(
        ({ response_status, response_body, error, created_at: at, latency_ms, url }) =>
          html`<li>${response_status === null ? shownLine(error ?? '') : `answered ${response_status}`} <span class="meta">${time(at)}, ${latency_ms} ms, ${shownLine(url)}</span>${response_body === null || response_body === '' ? null : html`<pre class="code">${shownText(response_body)}</pre>`}</li>`,
      )}</ol></details>`
}
${writer === null ? null : html`<form method="post" action="${path}">${writer.csrf}<input type="hidden" name="delivery" value="${id}"><button class="plain">Deliver it again</button></form>`}</li>`
