/** Tells where the signature at the end of a text starts. */
import type { ReplyLine } from './reply-lines.ts'
import { isDisclaimer } from './reply-marks.ts'

/** Lines that a signature may have. */
const signatureLines = 15
/** Lines that one under a rule may have. */
const linesUnderRule = 9
/** Words of a line that ends like a sentence, from which on it is one: "ACME Inc." has fewer. */
const sentenceWords = 5

/** Lines of names alone that sign under `--`. */
const nameLines = 3

/**
 * Where the signature at the end of the first `end` lines starts; `end` where there is none. Under `-- ` all signs
 * (RFC 3676 §4.3) but what a later paragraph goes on to say; under `--`, a line of underscores or a dash, which divide
 * texts as well, only what reads like a signature.
 */
export function signatureStart(lines: readonly ReplyLine[], end: number): number {
  let looked = 0
  for (let at = end - 1; at >= 0 && looked <= signatureLines; at--) {
    const { text, head, blank, quote } = lines[at]!
    if (quote) return end
    if (/^--[ \t]+$/.test(text)) return goesOn(lines.slice(at + 1, end)) ? end : at
    const dashes = head.trimEnd() === '--'
    if (dashes || (/^(?:_{2,}|[—–]{1,})\s*$/.test(head) && looked < linesUnderRule)) {
      const said = lines.slice(at + 1, end).flatMap((line) => (line.blank ? [] : [line.head]))
      if (signs(said) || (dashes && said.length <= nameLines && said.every(isName))) return at
    }
    if (!blank) looked++
  }
  return end
}

/** Whether a paragraph behind the first adds something, and is not what stands below all mail of a house. */
function goesOn(lines: readonly ReplyLine[]): boolean {
  const paragraphs: string[][] = [[]]
  for (const { blank, head } of lines)
    if (!blank) paragraphs.at(-1)!.push(head.trim())
    else if (paragraphs.at(-1)!.length > 0) paragraphs.push([])
  return paragraphs.slice(1).some((said) => {
    const passage = said.join(' ')
    return (
      !isDisclaimer(passage) && !footer.test(passage) && (postscript.test(passage) || isSentence(passage))
    )
  })
}

const postscript = /^(?:p\.?\s?s\b|n\.?\s?b\b)/i

/** Whether lines are those of a signature, or of the footer of a mailing list: a name and how to reach who bears it. */
function signs(said: readonly string[]): boolean {
  if (said.length === 0) return true
  if (said.some((line) => line.length > 80)) return false
  if (said.some((line) => footer.test(line))) return true
  if (said.some(isSentence)) return false
  const contacts = said.filter(isContact)
  if (isName(said[0]!)) return contacts.length > 0
  return contacts.length > 0 && contacts.length >= said.length - 1 && !said.some(isLabelled)
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
  /(?:https?:\/\/|www\.)\S|[^\s@]{1,64}@[^\s@]{1,200}\.\p{L}|(?<!\d)[+(0]\d?[\d ()/.-]{6,24}\d(?!\d)/u.test(
    line,
  )

/** `Total: 5`: what says something; `Tel: …` signs. */
const isLabelled = (line: string): boolean =>
  /^\s*\p{L}[\p{L} ]{0,30}:\s/u.test(line) &&
  !/^\s*(?:\p{L}|tel\w{0,6}|phone|mobile?|mobil|fax|e-?mail|mail|web\w{0,4}|www|skype|linkedin)\s?:/iu.test(
    line,
  )
