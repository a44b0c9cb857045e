/** What was done a moment ago, said on the page that the browser was sent on to. */
import { type Html, html } from '../../shared/lib/html.ts'

/** By the word in the address of that page. */
const sentences: Readonly<Record<string, string>> = {
  approved: 'Approved: it is on its way.',
  rejected: 'Rejected: it is not sent.',
  released: 'Released: it goes on as if it had passed.',
  deleted: 'Deleted for good.',
  several: 'Done: all that were selected.',
  blocked: 'Blocked: mail of this sender is refused from now on. This one is still to be decided on.',
  none: 'Nothing is selected: x selects the mail that has the focus, as its box does.',
  reported: 'Your report is on record, and the guard goes by it.',
}

/** Null for a word that we don't say. */
export const doneNote = (done = ''): Html | null =>
  Object.hasOwn(sentences, done)
    ? html`<p class="note ${done === 'none' ? '' : 'good'}" role="status">${sentences[done]!}</p>`
    : null
