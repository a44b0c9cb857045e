/** What somebody decided on a mail a moment ago, and how it is undone; or why it came to nothing. */
import type { QueueSort } from '../../shared/domain/review-queue.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import type { KnownDecision } from '../../shared/store/pending-decision.ts'
import { mayDecide } from './decision.ts'
import { sortField, undoPath } from './done-note.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'

const words = () => texts().pending

/** Of a mail's own page; taken back by who could have made it. */
export const pendingNote = (
  { messageId, decision, failure }: KnownDecision,
  visitor: Visitor,
  sort: QueueSort,
): Html =>
  failure === null
    ? html`<form class="card" method="post" action="${undoPath(decision)}">${visitor.csrf}${sortField(sort)}<p>${words().soon(texts().decided[decision])}</p>
${mayDecide(visitor, decision) ? html`<p><button class="plain" data-key="u" name="undo" value="${messageId}">${words().undo}</button></p>` : null}</form>`
    : html`<p class="note bad" role="alert">${words().failed(texts().decided[decision], failure)}</p>`

/** Of a row of the queue, which stands in a form. */
export const pendingRow = ({ messageId, decision }: KnownDecision, subject: string, visitor: Visitor): Html =>
  html`<li class="card meta"><p>${words().rowSoon(subject, texts().decided[decision])}${mayDecide(visitor, decision) ? html` <button class="link" formaction="${undoPath(decision)}" name="undo" value="${messageId}">${words().undo}</button>` : null}</p></li>`
