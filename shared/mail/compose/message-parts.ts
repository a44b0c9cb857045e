/** The text that a reply or a forward quotes, and their subjects. */

/** What is quoted of a message. */
export interface Quoted {
  from: string
  fromName: string
  to: string
  cc: string
  subject: string
  /** ISO 8601. */
  date: string
  text: string
}

/** Characters of a message that a reply or a forward repeats. */
const quotedCharacters = 200_000

const who = ({ from, fromName }: Quoted): string => (fromName === '' ? from : `${fromName} <${from}>`)
const cut = (text: string): string =>
  text.length <= quotedCharacters ? text : `${text.slice(0, quotedCharacters).toWellFormed()}\n[…]`

/** `text` over the message that it answers, whose lines get `> ` (RFC 3676 §4.5). */
export function withQuote(text: string, quoted: Quoted): string {
  const lines = cut(quoted.text).trimEnd().split('\n')
  const marks = lines.map((line) => (line.startsWith('>') ? `>${line}` : line === '' ? '>' : `> ${line}`))
  return `${text.trimEnd()}\n\nOn ${quoted.date}, ${who(quoted)} wrote:\n${marks.join('\n')}\n`
}

/** `text` over the message that it forwards. */
export function withForwarded(text: string, quoted: Quoted): string {
  const head = [
    '---------- Forwarded message ---------',
    `From: ${who(quoted)}`,
    `Date: ${quoted.date}`,
    `Subject: ${quoted.subject}`,
    `To: ${quoted.to}`,
    ...(quoted.cc === '' ? [] : [`Cc: ${quoted.cc}`]),
  ]
  const above = text.trim() === '' ? '' : `${text.trimEnd()}\n\n`
  return `${above}${head.join('\n')}\n\n${cut(quoted.text)}`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (char) => escapes[char]!)

/** `html` over what {@link withQuote} or {@link withForwarded} added to the text. */
export function withQuotedHtml(html: string, addedText: string): string {
  return `${html}<br><blockquote style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex;white-space:pre-wrap">${escapeHtml(addedText.trim())}</blockquote>`
}

/** The subject of an answer: `Re: ` once. */
export const replySubject = (subject: string): string =>
  /^re\s{0,3}:/i.test(subject) ? subject : `Re: ${subject}`.trimEnd()

/** The subject of a forward: `Fwd: ` once. */
export const forwardSubject = (subject: string): string =>
  /^fwd?\s{0,3}:/i.test(subject) ? subject : `Fwd: ${subject}`.trimEnd()
