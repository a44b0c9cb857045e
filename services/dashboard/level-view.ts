/** The security levels of inboxes, each explained in a sentence. */
import { type SecurityLevel, securityLevels } from '../../shared/domain/security-level.ts'
import { type Html, html } from '../../shared/lib/html.ts'

export const levelWords: Readonly<Record<SecurityLevel, { name: string; says: string }>> = {
  receive_only: {
    name: 'Receive only',
    says: 'Dangerous mail is withheld. The agent can not send.',
  },
  guarded_receive: {
    name: 'Guarded, receive only',
    says: 'Dangerous and suspicious mail is withheld. The agent can not send.',
  },
  guarded_send: {
    name: 'Guarded',
    says: 'Dangerous mail is withheld. The agent sends, and what is risky waits for you.',
  },
  full_lockdown: {
    name: 'Full lockdown',
    says: 'Dangerous and suspicious mail is withheld. Everything that the agent sends waits for you.',
  },
}

/** The choice of a level, in a form. */
export const levelChoice = (chosen: string): Html =>
  html`<fieldset><legend>Security level</legend>${securityLevels.map(
    (level) =>
      html`<label class="check"><input type="radio" name="security_level" value="${level}"${level === chosen ? html` checked` : null}><span><strong>${levelWords[level].name}</strong> <span class="hint">${levelWords[level].says}</span></span></label>`,
  )}</fieldset>`
