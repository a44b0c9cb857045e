/** What somebody decided on a mail a moment ago, and how it is undone; or why it came to nothing. */
import { type Html, html } from '../../shared/lib/html.ts'
import type { KnownDecision } from '../../shared/store/pending-decision.ts'
import { doneWords } from './decision.ts'

/** Of a mail's own page. */
export const pendingNote = ({ messageId, decision, failure }: KnownDecision, csrf: Html): Html =>
  failure === null
    ? html`<form class="card" method="post" action="/dashboard/undo">${csrf}<p>It is ${doneWords[decision]} in a few seconds.</p>
<p><button class="plain" data-key="u" name="undo" value="${messageId}">Undo</button></p></form>`
    : html`<p class="note bad" role="alert">It could not be ${doneWords[decision]}: ${failure}</p>`

/** Of a row of the queue, which stands in a form. */
export const pendingRow = ({ messageId, decision }: KnownDecision, subject: string): Html =>
  html`<li class="card meta"><p>${subject}: ${doneWords[decision]} in a few seconds. <button class="link" formaction="/dashboard/undo" name="undo" value="${messageId}">Undo</button></p></li>`
