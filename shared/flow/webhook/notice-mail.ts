/** The mails that say that a webhook was switched off: with what it takes to switch it on again, or bare. */
import { limits } from '../../domain/limits.ts'
import { html } from '../../lib/html.ts'
import { textsIn } from '../../texts/index.ts'
import type { SystemMail } from '../account/system-mail.ts'

/** For an address that somebody has confirmed. Of the URL it names the origin: its path and query may hold secrets. */
export function disabledWebhookMail({
  email,
  language,
  slug,
  inboxDomain,
  url,
  failingSince,
  replaySince,
  failed,
}: {
  email: string
  language: string | null
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
  const texts = textsIn(language)
  const { title, ...words } = texts.mails.webhook
  const since = texts.mails.time(failingSince)
  const what = words.what(address, new URL(url).origin, since)
  const { on } = words
  const patch = `PATCH /inboxes/${slug}  {"webhook_enabled": true}`
  const again = words.again(failed, failed === limits.webhookReplay)
  const replay = `POST /inboxes/${slug}/webhook/replay  {"since": "${new Date(replaySince).toISOString()}"}`
  return {
    email,
    texts,
    subject: words.subject(address),
    title,
    text: `${what}\n\n${on}\n${patch}\n\n${again}\n${replay}\n`,
    html: html`<p>${what}</p>
<p>${on}</p><pre>${patch}</pre>
<p>${again}</p><pre>${replay}</pre>`,
  }
}

/** For an address that nobody has confirmed, which may be a stranger's: nothing in it was chosen by who signed up. */
export function disabledWebhookMailToStranger(
  { email, language }: { email: string; language: string | null },
  inboxDomain: string,
): SystemMail {
  const texts = textsIn(language)
  const { title, toStranger, yours: more } = texts.mails.webhook
  const what = toStranger(inboxDomain)
  return {
    email,
    texts,
    subject: title,
    title,
    text: `${what}\n\n${more}\n`,
    html: html`<p>${what}</p><p>${more}</p>`,
  }
}
