/** The text of a message that we have composed, as it was given. */
import type { ParsedMail } from '../domain/parsed-mail.ts'

/** `mail` with the text that was given: composed, it ends with a line break more. */
export function withGivenBody(mail: ParsedMail, given: string): ParsedMail {
  const body = given.replaceAll('\r\n', '\n')
  const asGiven = (text: string) => (body.endsWith('\n') ? text : text.replace(/\n$/, ''))
  return {
    ...mail,
    body,
    bodySanitized: asGiven(mail.bodySanitized),
    extractedText: asGiven(mail.extractedText),
  }
}
