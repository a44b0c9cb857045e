/** The security levels of inboxes, each explained in a sentence. */
import { type SecurityLevel, securityLevels } from '../../shared/domain/security-level.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { texts } from './texts.ts'

export const levelWords = (level: SecurityLevel): { name: string; says: string } => texts().levels[level]

/** The choice of a level, in a form. */
export const levelChoice = (chosen: string): Html =>
  html`<fieldset><legend>${texts().levels.legend}</legend>${securityLevels.map(
    (level) =>
      html`<label class="check"><input type="radio" name="security_level" value="${level}"${level === chosen ? html` checked` : null}><span><strong>${levelWords(level).name}</strong> <span class="hint">${levelWords(level).says}</span></span></label>`,
  )}</fieldset>`
