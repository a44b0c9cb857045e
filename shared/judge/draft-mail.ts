/** A mail that is still to be composed, in the shape that scorers read. */
import { limits } from '../domain/limits.ts'
import type { Mailbox, ParsedMail } from '../domain/parsed-mail.ts'
import { cleanText, truncate } from '../lib/clean-text.ts'
import { extractReply } from '../mail/extract-reply.ts'
import { readHtml } from '../mail/html-text.ts'
import { textLinks } from '../mail/text-links.ts'
import { visibleText } from '../mail/visible-text.ts'

/** What an agent asks to have sent; addresses are those of the envelope, parsed once. */
export interface Draft {
  from: Mailbox
  to: readonly Mailbox[]
  cc: readonly Mailbox[]
  bcc: readonly Mailbox[]
  replyTo: readonly Mailbox[]
  subject: string
  text: string
  html: string | null
  headers: readonly { name: string; value: string }[]
  attachments: readonly { filename: string; contentType: string; content: Uint8Array }[]
}

/** `draft` as if it had come in: nothing of it is left out, its hidden text and links are told apart. */
export function mailOfDraft(draft: Draft): ParsedMail {
  const html = draft.html === null ? null : truncate(cleanText(draft.html), limits.bodyCharacters)
  const seen = html === null ? null : readHtml(html)
  const body = truncate(cleanText(draft.text), limits.bodyCharacters)
  const visible = visibleText(body)
  const known = new Set(seen?.links.map(({ href }) => href))
  return {
    subject: cleanText(draft.subject),
    from: draft.from,
    to: listed(draft.to),
    cc: listed(draft.cc),
    replyTo: listed(draft.replyTo),
    toMailboxes: [...draft.to],
    ccMailboxes: [...draft.cc],
    replyToMailboxes: [...draft.replyTo],
    messageId: null,
    inReplyTo: [],
    references: [],
    date: null,
    headers: draft.headers.map(({ name, value }) => ({ name: cleanText(name), value: cleanText(value) })),
    body,
    html,
    bodySanitized: visible.text,
    // It may answer: what only looks like history is held against the thread by who reads it.
    extractedText: extractReply(visible.text),
    attachments: draft.attachments.map(({ filename, contentType, content }, index) => ({
      index,
      filename: cleanText(filename),
      contentType: cleanText(contentType),
      sizeBytes: content.byteLength,
      sha256: '',
      contentId: null,
      inline: false,
    })),
    findings: [],
    hidden: [...(seen?.hidden ?? []), ...visible.hidden],
    links: [...(seen?.links ?? []), ...textLinks(body).filter(({ href }) => !known.has(href))],
    hasForm: seen?.hasForm ?? false,
    needsScan: draft.attachments.length > 0,
  }
}

const listed = (mailboxes: readonly Mailbox[]): string => mailboxes.map(({ address }) => address).join(', ')
