/** The page of one inbox: its mail, its guard, its webhook. */
import type { z } from 'zod'
import type { ApiKey } from '../../shared/domain/api-key.ts'
import type { inboxWithCounts } from '../../shared/domain/inbox.ts'
import type { ListedMessage, messagePage } from '../../shared/domain/message.ts'
import type { User } from '../../shared/domain/user.ts'
import type { WebhookDelivery, WebhookTestResult } from '../../shared/domain/webhook.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { Fields } from './form.ts'
import { ownPage } from './frame.ts'
import { levelChoice, levelWords } from './level-view.ts'
import { shownSubject, shownWho } from './long-lines.ts'
import { mailOfInbox } from './neighbours.ts'
import { time } from './page.ts'
import { scoreView } from './score-view.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitor } from './visitor.ts'
import { saidOf, standingWords } from './words.ts'

const words = () => texts().inbox

/** What the page shows. */
export interface InboxView {
  inbox: z.output<typeof inboxWithCounts>
  mail: z.output<typeof messagePage>
  deliveries: readonly WebhookDelivery[]
  /** Keys and people that can reach it. */
  keys: readonly ApiKey[]
  users: readonly User[]
  bounds: DashboardParts['bounds']
  /** Words that were searched for. */
  q?: string
  done?: string
  warning?: string
  /** A form that was refused, shown again. */
  form?: Fields
  /** What came of a test of the webhook a moment ago. */
  tested?: WebhookTestResult
  /** A webhook secret that was made a moment ago. */
  secret?: string
}

export function inboxPage(view: InboxView, visitor: Visitor): string {
  const { inbox, q, done = '', warning } = view
  const { slug, address, display_name, security_level, status, flagged_count, withheld_count } = inbox
  const may = visitor.principal.scopes.includes('inboxes:write')
  const form = (change: string, content: Html) =>
    may
      ? html`<form method="post" action="/dashboard/inboxes/${slug}">${visitor.csrf}<input type="hidden" name="change" value="${change}">${content}</form>`
      : html``
  const refused = view.form?.change === 'settings' ? view.form : {}
  const paused = status === 'paused'
  const said = saidOf(words().done, done)
  return ownPage(
    q === undefined ? address : words().searchTitle(shownLine(q), address),
    visitor,
    html`<p class="kicker">${words().kicker}</p><h1>${address}</h1>
<p class="meta">${display_name === '' ? null : html`<bdi>${shownLine(display_name)}</bdi> · `}${words().counts(inbox.message_count, flagged_count, withheld_count)}${paused ? html` · <strong>${texts().inboxes.paused}</strong>` : null}</p>
${said === null ? null : html`<p class="note good" role="status">${said}</p>`}
${warning === undefined || ofWebhook(view) ? null : html`<p class="note bad" role="alert">${warning}</p>`}
<p class="way"><a href="/dashboard/inboxes/${slug}/conversations">${texts().conversations.title}</a><a href="#guard">${words().guard}</a><a href="#webhook">${words().webhook}</a><a href="#reach">${words().reach}</a></p>
<section aria-labelledby="mail"><h2 id="mail">${q === undefined ? words().mail : words().mailAbout(shownLine(q))}</h2>
<form method="get" action="/dashboard/inboxes/${slug}" role="search" class="search"><input type="text" name="q" value="${q ?? ''}" maxlength="200" aria-label="${words().searchLabel}"><button class="plain">${words().search}</button></form>
${mailList(view)}</section>
<section class="card" aria-labelledby="guard"><h2 id="guard">${words().guard}</h2>${may ? null : html`<p><strong>${levelWords(security_level).name}</strong> <span class="hint">${levelWords(security_level).says}</span></p>`}
${form(
  'settings',
  html`<label for="display_name">${texts().inboxes.displayName}</label><input type="text" id="display_name" name="display_name" value="${refused.display_name ?? display_name}" maxlength="200" autocomplete="off">
${levelChoice(refused.security_level ?? security_level)}<p><button class="approve">${words().save}</button></p>`,
)}
${form(paused ? 'resumed' : 'paused', html`<p class="hint">${paused ? words().isPaused : words().pausing}</p><button class="plain">${paused ? words().resume : words().pause}</button>`)}</section>
${webhookView(view, form)}
${reachView(view)}`,
  )
}

function mailList({ inbox: { slug }, mail: { messages, next_cursor }, q, bounds }: InboxView): Html {
  if (messages.length === 0)
    return html`<div class="card"><p>${q === undefined ? words().noMail : words().nothingFound}</p></div>`
  const further = new URLSearchParams({ ...(q === undefined ? {} : { q }), cursor: next_cursor ?? '' })
  return html`<ul class="queue">${messages.map((one) => row(one, slug, bounds))}</ul>
${next_cursor === null ? null : html`<p><a class="button plain" href="/dashboard/inboxes/${slug}?${further.toString()}">${texts().mail.older}</a></p>`}`
}

/** Statuses of mail that was sent, whatever became of it. */
const left: ReadonlySet<string> = new Set(['sent', 'bounced', 'complained'])

function row(message: ListedMessage, slug: string, bounds: DashboardParts['bounds']): Html {
  const { id, direction, from, from_name, to, subject, status, created_at, attachments } = message
  const outbound = direction === 'outbound'
  const who = outbound
    ? texts().mail.toWhom(to)
    : texts().mail.fromWhom(from_name === '' ? from : `${from_name} <${from}>`)
  const title = shownSubject(subject)
  return html`<li class="card"><p class="kicker">${!outbound ? texts().mail.received : left.has(status) ? words().sent : texts().mail.written} · ${standingWords(message)} · ${scoreView(message.security_analysis?.risk_score ?? null, bounds)}</p>
<p class="title"><a href="${mailOfInbox(id, slug)}">${title === '' ? texts().mail.noSubject : title}</a></p>
<p class="meta">${shownWho(who)} · ${time(created_at)}</p>
${attachments.map(({ filename, scan_status }) => html`<p class="meta">${shownLine(filename)} · ${texts().mail.scans[scan_status]}</p>`)}</li>`
}

/** Whether what was refused is the address of the webhook: that is said beside its field. */
const ofWebhook = ({ warning, form }: InboxView): boolean =>
  warning !== undefined && form?.change === 'webhook'

function webhookView(view: InboxView, form: (change: string, content: Html) => Html): Html {
  const { inbox, deliveries, secret, tested, warning, form: refused } = view
  const { webhook_url, webhook_disabled_at } = inbox
  const url = (refused?.change === 'webhook' ? refused.webhook_url : webhook_url) ?? ''
  return html`<section class="card" aria-labelledby="webhook"><h2 id="webhook">${words().webhook}</h2>
${
  webhook_disabled_at === null
    ? null
    : html`<p class="note bad">${words().switchedOff} ${time(webhook_disabled_at)}: ${words().failedLong}</p>${form('enabled', html`<button class="plain">${words().switchOn}</button>`)}`
}
${form(
  'webhook',
  html`<label for="webhook_url">${words().url}</label><input type="text" id="webhook_url" name="webhook_url" value="${url}" maxlength="2000" placeholder="${words().urlExample}" autocomplete="off" spellcheck="false"${ofWebhook(view) ? html` aria-invalid="true" aria-describedby="problem-webhook_url" autofocus` : null}>${ofWebhook(view) ? html`<p class="problem" id="problem-webhook_url" role="alert">${warning ?? ''}</p>` : null}<p class="hint">${words().urlHint}</p><p><button class="approve">${words().save}</button></p>`,
)}
${tested === undefined ? null : testView(tested)}
${
  secret === undefined
    ? null
    : html`<div class="note"><p>${words().newSecret}</p><pre class="code">${secret}</pre></div>`
}
<div class="actions">${webhook_url === null ? null : form('tested', html`<button class="plain">${words().test}</button>`)}${form('secret', html`<button class="plain">${words().makeSecret}</button>`)}${form('present', html`<button class="plain">${words().dropSecrets}</button>`)}</div>
${
  deliveries.length === 0
    ? html`<p class="meta">${texts().deliveries.nothing}</p>`
    : html`<h3>${words().newest}</h3><ul class="queue">${deliveries.map((one) => delivery(one, form))}</ul><p><a href="/dashboard/inboxes/${inbox.slug}/deliveries">${words().allDeliveries}</a></p>`
}</section>`
}

/** Who can read it: people by their role, and keys by what they are limited to. */
const reachView = ({ keys, users }: InboxView): Html =>
  html`<section class="card" aria-labelledby="reach"><h2 id="reach">${words().reach}</h2>
<h3>${words().people}</h3><ul>${users.map(({ email, role }) => html`<li>${email ?? words().noAddress} <span class="meta">${texts().members.roles[role].name}</span></li>`)}</ul>
<h3>${texts().frame.places.apiKeys}</h3>${keys.length === 0 ? html`<p class="meta">${words().noKeys}</p>` : html`<ul>${keys.map(({ name, key_prefix, inbox_id }) => html`<li>${shownLine(name)} <span class="meta"><code>${key_prefix}…</code>, ${inbox_id === null ? words().allInboxes : words().onlyThis}</span></li>`)}</ul>`}
<p><a href="/dashboard/members">${texts().frame.places.members}</a> · <a href="/dashboard/api-keys">${texts().frame.places.apiKeys}</a></p></section>`

const testView = ({ delivered, response_status, error, latency_ms }: WebhookTestResult): Html =>
  html`<p class="note ${delivered ? 'good' : 'bad'}" role="status">${response_status === null ? words().noAnswer(shownLine(error ?? '')) : words().answered(response_status, latency_ms)}</p>`

function delivery(
  { id, event, status, attempts, created_at }: WebhookDelivery,
  form: (change: string, content: Html) => Html,
): Html {
  const last = attempts.at(-1)
  const outcome =
    last === undefined
      ? words().notTried
      : last.response_status === null
        ? (last.error ?? '')
        : texts().deliveries.answered(last.response_status)
  return html`<li class="mail"><p><code>${event}</code> · ${texts().deliveries.outcomes[status]} · ${shownLine(outcome)}</p><p class="meta">${time(created_at)}, ${texts().deliveries.attempts(attempts.length)}</p>
${form('redelivered', html`<input type="hidden" name="delivery" value="${id}"><button class="link">${words().deliver}</button>`)}</li>`
}
