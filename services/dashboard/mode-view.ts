/** What the pages say of the mode that they show: all sessions are of the live one. */
import type { Mode } from '../../shared/domain/principal.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { texts } from './texts.ts'
import { withCode } from './words.ts'

/** The mode, beside the name of the service. */
export const modeMark = (mode: Mode): Html => html`<span class="mode">${texts().frame.modes[mode]}</span>`

/** Where somebody may miss what they made in the sandbox: where that is. */
export const liveAlone = (): Html => html`<p class="hint">${withCode(texts().frame.liveAlone)}</p>`
