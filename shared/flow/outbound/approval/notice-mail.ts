/** The mail that tells a reviewer of a message that waits: what it is about, and where to look; never all of it. */
import { approvalsSlug } from '../../../domain/address.ts'
import type { HoldReason } from '../../../domain/approval.ts'
import type { Recipient, RecipientField } from '../../../domain/outbound.ts'
import { truncate } from '../../../lib/clean-text.ts'
import { html } from '../../../lib/html.ts'
import { shownLine } from '../../../lib/shown-text.ts'
import { composeSystemMail } from '../../../mail/compose/system-mail.ts'
import type { DkimKey } from '../../../mail/dkim.ts'
import type { Texts } from '../../../texts/index.ts'

export interface NoticeMail {
  noticeId: string
  /** Of the reviewer. */
  to: string
  /** Those of its language. */
  texts: Texts
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
  const { about, noticeId, inboxDomain, to, date, texts } = notice
  const words = texts.mails.notice
  const subject =
    about === null ? '' : truncate(shownLine(about.subject).trim(), shown.subject) || words.noSubject
  const until: [string, string] = [words.until, words.untilThen(texts.mails.time(notice.expiresAt))]
  const rows = about === null ? [until] : [...rowsOf(about, subject, texts), until]
  return composeSystemMail(
    {
      id: noticeId,
      from: { name: texts.mails.approvals, slug: approvalsSlug },
      domain: inboxDomain,
      to,
      date,
      subject: about === null ? words.title : words.subject(subject),
      text: textOf(notice, rows),
      html: htmlOf(notice, rows),
    },
    dkimKeys,
  )
}

function rowsOf(
  { from, recipients, text, fields, files, riskScore, summary, reasons }: NoticeContent,
  subject: string,
  { mails: { notice: words }, holdReasons }: Texts,
): [string, string][] {
  const field = (name: string, of: RecipientField): [string, string][] => {
    const addresses = recipients.filter((one) => one.field === of).map(({ address }) => address)
    const named = addresses.slice(0, shown.recipients).join(', ')
    const more = addresses.length - shown.recipients
    return named === '' ? [] : [[name, more > 0 ? words.andMore(named, more) : named]]
  }
  return [
    [words.from, from],
    ...field(words.to, 'to'),
    ...field(words.cc, 'cc'),
    ...field(words.bcc, 'bcc'),
    [words.subjectLine, subject],
    ...listed(words.also, fields, words),
    ...listed(words.files, files, words),
    [words.begins, text === null ? words.notShown : beginning(text, words)],
    [
      words.score,
      riskScore === null ? words.noScore : words.scoreOf(riskScore, truncate(shownLine(summary), 300)),
    ],
    [words.why, reasons.map((reason) => holdReasons[reason]).join(' ')],
  ]
}

type Words = Texts['mails']['notice']

/** A row with the first of `all`, each on one line and cut, and how many there are beyond; none where there is nothing. */
function listed(label: string, all: readonly string[] | null, words: Words): [string, string][] {
  if (all === null) return [[label, words.notShown]]
  if (all.length === 0) return []
  const named = all.slice(0, shown.fields).map((one) => truncate(shownLine(one).trim(), shown.value))
  const more = all.length - shown.fields
  return [[label, more > 0 ? words.listedMore(named.join('; '), more) : named.join('; ')]]
}

/** Markdown's own marks at which readers stumble: headings, stress, and links, whose addresses a notice leaves out. */
const withoutMarkup = (text: string): string =>
  text
    .slice(0, markupCharacters)
    .replaceAll(/^ {0,3}#{1,6} +/gm, '')
    .replaceAll(/!?\[([^[\]\n]{0,200})\]\([^()\n]{0,500}\)/g, '$1')
    .replaceAll(/(\*\*|__)(?=\S)([^*_\n]{1,200})\1/g, '$2')

/** Characters of a text that its first words are taken from. */
const markupCharacters = 4_000

/** The first words: of a short text half of it, since a notice is never the message. */
function beginning(text: string, words: Words): string {
  const line = shownLine(withoutMarkup(text)).trim()
  const cut = truncate(line, Math.min(shown.text, Math.floor(line.length / 2))).trim()
  return line === '' ? words.noText : `${cut} ...`
}

function textOf({ link, texts }: NoticeMail, rows: [string, string][]): string {
  const list = rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  const { what, look, explanation } = texts.mails.notice
  return `${what}\n\n${list}\n\n${look}\n${link}\n\n${explanation}\n`
}

function htmlOf({ link, texts }: NoticeMail, rows: [string, string][]): string {
  const { title, what, button, explanation } = texts.mails.notice
  const cell = 'padding:4px 12px 4px 0;vertical-align:top;text-align:left'
  const list = rows.map(
    ([name, value]) =>
      html`
<tr><th style="${cell};color:#555;font-weight:normal;white-space:nowrap">${name}</th><td style="${cell}">${value}</td></tr>`,
  )
  return html`<!doctype html><html lang="${texts.language}"><head><meta charset="utf-8"><title>${title}</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;max-width:40em;margin:0 auto;padding:16px">
<p>${what}</p>
<table style="border-collapse:collapse">${list}</table>
<p><a href="${link}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#fff;text-decoration:none">${button}</a></p>
<p style="color:#555;font-size:14px">${explanation}</p>
</body></html>`.text
}
