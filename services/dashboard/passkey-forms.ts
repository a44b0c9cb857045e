/** The forms that need a passkey: seen where scripts run, in browsers that know passkeys. */
import { limits } from '../../shared/domain/limits.ts'
import { signInPath } from '../../shared/flow/account/sign-in-link.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { texts } from './texts.ts'

export const signInByPasskeyPath = `${signInPath}/passkey`
export const passkeysPath = '/dashboard/passkeys'

/** `way`: what of the Web Authentication API it needs. Where it is sent to, `/challenge` below that says what is to be signed. */
const passkeyForm = (way: 'create' | 'get', action: string, content: Html): Html =>
  html`<form method="post" action="${action}" data-passkey="${way}" data-ask="${action}/challenge"><input type="hidden" name="credential">${content}<p class="problem" role="alert" hidden data-said="${texts().passkeys.stopped}"></p></form>`

/** Signs in. */
export const signInForm = (): Html =>
  passkeyForm(
    'get',
    signInByPasskeyPath,
    html`<div class="card"><p><button class="plain">${texts().signIn.passkey}</button></p><p class="hint">${texts().signIn.passkeyHint}</p></div>`,
  )

/** Adds one. */
export const newPasskeyForm = (csrf: Html): Html =>
  passkeyForm(
    'create',
    passkeysPath,
    html`${csrf}<label for="passkey-name">${texts().passkeys.nameLabel}</label><input type="text" id="passkey-name" name="name" value="${texts().passkeys.name}" maxlength="${limits.passkeyNameCharacters}" autocomplete="off" required>
<p><button class="approve">${texts().passkeys.add}</button></p>`,
  )
