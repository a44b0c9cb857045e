/** What the page of somebody's own settings shows. */
import { languages } from '../../shared/domain/language.ts'
import { limits } from '../../shared/domain/limits.ts'
import { type Notices, noticeChoices } from '../../shared/domain/user.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { PasskeyView } from '../../shared/store/passkey.ts'
import type { SessionView } from '../../shared/store/sign-in.ts'
import { textsIn } from '../../shared/texts/index.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import { newPasskeyForm, passkeysPath } from './passkey-forms.ts'
import { ownPasskeyScript } from './script.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'
import { saidOf } from './words.ts'

export const ownSettingsPath = '/dashboard/sessions'
const words = () => texts().own

export const noticesPath = '/dashboard/notices'
export const languagePath = '/dashboard/language'

export interface OwnSettings {
  notices: Notices
  sessions: readonly SessionView[]
  passkeys: readonly PasskeyView[]
  /** Whether one can be added: not where the service is at an IP address, and not long after signing in. */
  adding: 'now' | 'later' | 'no_site'
  /** The word of the address that the browser was sent on to. */
  done: string | undefined
}

export function ownSettingsPage(
  { notices, sessions, passkeys, adding, done = '' }: OwnSettings,
  visitor: Visitor,
): string {
  const said = saidOf(words().done, done)
  return ownPage(
    words().title,
    visitor,
    html`<h1>${words().title}</h1>
${said === null ? null : html`<p class="note good" role="status">${said}</p>`}
${noticesForm(notices, visitor)}
${languages.length > 1 ? languageForm(visitor) : null}
<section class="card" aria-labelledby="passkeys"><h2 id="passkeys">${texts().passkeys.title}</h2>
<p class="meta">${texts().passkeys.what}</p>
${passkeys.map((one) => passkeyItem(one, visitor.csrf))}
${adding === 'no_site' ? html`<p class="hint">${texts().passkeys.noSite}</p>` : null}
${adding === 'later' ? html`<p class="hint">${texts().passkeys.later}</p>` : null}
${adding === 'now' && passkeys.length < limits.passkeysPerUser ? newPasskeyForm(visitor.csrf) : null}</section>
<section aria-labelledby="sessions"><h2 id="sessions">${words().sessions}</h2>
<ul class="queue">${sessions.map((one) => sessionItem(one, visitor))}</ul></section>`,
    ownPasskeyScript,
  )
}

const noticesForm = (notices: Notices, { principal, csrf }: Visitor): Html => {
  const { title, what, choices, save, viewer } = words().notices
  const form = html`<form method="post" action="${noticesPath}">${csrf}<fieldset><legend>${what}</legend>${noticeChoices.map(
    (one) =>
      html`<label class="check"><input type="radio" name="notices" value="${one}"${one === notices ? html` checked` : null}><span>${choices[one]}</span></label>`,
  )}</fieldset><p><button class="approve">${save}</button></p></form>`
  return html`<section class="card" aria-labelledby="notices"><h2 id="notices">${title}</h2>
${principal.scopes.includes('approvals:write') ? form : html`<p class="meta">${viewer}</p>`}</section>`
}

const languageForm = ({ language: chosen, csrf }: Visitor): Html => {
  const { title, what, asBrowser, save } = words().language
  return html`<section class="card" aria-labelledby="language"><h2 id="language">${title}</h2><form method="post" action="${languagePath}">${csrf}<label for="language-choice">${what}</label>
<select id="language-choice" name="language"><option value="">${asBrowser}</option>${languages.map((one) => html`<option value="${one}" lang="${one}"${one === chosen ? html` selected` : null}>${textsIn(one).languageName}</option>`)}</select>
<p><button class="approve">${save}</button></p></form></section>`
}

const passkeyItem = ({ id, name, createdAt, lastUsedAt }: PasskeyView, csrf: Html): Html =>
  html`<div class="mail"><p class="title">${shownLine(name)}</p>
<p class="meta">${texts().passkeys.added} ${time(createdAt)}, ${lastUsedAt === null ? texts().passkeys.neverUsed : html`${texts().passkeys.lastUsed} ${time(lastUsedAt)}`}</p>
<form method="post" action="${passkeysPath}/remove">${csrf}<button class="reject" name="passkey" value="${id}" aria-label="${texts().passkeys.remove}: ${shownLine(name)}">${texts().passkeys.remove}</button></form></div>`

const sessionItem = (
  { keyId, address, userAgent, createdAt, expiresAt }: SessionView,
  { principal, csrf }: Visitor,
): Html =>
  html`<li class="card"><p>${userAgent === '' ? words().silentBrowser : userAgent}${keyId === principal.keyId ? html` <strong>(${words().thisOne})</strong>` : null}</p>
<p class="meta">${words().from} ${address}, ${words().since} ${time(createdAt)}, ${words().until} ${time(expiresAt)}</p>
<form method="post" action="${ownSettingsPath}">${csrf}<input type="hidden" name="session" value="${keyId}"><button class="reject">${words().endSession}</button></form></li>`
