/** Writes raw mail for tests: a few header fields, a body, attachments. */

export interface MailFields {
  from?: string
  to?: string
  subject?: string
  body?: string
  html?: string
  /** Message-ID with its angle brackets; a fresh one unless given, none where null. */
  messageId?: string | null
  inReplyTo?: string
  references?: string
  date?: string
  /** Further header lines, as they are. */
  headers?: string[]
  attachments?: { filename: string; type?: string; content: Uint8Array | string }[]
}

let count = 0

/** The mail with CRLF line ends; fields that are missing get ordinary values, and each mail is a new one. */
export function mailText(fields: MailFields = {}): string {
  count++
  const {
    from = 'Ada <ada@sender.example>',
    to = 'agent@inbox.localhost',
    subject = `Order ${count}`,
    body = `Where is order ${count}?`,
    messageId = `<mail-${process.pid}-${Date.now()}-${count}@sender.example>`,
    date = new Date().toUTCString().replace('GMT', '+0000'),
    attachments = [],
  } = fields
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${date}`,
    ...(messageId === null ? [] : [`Message-ID: ${messageId}`]),
    ...(fields.inReplyTo === undefined ? [] : [`In-Reply-To: ${fields.inReplyTo}`]),
    ...(fields.references === undefined ? [] : [`References: ${fields.references}`]),
    ...(fields.headers ?? []),
    'MIME-Version: 1.0',
  ]
  const text = ['Content-Type: text/plain; charset=utf-8', '', body]
  const parts = [
    text,
    ...(fields.html === undefined ? [] : [['Content-Type: text/html; charset=utf-8', '', fields.html]]),
    ...attachments.map(attachmentPart),
  ]
  if (parts.length === 1) return [...head, ...text, ''].join('\r\n')
  const boundary = `=_boundary-${count}`
  return [
    ...head,
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    ...parts.flatMap((part) => [`--${boundary}`, ...part]),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

function attachmentPart({
  filename,
  type = 'application/octet-stream',
  content,
}: NonNullable<MailFields['attachments']>[number]): string[] {
  const base64 = Buffer.from(content).toString('base64')
  return [
    `Content-Type: ${type}; name="${filename}"`,
    `Content-Disposition: attachment; filename="${filename}"`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(base64.match(/.{1,76}/g) ?? []),
  ]
}
