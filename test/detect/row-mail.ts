/** The message that a row of labelled data is: its `raw` as it stands, or a plain message made of its fields. */
import type { Link, Mailbox, ParsedMail } from '../../shared/domain/parsed-mail.ts'
import { mailboxesOf } from '../../shared/mail/mailboxes.ts'
import type { RowFields } from './row-format.ts'

export const inboxAddress = 'agent@agents.northwind-mail.com'
export const stranger = 'sender@mail.example'

/** The bytes of an inbound row. */
export function rawOf(row: RowFields): Buffer {
  if (row.raw !== undefined) return Buffer.from(row.raw, 'utf8')
  const { text = '', subject, from, reply_to, thread = [] } = row
  const given = fieldsOf(row)
  const named = new Set(given.map(([name]) => name.toLowerCase()))
  const earlier = thread.map((_, index) => `<thread-${index + 1}@mail.example>`)
  const usual: [string, string][] = [
    ['From', from ?? stranger],
    ['To', inboxAddress],
    ...(subject === undefined ? [] : [['Subject', subject] as [string, string]]),
    ...(reply_to === undefined ? [] : [['Reply-To', reply_to] as [string, string]]),
    ['Date', 'Tue, 01 Jul 2025 10:00:00 +0000'],
    ['Message-ID', '<row@mail.example>'],
    ...(earlier.length === 0
      ? []
      : [
          ['In-Reply-To', earlier.at(-1)!] as [string, string],
          ['References', earlier.join(' ')] as [string, string],
        ]),
  ]
  const head = [
    ...[...usual.filter(([name]) => !named.has(name.toLowerCase())), ...given].map(
      ([name, value]) => `${name}: ${headerText(value)}`,
    ),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text.replace(/\r?\n/g, '\r\n')}`, 'utf8')
}

/** The fields of `headers`, but for those that say how the body is written: a row's text is plain. */
function fieldsOf({ headers = {} }: RowFields): [string, string][] {
  const all = Array.isArray(headers)
    ? headers.map(({ name, value }): [string, string] => [name, value])
    : Object.entries(headers).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      )
  return all.filter(([name]) => !/^(?:content-.*|mime-version)$/i.test(name))
}

/** Header text as UTF-8 (RFC 6532), in one line. */
const headerText = (text: string): string => text.replace(/[\r\n\0]+/g, ' ')

/** MAIL FROM of an inbound row: as given, else what whoever delivered the message wrote down (RFC 5321 §4.4), else From. */
export function mailFromOf({ mail_from, raw }: RowFields, mail: ParsedMail): string {
  if (mail_from !== undefined) return mail_from
  const path =
    raw === undefined ? undefined : mail.headers.find(({ name }) => name.toLowerCase() === 'return-path')
  const address =
    path === undefined ? null : /^\s*(?:<\s*([^<>\s]*)\s*>|([^<>\s]+@[^<>\s]+))/.exec(path.value)
  return address === null ? (mail.from?.address ?? stranger) : (address[1] ?? address[2] ?? '')
}

/** Links that a row's text has lost, beside those that it shows; a whole message has its own. */
export function linksOf({ raw, links = [] }: RowFields, mail: ParsedMail): Link[] {
  if (raw !== undefined) return mail.links
  const seen = new Set(mail.links.map(({ href }) => href))
  const lost = links.map(([href, text]): Link => ({ href, text: text === href ? '' : text }))
  return [...mail.links, ...lost.filter(({ href, text }) => text !== '' || !seen.has(href))]
}

/** The mailboxes of a header field's value as a row has it: letters, not bytes. */
export const mailboxesIn = (value: string): Mailbox[] =>
  mailboxesOf(Buffer.from(value, 'utf8').toString('latin1'))

/** The recipients of a draft. */
export const recipientsOf = ({ to = 'someone@mail.example' }: RowFields): string[] =>
  [to]
    .flat()
    .flatMap(mailboxesIn)
    .map(({ address }) => address)

/** An outbound row as the API is given it, letter for letter. */
export function draftOf(row: RowFields): ParsedMail {
  const { text = '', subject = '', to = 'someone@mail.example' } = row
  const shown = [to].flat().join(', ')
  return {
    subject,
    from: { name: '', address: inboxAddress },
    to: shown,
    cc: '',
    replyTo: '',
    toMailboxes: mailboxesIn(shown),
    ccMailboxes: [],
    replyToMailboxes: [],
    messageId: null,
    inReplyTo: [],
    references: [],
    date: null,
    headers: [],
    body: text,
    html: null,
    bodySanitized: text,
    extractedText: text,
    attachments: [],
    findings: [],
    hidden: [],
    links: [],
    hasForm: false,
    needsScan: false,
  }
}
