/** The page on which people sign in: a link is mailed to them, or their browser has a passkey. */
import type { PasskeySite } from '../../shared/flow/account/passkeys.ts'
import { signInPath } from '../../shared/flow/account/sign-in-link.ts'
import { html } from '../../shared/lib/html.ts'
import { kickerOf } from './frame.ts'
import { page } from './page.ts'
import { signInForm } from './passkey-forms.ts'
import { signInScript } from './script.ts'
import { texts } from './texts.ts'

const words = () => texts().signIn

/** `site`: where passkeys are of; null: the service is at an address that none can be of. */
export const signInPage = ({
  site,
  warning,
  ended = false,
}: {
  site: PasskeySite | null
  warning?: string
  ended?: boolean
}): string =>
  page(
    words().title,
    html`<p class="kicker">${kickerOf(words().kicker)}</p><h1>${words().title}</h1>
${ended ? html`<p class="note" role="status">${words().ended}</p>` : null}
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
<form class="card" method="post" action="${signInPath}"><label for="email">${words().address}</label>
<input type="email" id="email" name="email" autocomplete="email" required>
<p class="hint">${words().hint}</p>
<p><button class="approve">${words().button}</button></p></form>
${
  site === null
    ? null
    : html`${signInForm()}
${signInScript.element}`
}`,
  )
