/** What the page of the audit log shows. */
import type { z } from 'zod'
import type { ApiKey } from '../../shared/domain/api-key.ts'
import { actorOf, auditEventTypes, auditSeverities } from '../../shared/domain/audit.ts'
import type { auditLogPage } from '../../shared/domain/audit-log.ts'
import { isId } from '../../shared/domain/ids.ts'
import type { Inbox } from '../../shared/domain/inbox.ts'
import type { User } from '../../shared/domain/user.ts'
import { truncate } from '../../shared/lib/clean-text.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { ChainCheck } from './check-chain.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'
import { ofApi } from './words.ts'

export const auditPath = '/dashboard/audit'

/** What the page shows. */
export interface AuditView {
  found: z.output<typeof auditLogPage>
  /** Filters by name, as the address has them. */
  filters: Readonly<Record<string, string>>
  inboxes: readonly Inbox[]
  /** Who may have done something: users, and keys. */
  users: readonly User[]
  keys: readonly ApiKey[]
  /** Subjects of messages that entries are about, without secrets; those that are gone are left out. */
  subjects: ReadonlyMap<string, string>
  warning?: string
  /** What came of a check of the chain a moment ago. */
  check?: ChainCheck
}

export function auditPage(view: AuditView, visitor: Visitor): string {
  const { found, filters, inboxes, users, keys, subjects, warning, check } = view
  const { entries, next_cursor } = found
  const words = texts().audit
  const slugs = new Map(inboxes.map(({ id, slug }) => [id, slug]))
  const chosen = new URLSearchParams(filters).toString()
  const further = new URLSearchParams({ ...filters, cursor: next_cursor ?? '' })
  const people = users.map(({ id, email }) => [id, shownLine(email)] as const)
  const named = keys.map(({ id, name, key_prefix }) => [id, words.key(shownLine(name), key_prefix)] as const)
  const actors = new Map([...people, ...named])
  return ownPage(
    words.title,
    visitor,
    html`<h1>${words.title}</h1>
<p class="meta">${words.what}</p>
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
${check === undefined ? null : checked(check)}
<form method="get" action="${auditPath}" class="filters">
${choice('event_type', words.filters.event, eventChoices(), filters.event_type)}${choice('severity', words.filters.severity, severityChoices(), filters.severity)}
<span><label for="actor">${words.filters.actor}</label><select id="actor" name="actor"><option value="">${words.filters.all}</option>${gone(filters.actor, actors)}<optgroup label="${words.filters.people}">${options(people, filters.actor)}</optgroup>${named.length === 0 ? null : html`<optgroup label="${words.filters.keys}">${options(named, filters.actor)}</optgroup>`}</select></span>
${choice(
  'inbox_id',
  words.filters.inbox,
  inboxes.map(({ id, slug }) => [id, slug] as const),
  filters.inbox_id,
)}
<span><label for="since">${words.filters.since} <span class="hint">(${texts().mail.utc})</span></label><input type="date" id="since" name="since" value="${filters.since ?? ''}"></span>
<button class="plain">${words.filters.apply}</button></form>
<div class="actions"><a class="button plain" href="${auditPath}/export${chosen === '' ? '' : `?${chosen}`}" download>${words.export}</a>
<form method="post" action="${auditPath}">${visitor.csrf}<button class="plain">${words.check}</button></form></div>
${
  entries.length === 0
    ? html`<div class="card"><p>${words.none}</p></div>`
    : html`<ul class="queue">${entries.map((entry) => item(entry, slugs, actors, subjects))}</ul>`
}
${next_cursor === null ? null : html`<p><a class="button plain" href="${auditPath}?${further.toString()}">${words.older}</a></p>`}`,
  )
}

const eventChoices = () =>
  auditEventTypes.map((type) => [type, `${texts().audit.events[type]} (${type})`] as const)
const severityChoices = () => auditSeverities.map((one) => [one, texts().audit.severities[one]] as const)

function item(
  entry: AuditView['found']['entries'][number],
  slugs: ReadonlyMap<string, string>,
  actors: ReadonlyMap<string, string>,
  subjects: ReadonlyMap<string, string>,
): Html {
  const { event_type, severity, description, metadata, inbox_id, created_at } = entry
  const { events, severities, by, details } = texts().audit
  return html`<li class="card"><p class="kicker">${events[event_type]} <code>${event_type}</code> · <span class="score ${severity}">${severities[severity]}</span>${inbox_id === null ? null : ` · ${slugs.get(inbox_id) ?? inbox_id}`}</p><p>${ofApi(shownLine(description))}${messageOf(metadata, subjects)}</p><p class="meta">${time(created_at)}${actorsOf(entry).map((id) => html` · ${by} <a href="${auditPath}?actor=${encodeURIComponent(id)}">${actors.get(id) ?? id}</a>`)}</p>${
    Object.keys(metadata).length === 0
      ? null
      : html`<details><summary>${details}</summary><dl>${Object.entries(metadata).map(([name, value]) => html`<dt>${shownLine(name)}</dt><dd>${shownLine(typeof value === 'string' ? value : JSON.stringify(value))}</dd>`)}</dl></details>`
  }</li>`

  /** A person first; the key of somebody who is signed in says no more. */
  function actorsOf(one: typeof entry): string[] {
    const { userId, keyId } = actorOf(one)
    if (keyId !== null && actors.has(keyId)) return [keyId]
    const id = userId ?? keyId
    return id === null ? [] : [shownLine(id)]
  }
}

/** Characters of a subject. */
const subjectCharacters = 80

/** The message that an entry is about, by its subject. */
function messageOf(metadata: object, subjects: ReadonlyMap<string, string>): Html | null {
  const id = messageIdOf({ metadata })
  const subject = id === null ? undefined : subjects.get(id)
  if (id === null || subject === undefined) return null
  const line = shownLine(subject).trim()
  return html` <a href="/dashboard/mail/${id}">${line === '' ? texts().mail.noSubject : truncate(line, subjectCharacters)}</a>`
}

/** The id of the message that an entry of the audit log is about; null where it is about none. */
export function messageIdOf({ metadata }: { metadata: object }): string | null {
  const id = (metadata as { message_id?: unknown }).message_id
  return typeof id === 'string' && isId('message', id) ? id : null
}

function checked({ checked, broken, cut }: ChainCheck): Html {
  const { chain } = texts().audit
  if (broken !== null) return html`<p class="note bad" role="alert">${chain.broken(broken)}</p>`
  return html`<p class="note good" role="status">${cut ? chain.cut(checked) : chain.whole(checked)}</p>`
}

type Choices = readonly (readonly [string, string])[]

const options = (values: Choices, chosen = ''): Html[] =>
  values.map(
    ([value, words]) =>
      html`<option value="${value}"${value === chosen ? html` selected` : null}>${words}</option>`,
  )

/** Somebody who is chosen, and gone. */
const gone = (actor: string | undefined, actors: ReadonlyMap<string, string>): Html | null =>
  actor === undefined || actors.has(actor)
    ? null
    : html`<option value="${actor}" selected>${shownLine(actor)}</option>`

const choice = (name: string, label: string, values: Choices, chosen?: string): Html =>
  html`<span><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">${texts().audit.filters.all}</option>${options(values, chosen)}</select></span>`
