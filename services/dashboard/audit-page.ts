/** What the page of the audit log shows. */
import type { z } from 'zod'
import { auditEventTypes, auditSeverities } from '../../shared/domain/audit.ts'
import type { auditLogPage } from '../../shared/domain/audit-log.ts'
import type { Inbox } from '../../shared/domain/inbox.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { ChainCheck } from './check-chain.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import type { Visitor } from './visitor.ts'

export const auditPath = '/dashboard/audit'

/** What the page shows. */
export interface AuditView {
  found: z.output<typeof auditLogPage>
  /** Filters by name, as the address has them. */
  filters: Readonly<Record<string, string>>
  inboxes: readonly Inbox[]
  warning?: string
  /** What came of a check of the chain a moment ago. */
  check?: ChainCheck
}

export function auditPage(
  { found: { entries, next_cursor }, filters, inboxes, warning, check }: AuditView,
  visitor: Visitor,
): string {
  const slugs = new Map(inboxes.map(({ id, slug }) => [id, slug]))
  const chosen = new URLSearchParams(filters).toString()
  const further = new URLSearchParams({ ...filters, cursor: next_cursor ?? '' })
  const plain = (values: readonly string[]) => values.map((value) => [value, value] as const)
  return ownPage(
    'Audit log',
    visitor,
    html`<h1>Audit log</h1>
<p class="meta">What has happened, newest first. Nobody can change it unseen: each entry holds the hash of the one before.</p>
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
${check === undefined ? null : checked(check)}
<form method="get" action="${auditPath}" class="filters">
${choice('event_type', 'What', plain(auditEventTypes), filters.event_type)}${choice('severity', 'How grave', plain(auditSeverities), filters.severity)}
${choice(
  'inbox_id',
  'Inbox',
  inboxes.map(({ id, slug }) => [id, slug] as const),
  filters.inbox_id,
)}
<span><label for="since">Since</label><input type="date" id="since" name="since" value="${filters.since ?? ''}"></span>
<button class="plain">Filter</button></form>
<div class="actions"><a class="button plain" href="${auditPath}/export${chosen === '' ? '' : `?${chosen}`}" download>Export as a file</a>
<form method="post" action="${auditPath}">${visitor.csrf}<button class="plain">Check the chain</button></form></div>
${
  entries.length === 0
    ? html`<div class="card"><p>There are no such entries.</p></div>`
    : html`<ul class="queue">${entries.map(
        ({ event_type, severity, description, metadata, inbox_id, created_at }) =>
          html`<li class="card"><p class="kicker">${event_type} · <span class="score ${severity}">${severity}</span>${inbox_id === null ? null : ` · ${slugs.get(inbox_id) ?? inbox_id}`}</p><p>${shownLine(description)}</p><p class="meta">${time(created_at)}</p>${
            Object.keys(metadata).length === 0
              ? null
              : html`<details><summary>Details</summary><dl>${Object.entries(metadata).map(([name, value]) => html`<dt>${shownLine(name)}</dt><dd>${shownLine(typeof value === 'string' ? value : JSON.stringify(value))}</dd>`)}</dl></details>`
          }</li>`,
      )}</ul>`
}
${next_cursor === null ? null : html`<p><a class="button plain" href="${auditPath}?${further.toString()}">Older ones</a></p>`}`,
  )
}

function checked({ checked, broken, cut }: ChainCheck): Html {
  const count = `${checked.toLocaleString('en')} ${checked === 1 ? 'entry' : 'entries'}`
  if (broken !== null)
    return html`<p class="note bad" role="alert">The chain is broken at entry ${broken}: it was changed, removed or put in after it was written.</p>`
  return html`<p class="note good" role="status">${
    cut
      ? `The first ${count} fit each other. Check the rest with the command audit:verify.`
      : `The chain is whole: ${count}, each with the hash of the one before.`
  }</p>`
}

const choice = (
  name: string,
  label: string,
  values: readonly (readonly [string, string])[],
  chosen = '',
): Html =>
  html`<span><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">All</option>${values.map(([value, words]) => html`<option value="${value}"${value === chosen ? html` selected` : null}>${words}</option>`)}</select></span>`
