/** Keys of the dashboard's pages: the help on them. The script beside this file makes them work. */
import { type Html, html } from '../../shared/lib/html.ts'
import { texts } from './texts.ts'

const words = () => texts().keys

/** At the end of a page: the help, which opens with `?`. Without scripts it is not seen. */
export const keysOfPage = (): Html => html`
<p class="keys"><button type="button" class="link" id="open-keys" hidden>${words().open}</button></p>
<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">${words().title}</h2>
<dl>${Object.entries(words().what).map(([names, what]) => html`<dt>${names.split(' ').map((name) => html`<kbd>${name}</kbd> `)}</dt><dd>${what}</dd>`)}</dl>
<label class="check"><input type="checkbox" checked> ${words().single}</label>
<form method="dialog"><p><button class="plain">${words().close}</button></p></form></dialog>`
