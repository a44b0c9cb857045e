/** The page of the audit log. */
import type { z } from 'zod'
import { auditEventTypes, auditSeverities } from '../../shared/domain/audit.ts'
import type { auditLogPage } from '../../shared/domain/audit-log.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import type { Visitor } from './visitor.ts'

/** Filters by name, as the endpoint takes them. */
type Filter = Readonly<Record<string, string>>

export function auditPage(
  { entries, next_cursor }: z.output<typeof auditLogPage>,
  filter: Filter,
  visitor: Visitor,
): string {
  const further = new URLSearchParams({ ...filter, cursor: next_cursor ?? '' })
  return ownPage(
    'Audit log',
    visitor,
    html`<h1>Audit log</h1>
<p class="meta">What has happened, newest first. Nobody can change it: each entry holds the hash of the one before. <code>GET /audit_log/export</code> answers all of it, with its chain.</p>
<form method="get" action="/dashboard/audit" class="filters">
${choice('event_type', 'What', auditEventTypes, filter.event_type)}${choice('severity', 'How grave', auditSeverities, filter.severity)}
<button class="plain">Filter</button></form>
${
  entries.length === 0
    ? html`<div class="card"><p>There are no such entries.</p></div>`
    : html`<ul class="queue">${entries.map(
        ({ event_type, severity, description, metadata, created_at }) =>
          html`<li class="card"><p class="kicker">${event_type} · <span class="score ${severity}">${severity}</span></p><p>${shownLine(description)}</p><p class="meta">${time(created_at)}</p>${
            Object.keys(metadata).length === 0
              ? null
              : html`<details><summary>Details</summary><dl>${Object.entries(metadata).map(([name, value]) => html`<dt>${shownLine(name)}</dt><dd>${shownLine(typeof value === 'string' ? value : JSON.stringify(value))}</dd>`)}</dl></details>`
          }</li>`,
      )}</ul>`
}
${next_cursor === null ? null : html`<p><a class="button plain" href="/dashboard/audit?${further.toString()}">Older ones</a></p>`}`,
  )
}

const choice = (name: string, label: string, values: readonly string[], chosen = ''): Html =>
  html`<span><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">All</option>${values.map((value) => html`<option${value === chosen ? html` selected` : null}>${value}</option>`)}</select></span>`
