/** What the page of settings shows. */
import type { z } from 'zod'
import type { accountOverview } from '../../shared/domain/account.ts'
import { html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import type { DomainFinding, Visitor } from './visitor.ts'
import { inWords } from './words.ts'

const outcomes: Readonly<Record<DomainFinding['outcome'], { word: string; level: string }>> = {
  ok: { word: 'in order', level: 'low' },
  warn: { word: 'could be better', level: 'medium' },
  fail: { word: 'missing or wrong', level: 'high' },
  skip: { word: 'not looked at', level: '' },
}

export function settingsPage(
  {
    account,
    domain,
    findings,
  }: { account: z.output<typeof accountOverview>; domain: string; findings: readonly DomainFinding[] },
  visitor: Visitor,
): string {
  const mended = findings.filter(({ mend }) => mend !== undefined).length
  return ownPage(
    'Settings',
    visitor,
    html`<h1>Settings</h1>
<section class="card" aria-labelledby="domain"><h2 id="domain">${domain}</h2>
<p class="meta">The domain of all inboxes. ${mended === 0 ? 'There is nothing to publish.' : 'Publish what is missing where its DNS is kept: without it mail does not arrive, or is taken for spam.'}</p>
${findings.map(
  ({ name, outcome, found, mend }) =>
    html`<div class="mail"><h3>${name} <span class="score ${outcomes[outcome].level}">${outcomes[outcome].word}</span></h3><p>${shownLine(found)}</p>${mend === undefined ? null : html`<pre class="code" tabindex="0" aria-label="What to do about ${name}">${shownLine(mend)}</pre>`}</div>`,
)}</section>
<section class="card" aria-labelledby="account"><h2 id="account">Account</h2><dl><dt>Organisation</dt><dd>${shownLine(account.organization_name)}</dd><dt>Contact</dt><dd>${account.contact_email}</dd><dt>Plan</dt><dd>${inWords(account.plan)}</dd><dt>Id</dt><dd><code>${account.id}</code></dd><dt>Since</dt><dd>${time(account.created_at)}</dd></dl>
<p class="hint"><code>npx agent-email export</code> saves everything that the account has, and <code>DELETE /account</code> deletes it.</p></section>`,
  )
}
