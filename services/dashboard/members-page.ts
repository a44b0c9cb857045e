/** What the page of an account's members shows; forms to those only who may use them. */
import { type Role, roles, type User } from '../../shared/domain/user.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { Fields } from './form.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import type { Visitor } from './visitor.ts'

export const membersPath = '/dashboard/members'

/** What the page says of the form that was sent. */
export interface Said {
  /** The word of the address that the browser was sent on to. */
  done?: string
  warning?: string
  /** That is shown again. */
  form?: Fields
}

const doneSentences: Readonly<Record<string, string>> = {
  invited: 'Invited: a mail that says where to sign in is on its way.',
  changed: 'Changed: they sign in anew, and have the new role.',
  removed: 'Removed: they are signed out everywhere.',
}

const roleSentences: Readonly<Record<Role, string>> = {
  owner: 'does everything',
  reviewer: 'reads, and decides what waits',
  viewer: 'reads',
}

export function membersPage(
  users: readonly User[],
  visitor: Visitor,
  { done = '', warning, form }: Said,
): string {
  const manages = visitor.principal.scopes.includes('account:write')
  const said = Object.hasOwn(doneSentences, done) ? doneSentences[done]! : null
  return ownPage(
    'Members',
    visitor,
    html`<h1>Members</h1>
${said === null ? null : html`<p class="note good" role="status">${said}</p>`}
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
<ul class="queue">${users.map((user) => item(user, visitor, manages))}</ul>
${manages ? inviteForm(visitor, form?.action === 'invite' ? form : {}) : html`<p class="meta">Owners invite, and change roles.</p>`}`,
  )
}

function item(user: User, { principal, csrf }: Visitor, manages: boolean): Html {
  const { id, email, role, email_confirmed_at, sessions, api_keys, created_at } = user
  const isMe = id === principal.userId
  const waits = email_confirmed_at === null && sessions === 0
  const facts = [
    waits ? 'has not signed in yet' : counted(sessions, 'is signed in in', 'browser'),
    counted(api_keys, 'has', 'API key'),
  ].filter((fact) => fact !== '')
  return html`<li class="card"><p class="title">${shownLine(email)}${isMe ? ' (you)' : null}</p>
<p class="meta">${roleName(role)}: ${roleSentences[role]}. Here since ${time(created_at)}${facts.map((fact) => `, ${fact}`)}.</p>
${manages ? html`<div class="actions">${changeForm(user, csrf)}${removeForm(user, csrf)}</div>` : null}</li>`
}

const counted = (count: number, before: string, noun: string): string =>
  count === 0 ? '' : `${before} ${count} ${noun}${count === 1 ? '' : 's'}`

const roleName = (role: Role): string => `${role[0]!.toUpperCase()}${role.slice(1)}`

const roleOptions = (chosen: string): Html[] =>
  roles.map((role) =>
    role === chosen
      ? html`<option value="${role}" selected>${roleName(role)}: ${roleSentences[role]}</option>`
      : html`<option value="${role}">${roleName(role)}: ${roleSentences[role]}</option>`,
  )

const changeForm = ({ id, role, email }: User, csrf: Html): Html =>
  html`<details class="more"><summary class="button" aria-label="Change the role of ${shownLine(email)}">Change the role</summary>
<form method="post" action="${membersPath}">${csrf}<input type="hidden" name="action" value="change"><input type="hidden" name="user" value="${id}">
<label for="role-${id}">Role</label><select id="role-${id}" name="role">${roleOptions(role)}</select>
<p class="hint">They are signed out and sign in anew. API keys that they have made stay as they are.</p>
<p><button class="approve">Change it</button></p></form></details>`

const removeForm = ({ id, email, api_keys }: User, csrf: Html): Html =>
  html`<details class="reject"><summary class="button" aria-label="Remove ${shownLine(email)}">Remove</summary>
<form method="post" action="${membersPath}">${csrf}<input type="hidden" name="action" value="remove"><input type="hidden" name="user" value="${id}">
${
  api_keys === 0
    ? null
    : html`<label class="check"><input type="checkbox" name="keys" value="keep"> ${api_keys === 1 ? 'Their API key goes' : `Their ${api_keys} API keys go`} on working, for the agents that use it</label>`
}
<p><button class="reject">Remove them, at once</button></p></form></details>`

const inviteForm = ({ csrf }: Visitor, { email = '', role = 'reviewer' }: Fields): Html =>
  html`<section class="card"><h2>Invite somebody</h2>
<form method="post" action="${membersPath}">${csrf}<input type="hidden" name="action" value="invite">
<label for="email">Their mail address</label><input type="email" id="email" name="email" value="${email}" autocomplete="off" required>
<label for="role">Role</label><select id="role" name="role">${roleOptions(role)}</select>
<p><button class="approve">Invite them</button></p></form></section>`
