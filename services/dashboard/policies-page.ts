/** The page of policies: what each does, to which mail, and whether it is on. */
import type { z } from 'zod'
import type { Inbox } from '../../shared/domain/inbox.ts'
import { type Policy, policyTypeNames } from '../../shared/domain/policy.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { policyPage } from '../../shared/policy/contract.ts'
import { policyTypes } from '../../shared/policy/index.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import { configLine } from './policy-fields.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'
import { inWords, saidOf, statusWords, withCode } from './words.ts'

const words = () => texts().policies

export const policiesPath = '/dashboard/policies'

/** What the page shows. */
export interface PoliciesView {
  policies: z.output<typeof policyPage>
  inboxes: readonly Inbox[]
  done?: string
  warning?: string
}

/** Whether somebody may change policies. */
export const mayChange = ({ principal }: Visitor): boolean => principal.scopes.includes('policies:write')

export function policiesPage(
  { policies: { policies, next_cursor }, inboxes, done = '', warning }: PoliciesView,
  visitor: Visitor,
): string {
  const slugs = new Map(inboxes.map(({ id, slug }) => [id, slug]))
  const said = saidOf(words().done, done)
  return ownPage(
    words().title,
    visitor,
    html`<h1>${words().title}</h1><p class="meta">${words().what}</p>
${said === null ? null : html`<p class="note good" role="status">${said}</p>`}
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
${
  policies.length === 0
    ? html`<div class="card"><p>${words().none}</p></div>`
    : html`<ul class="queue">${policies.map((one) => item(one, slugs, visitor))}</ul>`
}
${next_cursor === null ? null : html`<p><a class="button plain" href="${policiesPath}?cursor=${encodeURIComponent(next_cursor)}">${texts().mail.more}</a></p>`}
${
  mayChange(visitor)
    ? html`<section class="card" aria-labelledby="new"><h2 id="new">${words().new}</h2><dl class="types">${policyTypeNames.map(
        (type) =>
          html`<dt><a href="${policiesPath}/new?type=${type}">${inWords(type)}</a></dt><dd class="hint">${withCode(texts().names.policyType(type, policyTypes[type].description))}</dd>`,
      )}</dl></section>`
    : null
}`,
  )
}

function item(policy: Policy, slugs: ReadonlyMap<string, string>, visitor: Visitor): Html {
  const { id, name, type, action, inbox_id, enabled, config, updated_at } = policy
  const where = inbox_id === null ? words().allInboxes : words().only(slugs.get(inbox_id) ?? inbox_id)
  const form = (change: string, content: Html) =>
    html`<form method="post" action="${policiesPath}/${id}">${visitor.csrf}<input type="hidden" name="do" value="${change}">${content}</form>`
  return html`<li class="card"><p class="kicker">${inWords(type)} · ${statusWords(action)} · ${where}${enabled ? null : html` · <strong>${words().off}</strong>`}</p>
<p class="title"><a href="${policiesPath}/${id}">${shownLine(name)}</a></p>
<p class="meta">${shownLine(configLine(config))}</p><p class="meta">${words().changed} ${time(updated_at)}</p>
${
  mayChange(visitor)
    ? html`<div class="actions">${form(enabled ? 'disable' : 'enable', html`<button class="plain">${enabled ? words().switchOff : words().switchOn}</button>`)}
<details class="reject"><summary class="button">${words().delete}</summary>${form('delete', html`<p>${words().deleteHint}</p><button class="reject">${words().deleteForGood}</button>`)}</details></div>`
    : null
}</li>`
}
