/** The lines of a text that may answer another one: which of them are blank, and which are quotes. */

export interface ReplyLine {
  /** As it stands. */
  text: string
  /** What patterns are tried on: its start, without characters that nobody sees. */
  head: string
  blank: boolean
  quote: boolean
}

/** Characters of a line that patterns are tried on. */
const headCharacters = 500

/** The lines of `text`, none of them a quote. */
export const linesOf = (text: string): ReplyLine[] =>
  text.split('\n').map((line) => {
    const head = line.slice(0, headCharacters).replace(/\p{Cf}+/gu, '')
    return { text: line, head, blank: line.trim() === '', quote: false }
  })

/** `> …`: a quote wherever one may be. */
export const isMarked = ({ head }: ReplyLine): boolean => /^\s{0,3}>/.test(head)

/** `Ann> …`, `| …`: also prompts, and choices. No row of a table, and no `Settings>Account`. */
const isMarkedOtherwise = ({ head }: ReplyLine): boolean =>
  /^\s{0,3}(?:[A-Z][A-Za-z]{0,9}>(?:\s|$)|\|\s[^|]*$)/.test(head)

/**
 * Marks the quotes among `lines`. In a text that answers nothing, and for marks that mean other things as well, they begin
 * behind `first`, the line that announces history; -1 where none does.
 */
export function markQuotes(lines: readonly ReplyLine[], first: number, answers: boolean): void {
  lines.forEach((line, at) => {
    const announced = first >= 0 && at > first
    line.quote =
      ((announced || answers) && isMarked(line)) ||
      (announced && (isMarkedOtherwise(line) || isWrapped(lines, at)))
  })
}

/** Characters of a quoted line that a mailer may have wrapped, and of what it has put on the next one. */
const wrapped = { least: 60, most: 40 }

/** The end of a quoted line that a mailer has put on a line of its own, without the mark. */
function isWrapped(lines: readonly ReplyLine[], at: number): boolean {
  const [before, line, after] = [lines[at - 1], lines[at]!, lines[at + 1]]
  if (before === undefined || after === undefined || line.blank) return false
  return (
    isMarked(before) &&
    isMarked(after) &&
    /[^>\s]/.test(after.head) &&
    before.text.length >= wrapped.least &&
    line.text.length <= wrapped.most &&
    /^\p{Ll}/u.test(line.text) &&
    !/[.?!:]\s*$/.test(before.head)
  )
}
