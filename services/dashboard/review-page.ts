/** The page of a message that waits: all that a reviewer needs to decide, and the forms to do it with. */
import type { Message } from '../../shared/domain/message.ts'
import type { OpenReview } from '../../shared/flow/outbound/approval/review.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownText } from '../../shared/lib/shown-text.ts'
import { findingsView } from './findings-view.ts'
import { shownSubject } from './long-lines.ts'
import { attachmentsView, bodyView, envelopeView, groundsIn, threadView } from './mail-view.ts'
import { page, time } from './page.ts'
import { timesScript } from './script.ts'
import { type Secrets, secretsNote } from './secrets-view.ts'
import { texts } from './texts.ts'

const words = () => texts().review

export interface Bounds {
  withholdAbove: number
  flagAbove: number
}

/**
 * `message` is that of the review, with its sanitized HTML; both have their secrets masked unless these are `shown`.
 * `warning` says why the last form came to nothing.
 */
export function reviewPage(
  { approval, recipients, parts, edit, thread }: OpenReview,
  message: Message,
  { token, bounds, secrets, warning }: { token: string; bounds: Bounds; secrets: Secrets; warning?: string },
): string {
  const path = `/review/${token}`
  const subject = shownSubject(message.subject)
  const grounds = groundsIn(message)
  return page(
    words().title,
    html`
<p class="kicker">${words().kicker}</p>
<h1>${subject === '' ? texts().mail.noSubject : subject}</h1>
<p class="meta">${words().since} ${time(approval.created_at)}. ${words().until} ${time(approval.expires_at)}, ${words().notSent}</p>
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
${decisionForms(path, token, approval.content_sha256)}
${secretsNote(secrets, { path, hidden: hiddenFields(token, approval.content_sha256) })}
<section class="card">${envelopeView(message, recipients, grounds.subject)}
${approval.send_at === null ? null : html`<p class="meta">${words().sentAt} ${time(approval.send_at)}.</p>`}</section>
<section class="card"><h2>${words().why}</h2>
<p>${approval.reasons.map((reason) => texts().holdReasons[reason]).join(' ')}</p>
${findingsView(message, grounds, bounds)}</section>
${edit === null ? null : editView(edit.revision, edit.diff)}
<section class="card"><h2>${words().message}</h2>${bodyView(message, grounds.body)}</section>
${attachmentsView(message, parts, path)}
${threadView(thread)}
<p class="meta"><a href="/dashboard">${words().queue}</a> ${words().queueHint}</p>`,
    timesScript,
  )
}

const editView = (revision: number, diff: string | null): Html =>
  html`<section class="card"><h2>${words().edited}</h2><p>${words().revision(revision)}</p>
${diff === null ? null : html`<details><summary>${words().changes}</summary><pre class="code" tabindex="0">${shownText(diff)}</pre></details>`}</section>`

/** The token in the form is what only the page has: a form elsewhere can't make it. */
export const hiddenFields = (token: string, contentSha256: string): Html =>
  html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="content_sha256" value="${contentSha256}">`

const decisionForms = (path: string, token: string, contentSha256: string): Html => html`
<section class="card" aria-label="${words().decision}"><div class="actions">
<form method="post" action="${path}">${hiddenFields(token, contentSha256)}<button class="approve" name="decision" value="approve">${words().approve}</button></form>
<a class="button plain" href="${path}/edit">${words().edit}</a>
<details class="reject"><summary class="button">${words().reject}</summary>
<form method="post" action="${path}">${hiddenFields(token, contentSha256)}
<label for="reason">${words().reason} <span class="hint">${words().reasonHint}</span></label>
<textarea id="reason" name="reason" maxlength="1000"></textarea>
<p><button class="reject" name="decision" value="reject">${words().rejectIt}</button></p></form></details></div></section>`
