/** Mails somebody who is invited to an account where to sign in. */
import { html } from '../../lib/html.ts'
import { findInvited, type Invited } from '../../store/user.ts'
import { textsIn } from '../../texts/index.ts'
import { signInPath } from './sign-in-link.ts'
import { type SystemMail, type SystemMailParts, workSystemMail } from './system-mail.ts'

export interface InvitationParts extends SystemMailParts {
  /** Where pages are reached, without a slash at its end. */
  publicUrl: () => string
}

/** Takes jobs of people who are invited, until the queue stops. */
export async function workInvitations(parts: InvitationParts): Promise<void> {
  await workSystemMail({ queue: 'invitation', idPrefix: 'ivt' }, parts, async ({ data }) => {
    const invited = await findInvited(parts.database, data.accountId, data.userId)
    return invited === undefined ? null : mailOf(invited, parts)
  })
}

/**
 * The page asks for the address, and mails it a link: what stands here opens nothing. Whoever invites chose the address
 * and nothing else of this mail: it may be a stranger's.
 */
function mailOf(
  { email, role, inviter, language }: Invited,
  { inboxDomain, publicUrl }: InvitationParts,
): SystemMail {
  const page = `${publicUrl()}${signInPath}`
  const texts = textsIn(language)
  const { subject, title, may, asked: askedBy, yes, no, open } = texts.mails.invitation
  const asked = askedBy(inviter, inboxDomain, may[role])
  return {
    email,
    texts,
    subject: subject(inboxDomain),
    title,
    text: `${asked}\n\n${yes}\n${page}\n\n${no}\n`,
    html: html`<p>${asked}</p><p>${yes}</p>
<p><a href="${page}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#fff;text-decoration:none">${open}</a></p>
<p style="color:#555;font-size:14px">${no}</p>`,
  }
}
