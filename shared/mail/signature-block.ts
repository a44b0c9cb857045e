/** Tells where the signature at the end of a text starts. */

/** Lines that a signature may have. */
const signatureLines = 15
/** Lines that one under a rule may have. */
const linesUnderRule = 9
/** Words of a line that ends like a sentence, from which on it is one: "ACME Inc." has fewer. */
const sentenceWords = 5

const isBlank = (line: string): boolean => line.trim() === ''
const head = (line: string): string => line.slice(0, 500)

/**
 * Where the signature at the end of the first `end` lines starts; `end` where there is none. Under `--` everything
 * signs (RFC 3676 §4.3); under a line of underscores or a dash, which divides texts as well, only what reads like it.
 */
export function signatureStart(
  lines: readonly string[],
  end: number,
  isQuote: (line: string) => boolean,
): number {
  let looked = 0
  for (let at = end - 1; at >= 0 && looked <= signatureLines; at--) {
    const line = head(lines[at]!)
    if (isQuote(line)) return end
    if (/^--\s*$/.test(line)) return at
    if (/^(?:_{2,}|[—–]{1,})\s*$/.test(line) && looked < linesUnderRule && signs(lines.slice(at + 1, end)))
      return at
    if (!isBlank(line)) looked++
  }
  return end
}

/** Whether lines are those of a signature, or of the footer of a mailing list: a name first, or an address to reach somebody at. */
function signs(lines: readonly string[]): boolean {
  const said = lines.filter((line) => !isBlank(line))
  if (said.length === 0) return true
  if (said.some((line) => line.length > 80)) return false
  if (said.some((line) => footer.test(line))) return true
  if (said.some(isSentence)) return false
  return isName(said[0]!) || (said.some(isContact) && !said.some(isLabelled))
}

const isSentence = (line: string): boolean =>
  /[.!?:;…。！？：]\s*$/.test(line) && line.trim().split(/\s+/).length >= sentenceWords

/** Up to four words with capitals. */
const isName = (line: string): boolean =>
  /^\s*(?:\p{Lu}[\p{L}\p{M}.'’-]{0,30}|v[oa]n|de[rn]?|d[aiu])(?:\s(?:\p{Lu}[\p{L}\p{M}.'’-]{0,30}|v[oa]n|de[rn]?|d[aiu])){0,3}\s*(?:,\s*)?$/u.test(
    line,
  )

/** How to leave a mailing list, or why one is written to: what stands in no text but in footers. */
const footer =
  /unsubscri|abbestell|désabonn|be removed from|darse de baja|disiscri|afmelden|receiving this|reply to this e-?mail directly|recevez ce|erhalten diese|recibe este/i

const isContact = (line: string): boolean =>
  /(?:https?:\/\/|www\.)\S|[^\s@]{1,64}@[^\s@]{1,200}\.\p{L}/u.test(line)

/** `Total: 5`: what says something; `Tel: …` signs. */
const isLabelled = (line: string): boolean =>
  /^\s*\p{L}[\p{L} ]{0,30}:\s/u.test(line) &&
  !/^\s*(?:\p{L}|tel\w{0,6}|phone|mobile?|mobil|fax|e-?mail|mail|web\w{0,4}|www|skype|linkedin)\s?:/iu.test(
    line,
  )
