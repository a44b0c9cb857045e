/** Mails the link that signs somebody in. */
import { html } from '../../lib/html.ts'
import type { Keyring } from '../../lib/keyring.ts'
import { findSignInLink, findSignInUsers } from '../../store/sign-in.ts'
import { textsIn } from '../../texts/index.ts'
import { makeSignInToken, signInPath } from './sign-in-link.ts'
import { type SystemMail, type SystemMailParts, workSystemMail } from './system-mail.ts'

export interface SignInMailParts extends SystemMailParts {
  keyring: Keyring
  /** Where pages are reached, without a slash at its end. */
  publicUrl: () => string
}

/** Takes jobs of people who want to sign in, until the queue stops. An address that no user has gets no mail. */
export async function workSignInMails(parts: SignInMailParts): Promise<void> {
  await workSystemMail(
    { queue: 'sign_in', idPrefix: 'sgi' },
    parts,
    async ({ data: { linkId, language } }) => {
      const link = await findSignInLink(parts.database, linkId)
      if (link === undefined || link.over) return null
      const users = await findSignInUsers(parts.database, link.email)
      return users.length === 0
        ? null
        : mailOf(linkId, link.email, users.find((one) => one.language !== null)?.language ?? language, parts)
    },
  )
}

function mailOf(
  linkId: string,
  email: string,
  language: string | undefined,
  { keyring, inboxDomain, publicUrl }: SignInMailParts,
): SystemMail {
  const link = `${publicUrl()}${signInPath}/${makeSignInToken(keyring, linkId)}`
  const texts = textsIn(language)
  const { subject, title, how, no } = texts.mails.signIn
  return {
    email,
    texts,
    subject: subject(inboxDomain),
    title,
    text: `${how}\n${link}\n\n${no}\n`,
    html: html`<p>${how}</p>
<p><a href="${link}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#fff;text-decoration:none">${title}</a></p>
<p style="color:#555;font-size:14px">${no}</p>`,
  }
}
