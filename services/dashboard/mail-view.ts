/** Mail on a page: escaped, or in a frame in which nothing runs. */
import type { Message } from '../../shared/domain/message.ts'
import type { RecipientField } from '../../shared/domain/outbound.ts'
import { furtherFields } from '../../shared/flow/outbound/approval/further-fields.ts'
import type { OpenReview } from '../../shared/flow/outbound/approval/review.ts'
import { truncate } from '../../shared/lib/clean-text.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine, shownText } from '../../shared/lib/shown-text.ts'
import type { ThreadExcerpt } from '../../shared/store/thread-excerpt.ts'
import { frameHeight } from './frame-height.ts'
import { linksView } from './links-view.ts'
import { peopleView } from './long-lines.ts'
import { markedHtml } from './marked-html.ts'
import { markedText } from './marked-text.ts'
import { valuePlacer } from './mask.ts'
import { time } from './page.ts'
import { type Grounds, groundsOf, type Passage } from './passages.ts'
import { texts } from './texts.ts'
import { fixed, number } from './words.ts'

const words = () => texts().mail
const fields = () => texts().fields

/** Characters of a body that the page shows; who wants more has the API. */
const longest = 200_000

const cut = (text: string): string =>
  text.length <= longest ? text : `${truncate(text, longest)}\n${words().cut(text.length - longest)}`

/** The header of the message, as it will be sent; Bcc is in the envelope only. */
export function envelopeView(
  message: Message,
  recipients: OpenReview['recipients'],
  marked: readonly Passage[],
): Html {
  const field = (name: string, of: RecipientField) => {
    const list = recipients.filter((one) => one.field === of).map(mailbox)
    return list.length === 0 ? null : html`<dt>${name}</dt><dd class="who">${peopleView(list)}</dd>`
  }
  const from = mailbox({ name: message.from_name, address: message.from })
  return html`<dl>
<dt>${fields().from}</dt><dd class="who">${from}</dd>
${field(fields().to, 'to')}${field(fields().cc, 'cc')}${field(fields().bcc, 'bcc')}
<dt>${fields().subject}</dt><dd>${markedText(message.subject, marked, shownLine)}</dd>
${furtherFields(message).map(({ name, value }) => html`<dt>${name.toLowerCase() === 'reply-to' ? fields().replyTo : shownLine(name)}</dt><dd>${shownLine(value)}</dd>`)}
</dl>`
}

const mailbox = ({ name, address }: { name: string; address: string }): string =>
  name === '' ? shownLine(address) : `${shownLine(name)} <${shownLine(address)}>`

/** The body of a message as far as a page shows it. */
export const shownBody = ({ body }: Pick<Message, 'body'>): string => cut(body.trimEnd())

/** What was found in a message, by where it stands in what a page shows of it. */
export function groundsIn(message: Message): Grounds {
  const place = valuePlacer(message)
  const detections = (message.security_analysis?.detections ?? []).map(({ evidence = [], ...detection }) => ({
    ...detection,
    evidence: evidence.map((piece) => place(piece) ?? piece),
  }))
  return groundsOf(detections, { subject: message.subject, body: shownBody(message) })
}

/**
 * The text, with `passages` marked in it, and the HTML part in a frame of its own: no scripts, no forms, nothing from
 * afar, no way out.
 */
export function bodyView(message: Message, passages: readonly Passage[]): Html {
  const body = shownBody(message)
  const text = html`<pre>${markedText(body, passages)}</pre>`
  if (message.html === null) return text
  const marked = passages.map(({ start, end }) => body.slice(start, end))
  const { html_sanitized: safe } = message
  const frame = safe === null ? null : markedHtml(safe, marked)
  // What was found has to be seen: marks that the frame lacks stand in the text part.
  const textOpen = passages.length > 0 && frame?.whole !== true
  return html`
${
  frame === null || safe === null
    ? html`<p class="note">${words().unsafeHtml}</p>`
    : html`<iframe title="${words().htmlPart}" sandbox="" referrerpolicy="no-referrer" style="height:${frameHeight(safe)}rem" srcdoc="${frameOf(frame.html)}"></iframe>
<p class="meta">${words().shownWithout}</p>
${linksView(safe)}`
}
<details${textOpen ? html` open` : null}><summary>${words().textPart}</summary>${text}</details>
<details><summary>${message.direction === 'outbound' ? words().sourceSent : words().sourceReceived}</summary><pre class="code" tabindex="0">${shownText(cut(message.html))}</pre></details>`
}

/** A document of the sanitized HTML; style attributes only, since the page's rules hold for it too. */
const frameOf = (sanitized: string): string =>
  `<!doctype html><meta charset="utf-8"><body style="margin:12px;font-family:sans-serif;color:#111;background:#fff;overflow-wrap:anywhere">${sanitized}</body>`

/** Each with a link to its content, below the page's own `path`, unless it is infected, or nobody knows yet. */
export function attachmentsView(
  { attachments }: Message,
  parts: OpenReview['parts'],
  path: string,
): Html | null {
  if (attachments.length === 0) return null
  return html`<section class="card"><h2>${words().attachments}</h2><ul>${attachments.map(
    ({ id, filename, content_type, size_bytes, scan_status }) =>
      html`<li>${
        scan_status === 'infected' || scan_status === 'pending'
          ? shownLine(filename)
          : html`<a href="${path}/attachments/${id}" download>${shownLine(filename)}</a>`
      } <span class="meta">${shownLine(content_type)}, ${size(size_bytes)}, ${words().scans[scan_status]}</span></li>`,
  )}</ul>
<details><summary>${words().partHeaders}</summary><pre class="code" tabindex="0">${parts
    .map((fields) => fields.map(({ name, value }) => shownLine(`${name}: ${value}`)).join('\n'))
    .join('\n\n')}</pre></details></section>`
}

/** Files that are seen at once, and as many as are never folded. */
const files = { first: 10, most: 20 }

/**
 * Names of its files and what became of their scans, without their contents; of many, the first, and how many there are
 * besides. What was not found to be clean stands above all others then, however much it is.
 */
export function filesView({ attachments }: Message): Html | null {
  if (attachments.length === 0) return null
  const clean = attachments.filter(({ scan_status }) => scan_status === 'clean')
  const unclean = attachments.filter(({ scan_status }) => scan_status !== 'clean')
  const folds = attachments.length > files.most
  const inOrder = folds ? [...unclean, ...clean] : attachments
  const seen = folds ? Math.max(files.first, unclean.length) : attachments.length
  const others = inOrder.slice(seen)
  return html`<section class="card"><h2>${words().attachments}</h2><ul>${inOrder.slice(0, seen).map(fileView)}</ul>${
    others.length === 0
      ? null
      : html`<details><summary>${words().further(others.length, attachments.length)}</summary><ul>${others.map(fileView)}</ul></details>`
  }</section>`
}

const fileView = ({
  filename,
  content_type,
  size_bytes,
  scan_status,
}: Message['attachments'][number]): Html =>
  html`<li>${shownLine(filename)} <span class="meta">${shownLine(content_type)}, ${size(size_bytes)}, ${words().scans[scan_status]}</span></li>`

function size(bytes: number): string {
  if (bytes < 1_000) return words().bytes(bytes)
  return bytes < 1_000_000
    ? words().kilobytes(number(Math.round(bytes / 1_000)))
    : words().megabytes(fixed(bytes / 1_000_000))
}

/** What was said before in the thread. */
export function threadView(thread: readonly ThreadExcerpt[]): Html | null {
  if (thread.length === 0) return null
  return html`<section class="card"><h2>${words().answers}</h2>${thread.map(
    ({ direction, from, subject, text, withheld, createdAt }) => html`<div class="mail">
<p class="meta">${direction === 'inbound' ? words().fromWhom(shownLine(from)) : words().sentBy(shownLine(from))}, ${time(createdAt)}${withheld ? `. ${words().distrust}` : ''}</p>
<p><strong>${shownLine(subject)}</strong></p>
<pre>${shownText(text)}</pre></div>`,
  )}</section>`
}
