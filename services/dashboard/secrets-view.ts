/** What a page says of the secrets in a mail, and the forms by which somebody has them shown. */
import { type Html, html } from '../../shared/lib/html.ts'
import { mask } from './mask.ts'
import { texts } from './texts.ts'

const words = () => texts().queuedMail.secrets

/** Whether a mail holds any, and how its page shows them. */
export type Secrets = 'none' | 'masked' | 'shown'

/** `path` is that of the mail's page, `hidden` the fields that its forms have. */
export const secretsNote = (
  secrets: Secrets,
  { path, hidden }: { path: string; hidden: Html },
): Html | null =>
  secrets === 'none'
    ? null
    : secrets === 'shown'
      ? html`<p class="note" role="status">${words().shown}</p>`
      : html`<form class="card" method="post" action="${path}">${hidden}<p>${words().masked(mask)}</p>
<p><button class="plain" data-key="p" name="decision" value="show">${words().show}</button> <span class="hint">${words().showHint}</span></p></form>`

/** Asks before a mail with secrets is edited: its fields have to show them. */
export const secretsInEdit = ({ path, hidden }: { path: string; hidden: Html }): Html =>
  html`<h1>${words().title}</h1><section class="card"><p>${words().says}</p>
<div class="actions"><form method="post" action="${path}">${hidden}<button class="approve" data-key="y" name="decision" value="show_and_edit">${words().edit}</button></form>
<a class="button plain" data-key="n" href="${path}">${texts().queuedMail.no}</a></div></section>`
