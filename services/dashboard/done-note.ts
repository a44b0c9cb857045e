/** What was done a moment ago, said on the page that the browser was sent on to. */
import type { QueueSort } from '../../shared/domain/review-queue.ts'
import { truncate } from '../../shared/lib/clean-text.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { KnownDecision } from '../../shared/store/pending-decision.ts'
import { time } from './page.ts'
import { texts } from './texts.ts'

/** Null for a word that we don't say. The form has the fields of `csrf`, and the order of the queue. */
export function doneNote(
  { done = '', decided, subject, sendAt = null }: DoneShown,
  csrf: Html,
  sort: QueueSort = 'newest',
): Html | null {
  if (decided !== undefined) return decidedNote(decided, { subject, sendAt }, csrf, sort)
  // By the word in the address of that page.
  const sentences: Readonly<Record<string, string>> = texts().done
  if (!Object.hasOwn(sentences, done)) return null
  return html`<div class="note ${done === 'none' ? '' : 'good'}" role="status"><p>${subject === undefined ? null : html`${nameOf(subject)} · `}${sentences[done]!}</p></div>`
}

/** Of a decision that is still to be carried out, or came to nothing. */
function decidedNote(
  { messageId, decision, failure }: KnownDecision,
  { subject, sendAt }: { subject: string | undefined; sendAt: string | null },
  csrf: Html,
  sort: QueueSort,
): Html {
  const { due, dueLater, failed, it, undo } = texts().pending
  // It stands above the next mail, too: what it is about has to be said.
  const name = subject === undefined ? it : nameOf(subject)
  if (failure !== null)
    return html`<p class="note bad" role="alert">${failed(texts().decided[decision], failure, name)}</p>`
  return html`<div class="note good" role="status"><p>${decision === 'approve' && sendAt !== null ? html`${dueLater(name)} ${time(sendAt)}.` : due[decision](name)}</p>
<form method="post" action="${undoPath(decision)}">${csrf}${sortField(sort)}<button class="plain" data-key="u" name="undo" value="${messageId}">${undo}</button></form></div>`
}

/** Characters of a subject within a sentence. */
const longest = 80

function nameOf(subject: string): string {
  const line = shownLine(subject).trim()
  return texts().pending.named(line === '' ? texts().mail.noSubject : truncate(line, longest))
}

/** Where a decision is taken back: another one, which somebody has made since, isn't. */
export const undoPath = (decision: KnownDecision['decision']): string => `/dashboard/undo?was=${decision}`

/** The order of the queue, as a field of a form after which it is shown again. */
export const sortField = (sort: QueueSort): Html => html`<input type="hidden" name="sort" value="${sort}">`

/** What the address of a page says. */
export interface Done {
  done?: string | undefined
  /** The message that was decided on. */
  undo?: string | undefined
}

/** What is shown of it. */
export interface DoneShown {
  done?: string | undefined
  /** The decision, unless it has been carried out meanwhile. */
  decided?: KnownDecision | undefined
  /** Of the message that was decided on, without its secrets; of one that is gone, none. */
  subject?: string | undefined
  /** When it is to leave, of one that is approved ahead of that. */
  sendAt?: string | null
}
