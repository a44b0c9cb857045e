/** Finds the new text of a reply: what was written now, without quoted history and signature. */
import { type HistoryMark, historyMark } from './history-mark.ts'
import { isMarked, linesOf, markQuotes, type ReplyLine } from './reply-lines.ts'
import { isDisclaimer, replyMarks } from './reply-marks.ts'
import { signatureStart } from './signature-block.ts'

/** Lines that are looked at; a longer text is taken whole from there on. */
const maxLines = 20_000

/**
 * The new text of `text`, trimmed. Cuts at the first attribution, "Original Message" line or header block that
 * history follows, then takes quotes and signatures from the end. Answers between the quotes are kept with them, and a
 * message that is forwarded without a word is kept with its header. What answers nothing (`answers` false) has history and
 * quotes only where they are announced: forms, bookings and prompts look like it. Empty only where all of it is quoted.
 * Linear in the length of `text`.
 */
export function extractReply(text: string, answers = true): string {
  const lines = linesOf(text)
  if (lines.length > maxLines) return text.trim()
  const fenced = fencedLines(lines)
  const markAt = (at: number): HistoryMark | null =>
    fenced[at] === 1 || isMarked(lines[at]!) ? null : historyMark(lines, at, answers)
  markQuotes(
    lines,
    lines.findIndex((_, at) => markAt(at) !== null),
    answers,
  )
  const reply = joined(withoutTail(withoutHistory(lines, markAt)))
  if (reply !== '') return reply
  return lines.every(({ blank, quote }) => blank || quote) ? '' : withoutQuotes(lines)
}

const joined = (lines: readonly ReplyLine[]): string =>
  lines
    .map(({ text }) => text)
    .join('\n')
    .trim()

const isOwn = ({ blank, quote }: ReplyLine): boolean => !blank && !quote

/** The text where nothing new was found: it still says something, if only in a signature. */
function withoutQuotes(lines: readonly ReplyLine[]): string {
  const own = lines.filter(({ quote, head }) => !quote && !replyMarks.divider.test(head))
  return joined(own.some(isOwn) ? own : lines)
}

/** Lines within code that is fenced at both ends: 1 for each of them. */
function fencedLines(lines: readonly ReplyLine[]): Uint8Array {
  const fenced = new Uint8Array(lines.length)
  let open = -1
  lines.forEach(({ text }, at) => {
    if (!text.startsWith('```')) return
    if (open >= 0) fenced.fill(1, open, at + 1)
    open = open >= 0 ? -1 : at
  })
  return fenced
}

function withoutHistory(
  lines: readonly ReplyLine[],
  markAt: (at: number) => HistoryMark | null,
): ReplyLine[] {
  const kept: ReplyLine[] = []
  const lastOwn = lastOwnLine(lines)
  let somethingBefore = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const mark = line.quote ? null : markAt(at)
    if (mark === null) {
      kept.push(line)
      somethingBefore ||= isOwn(line)
      continue
    }
    let behind = mark.next
    while (behind < lines.length && !isOwn(lines[behind]!)) behind++
    const answered = mark.quoted && behind <= lastOwn
    if (somethingBefore && !answered) return kept
    if (!somethingBefore && !answered) {
      // What is left is somebody else's: whose it is has to be seen.
      kept.push(...lines.slice(at, mark.next))
      somethingBefore = true
    }
    at = (somethingBefore ? mark.next : behind) - 1
  }
  return kept
}

/** The last line that is no quote and no signature; -1 where there is none. */
function lastOwnLine(lines: readonly ReplyLine[]): number {
  return withoutTail(lines).findLastIndex(isOwn)
}

/** `lines` without quotes, rules, signatures and what stands below quotes by law at their end. */
function withoutTail(lines: readonly ReplyLine[]): ReplyLine[] {
  let end = lines.length
  for (let before = -1; end !== before; ) {
    before = end
    while (end > 0 && isTail(lines, end - 1)) end--
    end = signatureStart(lines, end)
    end = disclaimerStart(lines, end)
  }
  return lines.slice(0, end)
}

function isTail(lines: readonly ReplyLine[], at: number): boolean {
  const { blank, quote, head } = lines[at]!
  if (blank || quote || /^\s*[-_=*—–~]{3,}\s*$/.test(head)) return true
  const said = head.trim()
  // It signs only if it names what was written with: "Sent by DHL" and "Sent from our warehouse" go on with that.
  return replyMarks.device.test(said) && replyMarks.product.test(said)
}

/** Lines that a disclaimer may have. */
const disclaimerLines = 12

/** Where the disclaimer at the end of the first `end` lines starts, which stands right below a quote; `end` where none does. */
function disclaimerStart(lines: readonly ReplyLine[], end: number): number {
  let start = end
  while (start > 0 && end - start <= disclaimerLines && isOwn(lines[start - 1]!)) start--
  const above = lines[lines[start - 1]?.blank === true ? start - 2 : start - 1]
  if (start === end || end - start > disclaimerLines || above?.quote !== true) return end
  const said = lines.slice(start, end).map(({ head }) => head)
  return isDisclaimer(said.join(' ')) ? start : end
}
