/** Tells whether a message answers or forwards another one, as far as its header says. */

/** What mailers put ahead of the subject of an answer, and of what they forward, in the languages they do. */
const prefix =
  /^\s{0,9}(?:\[[^[\]]{0,60}\]\s{0,9}){0,4}\[?(?:re|r|res|ref|rif|rv|aw|antw|antwort|wg|sv|vs|vl|vb|vá|odp|pd|fwd?|fs|tr|enc|doorst|i|ynt|ilt|rép|απ|προθ|отв|пересл|ответ|回复|回覆|答复|转发|轉寄|返信|転送|답장|전달)\s{0,2}(?:[[(]\d{1,3}[\])])?\s{0,2}[:：]/iu

/** What of a header says so. */
interface Said {
  subject: string
  inReplyTo: readonly string[]
  references: readonly string[]
}

/** Whether earlier mail may stand below what is new. */
export const answersAnother = ({ subject, inReplyTo, references }: Said): boolean =>
  inReplyTo.length > 0 || references.length > 0 || prefix.test(subject)
