/** What the page of settings shows. */
import type { z } from 'zod'
import type { accountOverview } from '../../shared/domain/account.ts'
import type { NoticeChannel } from '../../shared/domain/notice-channel.ts'
import { html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import { ownPage } from './frame.ts'
import { channelsNote, channelsSection, type SaidOfChannels } from './notice-channels-view.ts'
import { time } from './page.ts'
import { texts } from './texts.ts'
import type { DomainFinding, Visitor } from './visitor.ts'
import { inWords, ofApi, withCode } from './words.ts'

const levels: Readonly<Record<DomainFinding['outcome'], string>> = {
  ok: 'low',
  warn: 'medium',
  fail: 'high',
  skip: '',
}

export function settingsPage(
  {
    account,
    domain,
    findings,
    channels,
    said,
  }: {
    account: z.output<typeof accountOverview>
    domain: string
    findings: readonly DomainFinding[]
    channels: readonly NoticeChannel[]
    said: SaidOfChannels
  },
  visitor: Visitor,
): string {
  const words = texts().settings
  const mended = findings.filter(({ mend }) => mend !== undefined).length
  return ownPage(
    words.title,
    visitor,
    html`<h1>${words.title}</h1>
${channelsNote(said)}
<section class="card" aria-labelledby="domain"><h2 id="domain">${domain}</h2>
<p class="meta">${words.domainOf} ${mended === 0 ? words.nothingMissing : words.publish}</p>
${findings.map(
  ({ name, outcome, found, mend }) =>
    html`<div class="mail"><h3>${name} <span class="score ${levels[outcome]}">${words.outcomes[outcome]}</span></h3><p>${ofApi(shownLine(found))}</p>${mend === undefined ? null : html`<pre class="code" tabindex="0" aria-label="${words.mend(name)}">${shownLine(mend)}</pre>`}</div>`,
)}</section>
${channelsSection(channels, visitor, said)}
<section class="card" aria-labelledby="account"><h2 id="account">${words.account}</h2><dl><dt>${words.organisation}</dt><dd>${shownLine(account.organization_name)}</dd><dt>${words.contact}</dt><dd>${account.contact_email}</dd><dt>${words.plan}</dt><dd>${inWords(account.plan)}</dd><dt>${words.id}</dt><dd><code>${account.id}</code></dd><dt>${words.since}</dt><dd>${time(account.created_at)}</dd></dl>
<p class="hint">${withCode(words.export)}</p></section>`,
  )
}
