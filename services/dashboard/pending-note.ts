/** What somebody decided on a mail a moment ago, and how it is undone; or why it came to nothing. */
import type { QueueSort } from '../../shared/domain/review-queue.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import type { KnownDecision } from '../../shared/store/pending-decision.ts'
import { sortField } from './done-note.ts'
import { texts } from './texts.ts'

const words = () => texts().pending

/** Of a mail's own page. */
export const pendingNote = (
  { messageId, decision, failure }: KnownDecision,
  csrf: Html,
  sort: QueueSort,
): Html =>
  failure === null
    ? html`<form class="card" method="post" action="/dashboard/undo">${csrf}${sortField(sort)}<p>${words().soon(texts().decided[decision])}</p>
<p><button class="plain" data-key="u" name="undo" value="${messageId}">${words().undo}</button></p></form>`
    : html`<p class="note bad" role="alert">${words().failed(texts().decided[decision], failure)}</p>`

/** Of a row of the queue, which stands in a form. */
export const pendingRow = ({ messageId, decision }: KnownDecision, subject: string): Html =>
  html`<li class="card meta"><p>${words().rowSoon(subject, texts().decided[decision])} <button class="link" formaction="/dashboard/undo" name="undo" value="${messageId}">${words().undo}</button></p></li>`
