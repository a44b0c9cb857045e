/** Mails the link that confirms an address. */
import type { SignupMode } from '../../domain/confirmation.ts'
import { limits } from '../../domain/limits.ts'
import { html } from '../../lib/html.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { Job } from '../../queue/queue.ts'
import { type ConfirmableUser, findConfirmableUser } from '../../store/signup.ts'
import { textsIn } from '../../texts/index.ts'
import { addressMark, makeConfirmationToken } from './confirmation-link.ts'
import { type SystemMail, type SystemMailParts, workSystemMail } from './system-mail.ts'

export interface ConfirmationParts extends SystemMailParts {
  keyring: Keyring
  /** Where pages are reached, without a slash at its end. */
  publicUrl: () => string
  /** How accounts come to be: what waits for the confirmation depends on it. */
  signup: SignupMode
}

/** Takes jobs of addresses that are to be confirmed, until the queue stops. */
export async function workConfirmations(parts: ConfirmationParts): Promise<void> {
  await workSystemMail({ queue: 'confirmation', idPrefix: 'cnf' }, parts, async (job) => {
    const { accountId, userId } = job.data
    const user = await findConfirmableUser(parts.database, accountId, userId)
    return user === undefined || user.confirmedAt !== null ? null : mailOf(job, user, parts)
  })
}

/** Whoever signed up chose the address and nothing else of this mail: it may be a stranger's. */
function mailOf(
  { data: { accountId, userId } }: Job<'confirmation'>,
  { email, language }: Pick<ConfirmableUser, 'email' | 'language'>,
  { keyring, inboxDomain, publicUrl, signup }: ConfirmationParts,
): SystemMail {
  const expiresAt = Date.now() + limits.confirmationHours * 3_600_000
  const token = makeConfirmationToken(keyring, { accountId, userId, address: addressMark(email), expiresAt })
  const link = `${publicUrl()}/confirm/${token}`
  const texts = textsIn(language)
  const words = texts.mails.confirmation
  const asked = words.asked(inboxDomain)
  const yes = words.yes(signup, texts.mails.time(new Date(expiresAt).toISOString()))
  const { title, no } = words
  return {
    email,
    texts,
    subject: words.subject(inboxDomain),
    title,
    text: `${asked}\n\n${yes}\n${link}\n\n${no}\n`,
    html: html`<p>${asked}</p><p>${yes}</p>
<p><a href="${link}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#fff;text-decoration:none">${words.open}</a></p>
<p style="color:#555;font-size:14px">${no}</p>`,
  }
}
