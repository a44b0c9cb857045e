/** What was done a moment ago, said on the page that the browser was sent on to. */
import type { QueueSort } from '../../shared/domain/review-queue.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { texts } from './texts.ts'

/** Null for a word that we don't say. `undo` is the message that was decided on; the form has the fields of `csrf`, and the order of the queue. */
export function doneNote({ done = '', undo }: Done, csrf: Html, sort: QueueSort = 'newest'): Html | null {
  // By the word in the address of that page.
  const sentences: Readonly<Record<string, string>> = texts().done
  if (!Object.hasOwn(sentences, done)) return null
  return html`<div class="note ${done === 'none' ? '' : 'good'}" role="status"><p>${sentences[done]!}</p>
${undo === undefined ? null : html`<form method="post" action="/dashboard/undo">${csrf}${sortField(sort)}<button class="plain" data-key="u" name="undo" value="${undo}">${texts().pending.undo}</button> <span class="hint">${texts().pending.within}</span></form>`}</div>`
}

/** The order of the queue, as a field of a form after which it is shown again. */
export const sortField = (sort: QueueSort): Html => html`<input type="hidden" name="sort" value="${sort}">`

/** What the address of a page says. */
export interface Done {
  done?: string | undefined
  undo?: string | undefined
}
