/** The page of API keys, with what each may do in words. */
import type { z } from 'zod'
import type { ApiKey, apiKeyPage, createdApiKey } from '../../shared/domain/api-key.ts'
import type { Inbox } from '../../shared/domain/inbox.ts'
import { agentScopes, type Scope, scopes } from '../../shared/domain/scopes.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { Fields } from './form.ts'
import { ownPage } from './frame.ts'
import { liveAlone } from './mode-view.ts'
import { onceField } from './once.ts'
import { time } from './page.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'
import { withCode } from './words.ts'

/** What the page shows. */
export interface ApiKeysView {
  keys: z.output<typeof apiKeyPage>
  inboxes: readonly Inbox[]
  /** A key that was made a moment ago. */
  made?: z.output<typeof createdApiKey>
  done?: string
  warning?: string
  form?: Fields
  /** What the new key is to do beside what an agent needs. */
  also?: Scope
}

/** The address of the page, with one more scope chosen for the new key. */
export const withScope = (scope: Scope): string => `/dashboard/api-keys?scope=${scope}`

/** What the form has in place of an inbox for a key that reaches them all: that is chosen, too. */
export const everyInbox = 'all'

const words = () => texts().apiKeys

export function apiKeysPage(view: ApiKeysView, visitor: Visitor): string {
  const { keys, inboxes, made, done, warning, form, also } = view
  const slugs = new Map(inboxes.map(({ id, slug }) => [id, slug]))
  const chosen = new Set<string>(
    form === undefined
      ? [...agentScopes, ...(also === undefined ? [] : [also])]
      : scopes.filter((one) => form[`scope:${one}`] === 'yes'),
  )
  const { principal } = visitor
  const may = principal.scopes.includes('api_keys:write')
  const newKey = html`<section class="card" aria-labelledby="new"><h2 id="new">${words().new}</h2>
<p class="hint">${words().hint}${also === undefined ? null : html` ${words().also(words().scopes[also])}`}${principal.expiresAt === null ? null : html` ${words().lasts} ${time(principal.expiresAt)}. ${withCode(words().lasting)}`}</p>
<form method="post" action="/dashboard/api-keys">${visitor.csrf}${onceField(form)}
<label for="name">${words().name}</label><input type="text" id="name" name="name" value="${form?.name ?? ''}" required maxlength="100" autocomplete="off">
<label for="inbox_id">${words().inbox}</label><select id="inbox_id" name="inbox_id" required><option value="">${words().chooseInbox}</option><option value="${everyInbox}"${form?.inbox_id === everyInbox ? html` selected` : null}>${words().everyInbox}</option>${inboxes.map(({ id, slug }) => html`<option value="${id}"${form?.inbox_id === id ? html` selected` : null}>${slug}</option>`)}</select>
<fieldset><legend>${words().may}</legend>${scopes.map((one) => html`<label class="check"><input type="checkbox" name="scope:${one}" value="yes"${chosen.has(one) ? html` checked` : null}><span>${words().scopes[one]} <span class="hint"><code>${one}</code></span></span></label>`)}</fieldset>
<p><button class="approve">${words().create}</button></p></form></section>`
  return ownPage(
    words().title,
    visitor,
    html`<h1>${words().title}</h1>
${made === undefined ? null : html`<div class="note good" role="status"><p><strong>${shownLine(made.name)}</strong> ${words().made}</p><pre class="code">${made.key}</pre></div>`}
${done === 'revoked' ? html`<p class="note good" role="status">${words().revoked}</p>` : null}
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
${keys.api_keys.length === 0 ? html`<div class="card"><p>${words().none}</p></div>` : html`<ul class="queue">${keys.api_keys.map((one) => item(one, slugs, visitor))}</ul>`}
${keys.next_cursor === null ? null : html`<p><a class="button plain" href="/dashboard/api-keys?cursor=${encodeURIComponent(keys.next_cursor)}">${words().more}</a></p>`}
${liveAlone()}
${may ? newKey : null}`,
  )
}

function item(key: ApiKey, slugs: ReadonlyMap<string, string>, { csrf, principal }: Visitor): Html {
  const { id, name, key_prefix, mode, inbox_id, expires_at, last_used_at, created_at } = key
  const where = inbox_id === null ? words().allInboxes : words().only(slugs.get(inbox_id) ?? inbox_id)
  return html`<li class="card"><p class="title">${shownLine(name)}</p>
<p class="meta"><code>${key_prefix}…</code> · ${words().modes[mode]} · ${where} · ${words().madeAt} ${time(created_at)}, ${last_used_at === null ? words().neverUsed : html`${words().lastUsed} ${time(last_used_at)}`}${expires_at === null ? null : html`, ${words().ends} ${time(expires_at)}`}</p>
<details><summary>${words().mayCount(key.scopes.length)}</summary><ul>${key.scopes.map((one) => html`<li>${words().scopes[one]}</li>`)}</ul></details>
${principal.scopes.includes('api_keys:write') ? html`<details class="reject"><summary class="button">${words().revoke}</summary><form method="post" action="/dashboard/api-keys">${csrf}<input type="hidden" name="revoke" value="${id}"><p>${words().revokeSays}</p><button class="reject">${words().revokeIt}</button></form></details>` : null}</li>`
}
