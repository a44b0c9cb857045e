/** The form of one policy, and what it would have done to the newest messages, side by side with what was done. */
import type { Inbox } from '../../shared/domain/inbox.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { PolicyConfig, PolicyTypeName } from '../../shared/domain/policy.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { BacktestResult } from '../../shared/policy/backtest.ts'
import { policyTypes } from '../../shared/policy/index.ts'
import type { Fields } from './form.ts'
import { ownPage } from './frame.ts'
import { onceField } from './once.ts'
import { time } from './page.ts'
import { mayChange, policiesPath } from './policies-page.ts'
import { configFields, type Problems } from './policy-fields.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'
import { inWords, ofApi, statusWords, withCode } from './words.ts'

const words = () => texts().policies

/** A policy as a form says it. */
export interface GivenPolicy {
  name: string
  type: PolicyTypeName
  action: string
  /** Empty: all inboxes. */
  inbox_id: string
  config: PolicyConfig
}

/** What the page shows. */
export interface PolicyView {
  given: GivenPolicy
  /** Null: it is not made yet. */
  id: string | null
  inboxes: readonly Inbox[]
  /** That was refused and is shown again. */
  form?: Fields
  /** What the API says against it: of the whole, and by the key of the config or the field. */
  warning?: string
  problems?: Problems
  /** What came of trying it, with the subjects of those messages that are still among the newest. */
  tried?: { result: BacktestResult; subjects: ReadonlyMap<string, string> }
}

export function policyPage(view: PolicyView, visitor: Visitor): string {
  const { given, id, inboxes, form, warning, problems = new Map(), tried } = view
  const { name, type, action, inbox_id, config } = given
  const title = id === null ? words().newOf(inWords(type)) : name
  const said = (field: string) =>
    problems.has(field) ? html`<p class="problem" id="problem-${field}">${problems.get(field)!}</p>` : null
  const may = mayChange(visitor)
  const choices = inboxes.map((one) => [one.id, one.slug] as const)
  // Not all inboxes are listed. Without a choice that is the policy's own it would be saved for all of them.
  if (inbox_id !== '' && inboxes.every((one) => one.id !== inbox_id)) choices.push([inbox_id, inbox_id])
  return ownPage(
    `${shownLine(title)} · ${words().title}`,
    visitor,
    html`<p class="kicker"><a href="${policiesPath}">${words().title}</a> · ${inWords(type)}</p><h1>${shownLine(title)}</h1>
<p class="meta">${withCode(texts().names.policyType(type, policyTypes[type].description))}</p>
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
${tried === undefined ? null : outcome(tried)}
<form method="post" class="card" action="${policiesPath}/${id ?? 'new'}">${visitor.csrf}${id === null ? onceField(form) : null}<input type="hidden" name="type" value="${type}">
<label for="name">${words().name}</label><input type="text" id="name" name="name" value="${name}" required maxlength="${limits.policyNameCharacters}" autocomplete="off">${said('name')}
<fieldset><legend>${words().does}</legend>${policyTypes[type].actions.map((one) => html`<label class="check"><input type="radio" name="action" value="${one}"${one === action ? html` checked` : null} required><span>${words().actions[one]}</span></label>`)}</fieldset>${said('action')}
<label for="inbox_id">${words().for}</label><select id="inbox_id" name="inbox_id"><option value="">${words().everyInbox}</option>${choices.map(([choice, label]) => html`<option value="${choice}"${choice === inbox_id ? html` selected` : null}>${label}</option>`)}</select>${said('inbox_id')}
${configFields(type, config, problems)}
${
  may
    ? html`<div class="actions"><button class="approve" name="do" value="save">${id === null ? words().make : words().save}</button>${
        type === 'rate_limit'
          ? html`<p class="hint">${words().noTrial}</p>`
          : html`<button class="plain" name="do" value="try">${words().try}</button>`
      }</div>`
    : html`<p class="hint">${words().viewer}</p>`
}</form>`,
  )
}

function outcome({ result, subjects }: NonNullable<PolicyView['tried']>): Html {
  const { looked_at, changed, truncated, messages } = result
  const sum = looked_at === 0 ? words().nothingToTry : words().changedOf(changed, looked_at)
  return html`<section class="card" id="tried" role="status" aria-labelledby="tried-title"><h2 id="tried-title">${sum}</h2>
${truncated ? html`<p class="hint">${words().cut}</p>` : null}<p class="hint">${words().unsaved}</p>
${messages.map(
  ({ message_id, direction, created_at, before, after }) =>
    html`<div class="mail"><p class="title"><a href="/dashboard/mail/${message_id}">${shownSubject(subjects.get(message_id))}</a></p><p class="meta">${direction === 'inbound' ? words().received : words().sent} ${time(created_at)}</p>
<div class="pair"><div><p class="kicker">${words().now}</p>${side(before)}</div><div><p class="kicker">${words().withIt}</p>${side(after)}</div></div></div>`,
)}</section>`
}

const side = ({ effect, reason }: BacktestResult['messages'][number]['before']): Html =>
  html`<p>${statusWords(effect)}</p>${reason === null ? null : html`<p class="meta">${ofApi(shownLine(reason))}</p>`}`

function shownSubject(subject: string | undefined): string {
  if (subject === undefined) return words().older
  const shown = shownLine(subject).trim()
  return shown === '' ? texts().mail.noSubject : shown
}
