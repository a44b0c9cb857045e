/** What the overview is of an account without mail: the steps to its first one, with commands to copy. */
import type { Inbox } from '../../shared/domain/inbox.ts'
import { html } from '../../shared/lib/html.ts'
import { withScope } from './api-keys-page.ts'
import { ownPage } from './frame.ts'
import { liveAlone } from './mode-view.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'

const words = () => texts().firstMail

/** `inbox`: one that is there already. */
export function firstMailPage(inbox: Inbox | undefined, publicUrl: string, visitor: Visitor): string {
  const slug = inbox?.slug ?? 'first-agent'
  const commands = commandsOf(inbox, slug, publicUrl)
  // The command that makes the inbox needs more than an agent does.
  const keys = inbox === undefined ? withScope('inboxes:write') : '/dashboard/api-keys'
  return ownPage(
    texts().frame.places.overview,
    visitor,
    html`<h1>${words().title}</h1><p class="meta">${words().what}</p>${liveAlone()}
${visitor.principal.scopes.includes('inboxes:write') ? null : html`<p class="note">${words().viewer}</p>`}
<ol class="steps">
<li class="card"><h2>${words().key.title}</h2><p><a href="${keys}">${words().key.make}</a> ${words().key.shell}</p><pre class="code" tabindex="0">${commands.key}</pre></li>
<li class="card"><h2>${words().inbox.title}</h2>${
      inbox === undefined
        ? html`<p><a href="/dashboard/inboxes">${words().inbox.make}</a> ${words().inbox.command}</p><pre class="code" tabindex="0">${commands.inbox}</pre>`
        : html`<p>${words().inbox.done} <a href="/dashboard/inboxes/${slug}">${inbox.address}</a>.</p>`
    }</li>
<li class="card"><h2>${words().send.title}</h2><p>${inbox === undefined ? words().send.how : words().send.howTo(inbox.address)}</p><pre class="code" tabindex="0">${commands.send}</pre></li>
<li class="card"><h2>${words().read.title}</h2><p>${words().read.how}</p><pre class="code" tabindex="0">${commands.read}</pre><p><a href="/dashboard/overview">${words().read.again}</a> ${words().read.soon}</p></li>
</ol>`,
  )
}

/** What a shell runs at each step. */
const commandsOf = (inbox: Inbox | undefined, slug: string, url: string) => ({
  key: `export AGENT_EMAIL_URL='${url}'
export AGENT_EMAIL_KEY='svc_live_…'`,
  inbox: `curl -X POST "$AGENT_EMAIL_URL/api/v1/inboxes" -H "Authorization: Bearer $AGENT_EMAIL_KEY" \\
  -H 'Content-Type: application/json' -d '{"slug": "${slug}"}'`,
  send: `${
    inbox === undefined
      ? `TO=$(curl -s "$AGENT_EMAIL_URL/api/v1/inboxes/${slug}" -H "Authorization: Bearer $AGENT_EMAIL_KEY" | sed 's/.*"address": *"\\([^"]*\\)".*/\\1/')`
      : `TO='${inbox.address}'`
  }
curl -X POST "$AGENT_EMAIL_URL/api/v1/inboxes/${slug}/messages" -H "Authorization: Bearer $AGENT_EMAIL_KEY" \\
  -H 'Content-Type: application/json' -d '{"to": "'"$TO"'", "subject": "Hello", "body": "My first mail."}'`,
  read: `curl "$AGENT_EMAIL_URL/api/v1/inboxes/${slug}/messages?limit=5" -H "Authorization: Bearer $AGENT_EMAIL_KEY"`,
})
