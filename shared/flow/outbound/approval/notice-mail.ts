/** The mail that tells a reviewer of a message that waits: what it is about, and where to look; never all of it. */
import { approvalsSlug } from '../../../domain/address.ts'
import type { HoldReason } from '../../../domain/approval.ts'
import type { Recipient, RecipientField } from '../../../domain/outbound.ts'
import { truncate } from '../../../lib/clean-text.ts'
import { html } from '../../../lib/html.ts'
import { shownLine } from '../../../lib/shown-text.ts'
import { composeSystemMail } from '../../../mail/compose/system-mail.ts'
import type { DkimKey } from '../../../mail/dkim.ts'
import { holdSentences } from './plain-words.ts'

export interface NoticeMail {
  noticeId: string
  /** Of the reviewer. */
  to: string
  inboxDomain: string
  /** What waits; null for an address that nobody has confirmed, which is told that something does. */
  about: NoticeContent | null
  /** ISO 8601. */
  expiresAt: string
  link: string
  date: Date
}

/** What a notice shows of a message. */
export interface NoticeContent {
  /** Address of the inbox that the message is from. */
  from: string
  recipients: readonly Recipient[]
  /** Without personal data and secrets. */
  subject: string
  /** The same; all of it, which is cut here. Null: it can't be shown. */
  text: string | null
  /** Further fields of its header, `name: value`, and the names of its files; the same. Null: they can't be shown. */
  fields: readonly string[] | null
  files: readonly string[] | null
  riskScore: number | null
  summary: string
  reasons: readonly HoldReason[]
}

/** Characters of the text, of the subject and of a value; recipients of each field, and fields and files, that a notice names. */
const shown = { text: 160, subject: 150, recipients: 5, fields: 10, value: 100 }

/** The mail, signed. What strangers wrote is on one line each, cut, and plain. */
export function composeNotice(notice: NoticeMail, dkimKeys: readonly DkimKey[]): Promise<Buffer> {
  const { about, noticeId, inboxDomain, to, date } = notice
  const subject =
    about === null ? '' : truncate(shownLine(about.subject).trim(), shown.subject) || '(no subject)'
  const until: [string, string] = [
    'Until',
    `${new Date(notice.expiresAt).toUTCString()}; then it is not sent.`,
  ]
  const rows = about === null ? [until] : [...rowsOf(about, subject), until]
  return composeSystemMail(
    {
      id: noticeId,
      from: { name: 'Approvals', slug: approvalsSlug },
      domain: inboxDomain,
      to,
      date,
      subject: about === null ? 'Approval needed' : `Approval needed: ${subject}`,
      text: textOf(notice, rows),
      html: htmlOf(notice, rows),
    },
    dkimKeys,
  )
}

function rowsOf(
  { from, recipients, text, fields, files, riskScore, summary, reasons }: NoticeContent,
  subject: string,
): [string, string][] {
  const field = (name: string, of: RecipientField): [string, string][] => {
    const addresses = recipients.filter((one) => one.field === of).map(({ address }) => address)
    const named = addresses.slice(0, shown.recipients).join(', ')
    const more = addresses.length - shown.recipients
    return named === '' ? [] : [[name, more > 0 ? `${named} and ${more} more` : named]]
  }
  return [
    ['From', from],
    ...field('To', 'to'),
    ...field('Cc', 'cc'),
    ...field('Bcc', 'bcc'),
    ['Subject', subject],
    ...listed('Also', fields),
    ...listed('Files', files),
    ['Begins', text === null ? '(not shown here)' : beginning(text)],
    ['Risk score', riskScore === null ? 'none' : `${riskScore} of 100. ${truncate(shownLine(summary), 300)}`],
    ['Waits because', reasons.map((reason) => holdSentences[reason]).join(' ')],
  ]
}

/** A row with the first of `all`, each on one line and cut, and how many there are beyond; none where there is nothing. */
function listed(label: string, all: readonly string[] | null): [string, string][] {
  if (all === null) return [[label, '(not shown here)']]
  if (all.length === 0) return []
  const named = all.slice(0, shown.fields).map((one) => truncate(shownLine(one).trim(), shown.value))
  const more = all.length - shown.fields
  return [[label, `${named.join('; ')}${more > 0 ? `, and ${more} more` : ''}`]]
}

/** The first words: of a short text half of it, since a notice is never the message. */
function beginning(text: string): string {
  const line = shownLine(text).trim()
  const cut = truncate(line, Math.min(shown.text, Math.floor(line.length / 2))).trim()
  return line === '' ? '(no text)' : `${cut} ...`
}

const explanation =
  'This link is yours alone and works until somebody has decided. Opening it decides nothing. Do not forward this mail.'

function textOf({ link }: NoticeMail, rows: [string, string][]): string {
  const list = rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  return `A message of an agent waits for your approval.\n\n${list}\n\nLook at all of it and decide:\n${link}\n\n${explanation}\n`
}

function htmlOf({ link }: NoticeMail, rows: [string, string][]): string {
  const cell = 'padding:4px 12px 4px 0;vertical-align:top;text-align:left'
  const list = rows.map(
    ([name, value]) =>
      html`
<tr><th style="${cell};color:#555;font-weight:normal;white-space:nowrap">${name}</th><td style="${cell}">${value}</td></tr>`,
  )
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Approval needed</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;max-width:40em;margin:0 auto;padding:16px">
<p>A message of an agent waits for your approval.</p>
<table style="border-collapse:collapse">${list}</table>
<p><a href="${link}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#fff;text-decoration:none">Look at it and decide</a></p>
<p style="color:#555;font-size:14px">${explanation}</p>
</body></html>`.text
}
