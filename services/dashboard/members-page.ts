/** What the page of an account's members shows; forms to those only who may use them. */
import { type Role, roles, type User } from '../../shared/domain/user.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { Fields } from './form.ts'
import { ownPage } from './frame.ts'
import { onceField } from './once.ts'
import { time } from './page.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'
import { saidOf } from './words.ts'

const words = () => texts().members

export const membersPath = '/dashboard/members'

/** What the page says of the form that was sent. */
export interface Said {
  /** The word of the address that the browser was sent on to. */
  done?: string
  warning?: string
  /** That is shown again. */
  form?: Fields
}

export function membersPage(
  users: readonly User[],
  visitor: Visitor,
  { done = '', warning, form }: Said,
): string {
  const manages = visitor.principal.scopes.includes('account:write')
  const said = saidOf(words().done, done)
  return ownPage(
    words().title,
    visitor,
    html`<h1>${words().title}</h1>
${said === null ? null : html`<p class="note good" role="status">${said}</p>`}
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
<ul class="queue">${users.map((user) => item(user, visitor, manages))}</ul>
${manages ? inviteForm(visitor, form?.action === 'invite' ? form : {}) : html`<p class="meta">${words().ownersManage}</p>`}`,
  )
}

function item(user: User, { principal, csrf }: Visitor, manages: boolean): Html {
  const { id, email, role, email_confirmed_at, sessions, api_keys, created_at } = user
  const isMe = id === principal.userId
  const waits = email_confirmed_at === null && sessions === 0
  const facts = [
    ...(waits ? [words().notYet] : sessions === 0 ? [] : [words().signedIn(sessions)]),
    ...(api_keys === 0 ? [] : [words().hasKeys(api_keys)]),
  ]
  return html`<li class="card"><p class="title">${shownLine(email)}${isMe ? ` ${words().you}` : null}</p>
<p class="meta">${roleWords(role)}. ${words().since} ${time(created_at)}${facts.map((fact) => `, ${fact}`)}.</p>
${manages ? html`<div class="actions">${changeForm(user, csrf)}${removeForm(user, csrf)}</div>` : null}</li>`
}

const roleWords = (role: Role): string => `${words().roles[role].name}: ${words().roles[role].says}`

const roleOptions = (chosen: string): Html[] =>
  roles.map((role) =>
    role === chosen
      ? html`<option value="${role}" selected>${roleWords(role)}</option>`
      : html`<option value="${role}">${roleWords(role)}</option>`,
  )

const changeForm = ({ id, role, email }: User, csrf: Html): Html =>
  html`<details class="more"><summary class="button" aria-label="${words().changeOf(shownLine(email))}">${words().change}</summary>
<form method="post" action="${membersPath}">${csrf}<input type="hidden" name="action" value="change"><input type="hidden" name="user" value="${id}">
<label for="role-${id}">${words().role}</label><select id="role-${id}" name="role">${roleOptions(role)}</select>
<p class="hint">${words().changeHint}</p>
<p><button class="approve">${words().changeIt}</button></p></form></details>`

const removeForm = ({ id, email, api_keys }: User, csrf: Html): Html =>
  html`<details class="reject"><summary class="button" aria-label="${words().removeOf(shownLine(email))}">${words().remove}</summary>
<form method="post" action="${membersPath}">${csrf}<input type="hidden" name="action" value="remove"><input type="hidden" name="user" value="${id}">
${
  api_keys === 0
    ? null
    : html`<label class="check"><input type="checkbox" name="keys" value="keep"> ${words().keepKeys(api_keys)}</label>`
}
<p><button class="reject">${words().removeThem}</button></p></form></details>`

const inviteForm = ({ csrf }: Visitor, form: Fields): Html => {
  const { email = '', role = 'reviewer' } = form
  return html`<section class="card"><h2>${words().invite}</h2>
<form method="post" action="${membersPath}">${csrf}${onceField(form)}<input type="hidden" name="action" value="invite">
<label for="email">${words().address}</label><input type="email" id="email" name="email" value="${email}" autocomplete="off" required>
<label for="role">${words().role}</label><select id="role" name="role">${roleOptions(role)}</select>
<p><button class="approve">${words().inviteThem}</button></p></form></section>`
}
