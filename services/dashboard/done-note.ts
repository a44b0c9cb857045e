/** What was done a moment ago, said on the page that the browser was sent on to. */
import { type Html, html } from '../../shared/lib/html.ts'
import { texts } from './texts.ts'

/** By the word in the address of that page. */
const sentences: Readonly<Record<string, string>> = texts.done

/** Null for a word that we don't say. `undo` is the message that was decided on; the form has the fields of `csrf`. */
export function doneNote({ done = '', undo }: Done, csrf: Html): Html | null {
  if (!Object.hasOwn(sentences, done)) return null
  return html`<div class="note ${done === 'none' ? '' : 'good'}" role="status"><p>${sentences[done]!}</p>
${undo === undefined ? null : html`<form method="post" action="/dashboard/undo">${csrf}<button class="plain" data-key="u" name="undo" value="${undo}">${texts.pending.undo}</button> <span class="hint">${texts.pending.within}</span></form>`}</div>`
}

/** What the address of a page says. */
export interface Done {
  done?: string | undefined
  undo?: string | undefined
}
