/** The mails that say that a webhook was switched off: with what it takes to switch it on again, or bare. */
import { limits } from '../../domain/limits.ts'
import { html } from '../../lib/html.ts'
import type { SystemMail } from '../account/system-mail.ts'

const title = 'A webhook was switched off'

/** For an address that somebody has confirmed. Of the URL it names the origin: its path and query may hold secrets. */
export function disabledWebhookMail({
  email,
  slug,
  inboxDomain,
  url,
  failingSince,
  replaySince,
  failed,
}: {
  email: string
  slug: string
  inboxDomain: string
  url: string
  /** ISO 8601. */
  failingSince: string
  /** From when on a replay has all that failed, in milliseconds since 1970. */
  replaySince: number
  /** Deliveries that have failed since then, counted up to `limits.webhookReplay`. */
  failed: number
}): SystemMail {
  const address = `${slug}@${inboxDomain}`
  const since = new Date(failingSince).toUTCString()
  const what = `The webhook of ${address} at ${new URL(url).origin} has answered nothing but failures since ${since}. After ${limits.webhookFailingDays} days of that it was switched off: nothing is pushed to it any more. Mail to the inbox is taken as before.`
  const on = 'Once the receiver works, switch the webhook on again:'
  const patch = `PATCH /inboxes/${slug}  {"webhook_enabled": true}`
  const count = `${failed}${failed === limits.webhookReplay ? ' or more' : ''}`
  const again = `Then have delivered what has failed (${count} so far):`
  const replay = `POST /inboxes/${slug}/webhook/replay  {"since": "${new Date(replaySince).toISOString()}"}`
  return {
    email,
    subject: `${title}: ${address}`,
    title,
    text: `${what}\n\n${on}\n${patch}\n\n${again}\n${replay}\n`,
    html: html`<p>${what}</p>
<p>${on}</p><pre>${patch}</pre>
<p>${again}</p><pre>${replay}</pre>`,
  }
}

/** For an address that nobody has confirmed, which may be a stranger's: nothing in it was chosen by who signed up. */
export function disabledWebhookMailToStranger(email: string, inboxDomain: string): SystemMail {
  const what = `A webhook of an account at ${inboxDomain} for which somebody gave this address has failed for ${limits.webhookFailingDays} days, and was switched off.`
  const more = 'If the account is yours, its inboxes say which. If it is not, do nothing.'
  return {
    email,
    subject: title,
    title,
    text: `${what}\n\n${more}\n`,
    html: html`<p>${what}</p><p>${more}</p>`,
  }
}
