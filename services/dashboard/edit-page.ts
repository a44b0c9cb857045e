/** The page on which a reviewer edits a message that waits, and what its form says. */
import type { EditBody } from '../../shared/domain/approval.ts'
import type { Message } from '../../shared/domain/message.ts'
import type { RecipientField } from '../../shared/domain/outbound.ts'
import type { OpenReview } from '../../shared/flow/outbound/approval/review.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownText } from '../../shared/lib/shown-text.ts'
import { writeMailbox } from '../../shared/mail/compose/address-list.ts'
import { page } from './page.ts'
import { hiddenFields } from './review-page.ts'
import { secretsInEdit } from './secrets-view.ts'
import { texts } from './texts.ts'

const words = () => texts().edit
const names = () => texts().fields

/** The fields of the form as text; `html` is null where the message has no HTML part. */
export interface EditFields {
  to: string
  cc: string
  bcc: string
  subject: string
  body: string
  html: string | null
}

/** What a form shows; `textOnly`: the HTML part is to go, as was said in the form before. */
export type ShownFields = EditFields & { textOnly?: boolean }

const lineEnds = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/** What the form begins with. */
export function fieldsOf({
  recipients,
  message,
}: {
  recipients: readonly { field: RecipientField; address: string; name?: string }[]
  message: Pick<Message, 'subject' | 'body' | 'html'>
}): EditFields {
  const list = (of: RecipientField) =>
    recipients
      .filter(({ field }) => field === of)
      .map(({ name = '', address }) => writeMailbox({ name, address }))
      .join(', ')
  const { subject, body, html } = message
  return {
    to: list('to'),
    cc: list('cc'),
    bcc: list('bcc'),
    subject,
    body: lineEnds(body),
    html: html === null ? null : lineEnds(html),
  }
}

/** What a form changes: fields that are as they were are left out, and stay as they are. */
export function changesOf(now: EditFields, form: Readonly<Record<string, string>>): Record<string, unknown> {
  const changed = (name: keyof EditFields): string | undefined => {
    const given = form[name]
    return given === undefined || given === now[name] ? undefined : given
  }
  const list = (name: 'to' | 'cc' | 'bcc') => {
    const given = changed(name)?.trim()
    return given === undefined ? {} : { [name]: given === '' ? [] : given }
  }
  const body = changed('body')
  const subject = changed('subject')
  // Of a form that has taken the HTML part away already.
  const part = now.html === null && form.text_only === 'yes' ? undefined : changed('html')
  const textOnly = form.text_only === 'yes' && now.html !== null
  // Whoever changes the text alone has seen the HTML part beside it, and leaves it.
  const kept = body !== undefined && now.html !== null ? { html: now.html } : {}
  return {
    ...list('to'),
    ...list('cc'),
    ...list('bcc'),
    ...(subject === undefined ? {} : { subject }),
    ...(body === undefined ? {} : { body }),
    ...(textOnly ? { html: null } : part === undefined ? kept : { html: part }),
    content_sha256: form.content_sha256 ?? '',
  } satisfies Partial<Record<keyof EditBody, unknown>>
}

/** Whether a message is as a form wants it, that was sent twice perhaps. */
export const isAsAsked = (now: EditFields, form: Readonly<Record<string, string>>): boolean =>
  Object.keys(changesOf(now, form)).every((name) => name === 'content_sha256')

/**
 * The HTML part that a form shows again: what was written in it, also where the part has been taken away since the form was
 * opened (`edited`); null where there is none.
 */
export function partShown(
  now: EditFields,
  form: Readonly<Record<string, string>>,
  edited: boolean,
): string | null {
  if (now.html !== null) return form.html ?? now.html
  return edited && form.text_only !== 'yes' && (form.html ?? '') !== '' ? form.html! : null
}

export function editPage(
  { approval }: OpenReview,
  fields: ShownFields,
  { token, ...said }: { token: string } & Refused,
): string {
  const hidden = hiddenFields(token, approval.content_sha256)
  const path = `/review/${token}`
  return page(
    words().title,
    html`
<p class="kicker">${texts().review.kicker}</p>
${editForm(fields, { path, hidden, ...said })}`,
  )
}

/** The page that asks before a message with secrets is edited by a link. */
export const secretsInEditByLink = ({ approval }: OpenReview, token: string): string =>
  page(
    texts().queuedMail.secrets.title,
    html`<p class="kicker">${texts().review.kicker}</p>
${secretsInEdit({ path: `/review/${token}`, hidden: hiddenFields(token, approval.content_sha256) })}`,
  )

/** Why what a form asked for came to nothing; `now`: the message as it has been edited since the form was opened. */
interface Refused {
  warning?: string
  now?: EditFields
}

/** What a message has become since a form was opened, where the form says something else: whoever saves it replaces that. */
function editedMeanwhile(fields: ShownFields, now: EditFields): Html {
  const { to, cc, bcc, subject, body, html: part } = names()
  const labels = { to, cc, bcc, subject, body, html: part }
  const other = (Object.keys(labels) as (keyof EditFields)[]).filter((name) => fields[name] !== now[name])
  return html`<p class="note bad" role="alert">${words().editedMeanwhile}</p>
${
  other.length === 0
    ? null
    : html`<section class="card">${other.map((name) => html`<div class="mail"><h2>${words().asItIs(labels[name])}</h2><pre class="code" tabindex="0">${shownText(now[name] ?? '') || words().nothing}</pre></div>`)}</section>`
}`
}

/** The form, which goes to `edit` below the `path` of the message's page, with its `hidden` fields; both have the `query`. */
export function editForm(
  fields: ShownFields,
  { path, hidden, warning, now, query = '' }: { path: string; hidden: Html; query?: string } & Refused,
): Html {
  const line = (name: 'to' | 'cc' | 'bcc' | 'subject', label: string) =>
    html`<label for="${name}">${label}</label><input type="text" id="${name}" name="${name}" value="${fields[name]}" autocomplete="off">`
  // The first line break of a textarea is none of its text.
  const area = (name: 'body' | 'html', label: string, text: string) =>
    html`<label for="${name}">${label}</label><textarea class="long" id="${name}" name="${name}">\n${text}</textarea>`
  return html`<h1>${words().title}</h1>
<p class="meta">${words().judgedAnew}</p>
${now === undefined ? (warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`) : editedMeanwhile(fields, now)}
<form class="card" method="post" action="${path}/edit${query}">${hidden}
${line('to', names().to)}${line('cc', names().cc)}${line('bcc', names().bcc)}${line('subject', names().subject)}
${area('body', names().body, fields.body)}
${
  fields.html === null
    ? null
    : html`${area('html', names().html, fields.html)}
<p class="hint">${words().bothParts}</p>
<label class="check"><input type="checkbox" name="text_only" value="yes"${fields.textOnly === true ? html` checked` : null}> ${words().textOnly}</label>`
}
<p class="actions"><button class="approve">${words().save}</button><a class="button plain" data-key="Escape" href="${path}${query}">${words().back}</a></p>
</form>`
}
