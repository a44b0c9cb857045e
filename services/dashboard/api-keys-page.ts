/** The page of API keys, with what each may do in words. */
import type { z } from 'zod'
import type { ApiKey, apiKeyPage, createdApiKey } from '../../shared/domain/api-key.ts'
import type { Inbox } from '../../shared/domain/inbox.ts'
import { agentScopes, type Scope, scopes } from '../../shared/domain/scopes.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { Fields } from './form.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'

/** What the page shows. */
export interface ApiKeysView {
  keys: z.output<typeof apiKeyPage>
  inboxes: readonly Inbox[]
  /** A key that was made a moment ago. */
  made?: z.output<typeof createdApiKey>
  done?: string
  warning?: string
  form?: Fields
}

/** What a scope lets a key do; of one without words here, its name. */
const scopeWords: Partial<Record<Scope, string>> = {
  'inboxes:read': 'see inboxes',
  'inboxes:write': 'make, change and delete inboxes, delete mail',
  'messages:read': 'read mail',
  'messages:write': 'send and label mail',
  'messages:read_withheld': 'read mail that is withheld',
  'threads:read': 'read conversations',
  'policies:read': 'see policies',
  'policies:write': 'change policies',
  'approvals:read': 'see what waits for a person',
  'approvals:write': 'approve, reject and release: for people only',
  'audit:read': 'read the audit log',
  'api_keys:read': 'see API keys',
  'api_keys:write': 'make and revoke API keys',
  'billing:read': 'see credits and orders',
  'billing:write': 'buy credits',
  'webhooks:read': 'see deliveries of webhooks',
  'webhooks:write': 'change webhooks and read their secrets',
  'account:read': 'see the account',
  'account:write': 'change, export and delete the account',
}
const wordsOf = (scope: Scope): string => scopeWords[scope] ?? scope

export function apiKeysPage(view: ApiKeysView, visitor: Visitor): string {
  const { keys, inboxes, made, done, warning, form } = view
  const slugs = new Map(inboxes.map(({ id, slug }) => [id, slug]))
  const chosen = new Set<string>(
    form === undefined ? agentScopes : scopes.filter((one) => form[`scope:${one}`] === 'yes'),
  )
  const { principal } = visitor
  const may = principal.scopes.includes('api_keys:write')
  const newKey = html`<section class="card" aria-labelledby="new"><h2 id="new">New key</h2>
<p class="hint">What is chosen is what an agent needs. Give each agent a key of its own, limited to its inbox.${principal.expiresAt === null ? null : html` A key lasts no longer than what makes it: this one ends with your session, ${time(principal.expiresAt)}. Make a lasting one with <code>POST /api_keys</code>.`}</p>
<form method="post" action="/dashboard/api-keys">${visitor.csrf}
<label for="name">Name</label><input type="text" id="name" name="name" value="${form?.name ?? ''}" required maxlength="100" autocomplete="off">
<label for="inbox_id">Inbox</label><select id="inbox_id" name="inbox_id"><option value="">All inboxes</option>${inboxes.map(({ id, slug }) => html`<option value="${id}"${form?.inbox_id === id ? html` selected` : null}>${slug}</option>`)}</select>
<fieldset><legend>What it may do</legend>${scopes.map((one) => html`<label class="check"><input type="checkbox" name="scope:${one}" value="yes"${chosen.has(one) ? html` checked` : null}><span>${wordsOf(one)} <span class="hint"><code>${one}</code></span></span></label>`)}</fieldset>
<p><button class="approve">Create key</button></p></form></section>`
  return ownPage(
    'API keys',
    visitor,
    html`<h1>API keys</h1>
${made === undefined ? null : html`<div class="note good" role="status"><p><strong>${shownLine(made.name)}</strong> is made. Copy it now: it is not shown again.</p><pre class="code">${made.key}</pre></div>`}
${done === 'revoked' ? html`<p class="note good" role="status">Revoked: it is refused from now on.</p>` : null}
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
${keys.api_keys.length === 0 ? html`<div class="card"><p>${texts.apiKeys.none}</p></div>` : html`<ul class="queue">${keys.api_keys.map((one) => item(one, slugs, visitor))}</ul>`}
${keys.next_cursor === null ? null : html`<p><a class="button plain" href="/dashboard/api-keys?cursor=${encodeURIComponent(keys.next_cursor)}">More</a></p>`}
${may ? newKey : null}`,
  )
}

function item(key: ApiKey, slugs: ReadonlyMap<string, string>, { csrf, principal }: Visitor): Html {
  const { id, name, key_prefix, mode, inbox_id, expires_at, last_used_at, created_at } = key
  const where = inbox_id === null ? 'all inboxes' : `only ${slugs.get(inbox_id) ?? inbox_id}`
  return html`<li class="card"><p class="title">${shownLine(name)}</p>
<p class="meta"><code>${key_prefix}…</code> · ${mode} · ${where} · made ${time(created_at)}, ${last_used_at === null ? texts.apiKeys.neverUsed : html`${texts.apiKeys.lastUsed} ${time(last_used_at)}`}${expires_at === null ? null : html`, ends ${time(expires_at)}`}</p>
<details><summary>What it may do (${key.scopes.length})</summary><ul>${key.scopes.map((one) => html`<li>${wordsOf(one)}</li>`)}</ul></details>
${principal.scopes.includes('api_keys:write') ? html`<details class="reject"><summary class="button">Revoke</summary><form method="post" action="/dashboard/api-keys">${csrf}<input type="hidden" name="revoke" value="${id}"><p>Whoever uses it is refused from then on.</p><button class="reject">Revoke it for good</button></form></details>` : null}</li>`
}
