/** What the overview is of an account without mail: the steps to its first one, with commands to copy. */
import type { Inbox } from '../../shared/domain/inbox.ts'
import { html } from '../../shared/lib/html.ts'
import { ownPage } from './frame.ts'
import type { Visitor } from './visitor.ts'

/** `inbox`: one that is there already. */
export function firstMailPage(inbox: Inbox | undefined, publicUrl: string, visitor: Visitor): string {
  const slug = inbox?.slug ?? 'first-agent'
  const api = `${publicUrl}/api/v1`
  return ownPage(
    'Overview',
    visitor,
    html`<h1>Your first mail</h1><p class="meta">There is no mail yet. Once there is, this page shows what comes, what leaves, and what was found in it.</p>
${
  visitor.principal.scopes.includes('inboxes:write')
    ? null
    : html`<p class="note">Your role reads. An owner of the account takes these steps.</p>`
}
<ol class="steps">
<li class="card"><h2>Make an API key</h2><p><a href="/dashboard/api-keys">Make one</a>, and put it into your shell:</p><pre class="code" tabindex="0">export API='${api}'
export KEY='svc_live_…'</pre></li>
<li class="card"><h2>Make an inbox</h2>${
      inbox === undefined
        ? html`<p><a href="/dashboard/inboxes">Make one here</a>, or by a command:</p><pre class="code" tabindex="0">curl -X POST "$API/inboxes" -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' -d '{"slug": "${slug}"}'</pre>`
        : html`<p>Done: <a href="/dashboard/inboxes/${slug}">${inbox.address}</a>.</p>`
    }</li>
<li class="card"><h2>Send a mail to it</h2><p>From your mail program${inbox === undefined ? null : html`, to <strong>${inbox.address}</strong>`}, or from the inbox to itself:</p><pre class="code" tabindex="0">${
      inbox === undefined
        ? html`TO=$(curl -s "$API/inboxes/${slug}" -H "Authorization: Bearer $KEY" | sed 's/.*"address": *"\\([^"]*\\)".*/\\1/')
`
        : html`TO='${inbox.address}'
`
    }curl -X POST "$API/inboxes/${slug}/messages" -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' -d '{"to": "'"$TO"'", "subject": "Hello", "body": "My first mail."}'</pre></li>
<li class="card"><h2>Read it</h2><p>An agent waits for mail, and reads it once it has been judged:</p><pre class="code" tabindex="0">curl "$API/inboxes/${slug}/messages?limit=5" -H "Authorization: Bearer $KEY"</pre><p><a href="/dashboard/overview">Look again</a>: numbers are here some seconds after the mail.</p></li>
</ol>`,
  )
}
