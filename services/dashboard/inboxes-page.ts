/** The page of all inboxes, with a form for another. */
import type { z } from 'zod'
import type { Inbox, inboxPage } from '../../shared/domain/inbox.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { Fields } from './form.ts'
import { ownPage } from './frame.ts'
import { levelChoice, levelWords } from './level-view.ts'
import { liveAlone } from './mode-view.ts'
import { onceField } from './once.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'

const words = () => texts().inboxes

export function inboxesPage(
  { inboxes, next_cursor }: z.output<typeof inboxPage>,
  visitor: Visitor,
  { warning, form = {} }: { warning?: string; form?: Fields },
): string {
  return ownPage(
    words().title,
    visitor,
    html`<h1>${words().title}</h1>
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
${
  inboxes.length === 0
    ? html`<div class="card"><p>${words().none}</p></div>`
    : html`<ul class="queue">${inboxes.map(item)}</ul>`
}
${next_cursor === null ? null : html`<p><a class="button plain" href="/dashboard/inboxes?cursor=${encodeURIComponent(next_cursor)}">${texts().mail.more}</a></p>`}
${liveAlone()}
${visitor.principal.scopes.includes('inboxes:write') ? newInbox(visitor, form) : null}`,
  )
}

const newInbox = (
  { csrf }: Visitor,
  form: Fields,
): Html => html`<section class="card" aria-labelledby="new"><h2 id="new">${words().new}</h2>
<form method="post" action="/dashboard/inboxes">${csrf}${onceField(form)}
<label for="slug">${words().slug}</label><input type="text" id="slug" name="slug" value="${form.slug ?? ''}" required maxlength="64" autocomplete="off" spellcheck="false" aria-describedby="slug-hint"><p class="hint" id="slug-hint">${words().slugHint}</p>
<label for="display_name">${words().displayName}</label><input type="text" id="display_name" name="display_name" value="${form.display_name ?? ''}" maxlength="200" autocomplete="off">
${levelChoice(form.security_level ?? 'guarded_send')}
<p><button class="approve">${words().make}</button></p></form></section>`

const item = ({ slug, address, display_name, security_level, status, message_count }: Inbox): Html =>
  html`<li class="card"><p class="title"><a href="/dashboard/inboxes/${slug}">${address}</a></p>
<p class="meta">${display_name === '' ? null : html`<bdi>${shownLine(display_name)}</bdi> · `}${levelWords(security_level).name} · ${texts().mail.messages(message_count)}${status === 'paused' ? html` · <strong>${words().paused}</strong>` : null}</p></li>`
