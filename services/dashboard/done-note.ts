/** What was done a moment ago, said on the page that the browser was sent on to. */
import { limits } from '../../shared/domain/limits.ts'
import { type Html, html } from '../../shared/lib/html.ts'

/** By the word in the address of that page. */
const sentences: Readonly<Record<string, string>> = {
  approved: 'Approved: it is on its way.',
  rejected: 'Rejected: it is not sent.',
  released: 'Released: it goes on as if it had passed.',
  deleted: 'Deleted for good.',
  several: 'Done: all that were selected.',
  blocked: 'Blocked: mail of this sender is refused from now on. This one is still to be decided on.',
  undone: 'Undone: it waits as before.',
  none: 'Nothing is selected: x selects the mail that has the focus, as its box does.',
  reported: 'Your report is on record, and the guard goes by it.',
}

/** Null for a word that we don't say. `undo` is the message that was decided on; the form has the fields of `csrf`. */
export function doneNote({ done = '', undo }: Done, csrf: Html): Html | null {
  if (!Object.hasOwn(sentences, done)) return null
  return html`<div class="note ${done === 'none' ? '' : 'good'}" role="status"><p>${sentences[done]!}</p>
${undo === undefined ? null : html`<form method="post" action="/dashboard/undo">${csrf}<button class="plain" data-key="u" name="undo" value="${undo}">Undo</button> <span class="hint">within ${limits.undoSeconds} seconds</span></form>`}</div>`
}

/** What the address of a page says. */
export interface Done {
  done?: string | undefined
  undo?: string | undefined
}
