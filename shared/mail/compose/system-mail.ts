/** Composes mail of our own, to the people of an account: nobody's answer to anything, and signed. */
import { type DkimKey, signed } from '../dkim.ts'
import { compose } from './compose.ts'

export interface SystemMailParts {
  /** Left of the `@` of its Message-ID: the same however often it is tried. */
  id: string
  /** Whose name it is sent in; its address, at `domain`, is nobody's inbox. */
  from: { name: string; slug: string }
  domain: string
  /** An address, parsed. */
  to: string
  date: Date
  subject: string
  text: string
  /** A whole page. */
  html: string
}

/**
 * The mail (RFC 5322), with our signatures before it. It wants no answer: Auto-Submitted (RFC 3834), to be sent with the
 * null sender. Its lines are as they were written, where they are short enough and ASCII: a link stays whole in a file
 * that was captured.
 */
export async function composeSystemMail(
  { id, from, domain, to, date, subject, text, html }: SystemMailParts,
  dkimKeys: readonly DkimKey[],
): Promise<Buffer> {
  const content = await compose({
    messageId: `${id}@${domain}`,
    date,
    from: { name: from.name, address: `${from.slug}@${domain}` },
    to: [{ name: '', address: to }],
    cc: [],
    replyTo: [],
    subject,
    text,
    html: html.replace(/[^\0-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`),
    attachments: [],
    headers: [{ name: 'X-Auto-Response-Suppress', value: 'All' }],
    inReplyTo: null,
    references: [],
    listUnsubscribe: [],
    oneClick: false,
    autoSubmitted: 'auto-generated',
    wholeLines: true,
  })
  return signed(content, dkimKeys)
}
