/** Composes a message: from checked parts to the very bytes that are judged, approved and sent. */
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mailbox } from '../../domain/parsed-mail.ts'

/** A file that goes with a message. */
export interface OutgoingAttachment {
  filename: string
  contentType: string
  content: Uint8Array
  /** Of an image that the HTML part shows, as `cid:` and this (RFC 2392). Such ones stand before all others. */
  contentId?: string
}

/** All that a message says; every value has been checked before. Bcc isn't here: it is in the envelope only. */
export interface Composition {
  /** Without angle brackets. */
  messageId: string
  date: Date
  from: Mailbox
  to: readonly Mailbox[]
  cc: readonly Mailbox[]
  replyTo: readonly Mailbox[]
  subject: string
  text: string
  /** Null: the message has a text part only. */
  html: string | null
  attachments: readonly OutgoingAttachment[]
  /** `X-` fields. */
  headers: readonly { name: string; value: string }[]
  /** Message-IDs without angle brackets; those that no header can hold are left out. */
  inReplyTo: string | null
  references: readonly string[]
  /** URIs (RFC 2369 §3.2); empty: no such field. */
  listUnsubscribe: readonly string[]
  /** Whether an https one of them answers a POST (RFC 8058). */
  oneClick: boolean
  /** What the message says of how it was made (RFC 3834 §5); left out: nothing. */
  autoSubmitted?: 'auto-replied' | 'auto-generated'
  /** Whether texts that are ASCII, and of lines that SMTP takes, are left as they are: no line of theirs is broken. */
  wholeLines?: boolean
}

/** Message-IDs of References: the root and the newest ones, so that the field stays below a few kilobytes. */
const references = 40

/**
 * The message (RFC 5322), lines ending in CRLF; text and HTML are multipart/alternative, HTML and the images it shows
 * multipart/related (RFC 2387).
 */
export function compose(parts: Composition): Promise<Buffer> {
  const { listUnsubscribe, oneClick, autoSubmitted } = parts
  const ids = parts.references.filter(isHeaderSafe)
  const kept = ids.length <= references ? ids : [ids[0]!, ...ids.slice(1 - references)]
  const fields = [
    ...(autoSubmitted === undefined ? [] : [{ key: 'Auto-Submitted', value: autoSubmitted }]),
    ...(listUnsubscribe.length === 0
      ? []
      : [{ key: 'List-Unsubscribe', value: listUnsubscribe.map((uri) => `<${uri}>`).join(', ') }]),
    ...(oneClick ? [{ key: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' }] : []),
  ]
  const composer = new MailComposer({
    // Without these, an attachment could name a file or an address of ours to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
    from: named([parts.from])[0]!,
    to: named(parts.to),
    cc: named(parts.cc),
    replyTo: named(parts.replyTo),
    subject: folding(parts.subject),
    messageId: `<${parts.messageId}>`,
    date: parts.date,
    ...(parts.inReplyTo !== null && isHeaderSafe(parts.inReplyTo) ? { inReplyTo: parts.inReplyTo } : {}),
    ...(kept.length === 0 ? {} : { references: kept }),
    headers: [...fields, ...parts.headers.map(({ name, value }) => ({ key: name, value: folding(value) }))],
    text: withCrlf(parts.text),
    ...(parts.html === null ? {} : { html: withCrlf(parts.html) }),
    // Left to itself it would flow long lines, and a text would arrive other than it was written.
    textEncoding: isMostlyAscii(parts.text) ? 'quoted-printable' : 'base64',
    attachments: parts.attachments.map(({ filename, contentType, content, contentId }) => ({
      filename,
      contentType: safeContentType(contentType),
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
      contentTransferEncoding: 'base64',
      ...(contentId === undefined || parts.html === null
        ? { contentDisposition: 'attachment' as const }
        : { contentDisposition: 'inline' as const, cid: contentId }),
    })),
  })
  const message = composer.compile()
  if (parts.wholeLines === true)
    for (const [type, text] of [
      ['text/plain', parts.text],
      ['text/html', parts.html ?? ''],
    ] as const)
      for (const node of [message, ...message.childNodes])
        if (String(node.getHeader('Content-Type')).startsWith(type) && isSevenBit(text))
          node.getTransferEncoding = () => '7bit'
  return message.build()
}

/** Whether a text can stand as it is: ASCII, and no line longer than SMTP takes (RFC 5321 §4.5.3.1.6). */
const isSevenBit = (text: string): boolean => /^[\t\r\n\x20-\x7e]*$/.test(text) && !/[^\r\n]{999}/.test(text)

/**
 * A value that can be folded, and says what it says: one that is one word, too long for a line with the space before it
 * (RFC 5322 §2.1.1), one with a gap that would be a line of nothing but white space (§3.2.2), and one that may hold what
 * readers take for an encoded word (RFC 2047), and would show as another text than was checked, as encoded words of its
 * pieces. Readers drop white space at its ends; it could be such a line, too.
 */
function folding(value: string): string {
  const text = value.replaceAll(/^[ \t]+|[ \t]+$/g, '')
  return /^[\x21-\x7e]{998,}$/.test(text) || longGap.test(text) || mayHaveWord.test(text)
    ? pieces(text)
        .map((piece) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`)
        .join(' ')
    : text
}

/** The beginning of an encoded word up to its text, however strictly its reader takes the rest: without it, none is one. */
const mayHaveWord = /=\?[^?]*\?\s*[bq]\s*\?/i
/** Of tabs, too, which the subject of a mail that is replied to may hold. */
const longGap = /[ \t]{20}/
/** Bytes of a piece: an encoded word has 75 characters at most (RFC 2047 §2). */
const pieceBytes = 45

/** A text in pieces of whole characters. */
function pieces(text: string): string[] {
  const found = ['']
  let bytes = 0
  for (const character of text) {
    const more = Buffer.byteLength(character)
    if (bytes + more > pieceBytes) {
      found.push('')
      bytes = 0
    }
    found[found.length - 1] += character
    bytes += more
  }
  return found
}

/** Names without the gaps that would be lines of nothing but white space. */
const named = (mailboxes: readonly Mailbox[]): Mailbox[] =>
  mailboxes.map(({ name, address }) => ({ name: name.replaceAll(/[ \t]+/g, ' ').trim(), address }))

const withCrlf = (text: string): string => text.replaceAll(/\r\n?|\n/g, '\r\n')

function isMostlyAscii(text: string): boolean {
  const others = text.match(/[^\0-\x7f]/g)?.length ?? 0
  return others * 3 < text.length
}

/** A mail inside a mail may not be base64 (RFC 2046 §5.2.1), and as it is its long lines would not survive. */
const safeContentType = (contentType: string): string =>
  /^(message|multipart)\//i.test(contentType) ? 'application/octet-stream' : contentType

/** A media type with the charset that a file was written in: its readers would take it for another. A stranger may have named it. */
export const withCharset = (contentType: string, charset: string | null): string =>
  charset !== null && /^[\w.:+-]{1,40}$/.test(charset) ? `${contentType}; charset=${charset}` : contentType

/** Whether a Message-ID, which a stranger may have chosen, can stand between angle brackets. */
const isHeaderSafe = (id: string): boolean => /^[\x21-\x3b\x3d\x3f-\x7e]{1,250}$/.test(id)
