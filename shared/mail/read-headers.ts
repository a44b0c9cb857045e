/** What the header of a message says: the part of ParsedMail that needs no body. */
import { limits } from '../domain/limits.ts'
import type { Mailbox, ParsedMail } from '../domain/parsed-mail.ts'
import { cleanText, truncate } from '../lib/clean-text.ts'
import { decodeWords } from './encoded-words.ts'
import { firstField, type HeaderField, headerText } from './header-fields.ts'
import { parseMailDate } from './mail-date.ts'
import { mailboxesOf } from './mailboxes.ts'
import { messageIdOf, messageIdsOf } from './message-ids.ts'

export type HeaderMail = Pick<
  ParsedMail,
  | 'subject'
  | 'from'
  | 'to'
  | 'cc'
  | 'replyTo'
  | 'toMailboxes'
  | 'ccMailboxes'
  | 'replyToMailboxes'
  | 'messageId'
  | 'inReplyTo'
  | 'references'
  | 'date'
  | 'headers'
>

/** Reads the fields of the message's own header; strings are clean. */
export function readHeaders(fields: readonly HeaderField[]): HeaderMail {
  const text = (key: string): string => decodeField(firstField(fields, key) ?? '')
  const all = (key: string): string[] => fields.filter((field) => field.key === key).map(({ value }) => value)
  const [to, cc, replyTo] = [all('to'), all('cc'), all('reply-to')]
  return {
    subject: truncate(text('subject'), limits.subjectCharacters),
    from: authorOf(all('from')),
    to: to.map(decodeField).join(', '),
    cc: cc.map(decodeField).join(', '),
    replyTo: replyTo.map(decodeField).join(', '),
    toMailboxes: to.flatMap(mailboxesOf),
    ccMailboxes: cc.flatMap(mailboxesOf),
    replyToMailboxes: replyTo.flatMap(mailboxesOf),
    messageId: messageIdOf(text('message-id')),
    inReplyTo: messageIdsOf(text('in-reply-to')),
    references: messageIdsOf(all('references').map(decodeField).join(' ')),
    date: parseMailDate(text('date')),
    headers: fields
      .filter(({ name }) => name !== '')
      .map(({ name, value }) => ({ name: cleanText(headerText(name)), value: decodeField(value) })),
  }
}

/** A raw header value as text: decoded, clean, as long as the header caps allow. */
export function decodeField(value: string): string {
  return truncate(cleanText(decodeWords(headerText(value))), limits.headerBytes)
}

function authorOf(values: readonly string[]): Mailbox | null {
  const mailboxes = values.flatMap(mailboxesOf)
  return mailboxes.find(({ address }) => address !== '') ?? mailboxes[0] ?? null
}
