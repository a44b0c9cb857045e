/** Finds the new text of a reply: what was written now, without quoted history and signature. */
import { replyMarks } from './reply-marks.ts'
import { signatureStart } from './signature-block.ts'

/** Lines that are looked at; a longer text is taken whole from there on. */
const maxLines = 20_000
/** Lines that an attribution ("On …, … wrote:") may be folded into. */
const attributionLines = 6

/**
 * The new text of `text`, trimmed. Cuts at the first attribution, "Original Message" line or header block that
 * history follows, then takes quotes and signatures from the end. Answers between the quotes are kept with them.
 * What answers nothing (`answers` false) has history only where it is marked as such: a form or a booking has lines
 * such as "From:" and "To:" too. Empty only where all of it is quoted. Linear in the length of `text`.
 */
export function extractReply(text: string, answers = true): string {
  const lines = text.split('\n')
  if (lines.length > maxLines) return text.trim()
  const kept = withoutTail(withoutHistory(lines, answers))
  const reply = kept.join('\n').trim()
  if (reply !== '') return reply
  return lines.every((line) => isBlank(line) || isQuote(line)) ? '' : withoutQuotes(lines)
}

const isBlank = (line: string): boolean => line.trim() === ''
/** `> …`, `Ann> …`, `| …`; no row of a table, and no `Settings>Account`. */
const isQuote = (line: string): boolean => /^\s{0,3}(?:>|[A-Z][A-Za-z]{0,9}>(?:\s|$)|\|\s[^|]*$)/.test(line)
const isPlainQuote = (line: string): boolean => /^\s{0,3}>/.test(line)
const head = (line: string): string => line.slice(0, 500)

/** The text where nothing new was found: it still says something, if only in a signature. */
function withoutQuotes(lines: readonly string[]): string {
  const own = lines.filter((line) => !isQuote(line) && !replyMarks.original.test(head(line)))
  return (own.some((line) => !isBlank(line)) ? own : lines).join('\n').trim()
}

function withoutHistory(lines: readonly string[], answers: boolean): string[] {
  const kept: string[] = []
  const lastOwn = lastOwnLine(lines)
  let somethingBefore = false
  let fenced = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (line.startsWith('```')) fenced = !fenced
    const history =
      fenced || isQuote(line) ? null : historyAt(lines, at, { somethingBefore, answers, lastOwn })
    if (history === null) {
      kept.push(line)
      somethingBefore ||= !isBlank(line) && !isQuote(line)
    } else if (history.cut) return kept
    else at = history.next - 1
  }
  return kept
}

/** What to do at a line where history begins: cut there, or go on at line `next`. */
type History = { cut: true } | { cut: false; next: number }

/** What is known of the text where history may begin; `lastOwn`: its last line that is no quote and no signature, or -1. */
interface Around {
  somethingBefore: boolean
  answers: boolean
  lastOwn: number
}

function historyAt(
  lines: readonly string[],
  at: number,
  { somethingBefore, answers, lastOwn }: Around,
): History | null {
  const line = head(lines[at]!)
  if (replyMarks.original.test(line))
    return somethingBefore ? { cut: true } : { cut: false, next: afterHeaders(lines, at + 1) }
  const end = attributionEnd(lines, at)
  if (end > 0)
    return answers || quoteFollows(lines, end) ? atAttribution(lines, end, somethingBefore, lastOwn) : null
  if (answers && replyMarks.from.test(line) && countHeaders(lines, at) >= 3)
    return somethingBefore ? { cut: true } : { cut: false, next: afterHeaders(lines, at) }
  return null
}

/** The line after the attribution that begins at `at`; 0 where none does. */
function attributionEnd(lines: readonly string[], at: number): number {
  const first = head(lines[at]!).replace(/^[\s*_>-]{0,20}/, '')
  if (
    first === '' ||
    (!replyMarks.attributionStart.test(first) &&
      !/[<(][^<>()\s]{1,200}@[^<>()\s]{1,200}[>)]|\[mailto:/.test(first))
  )
    return 0
  let joined = ''
  for (let end = at; end < Math.min(at + attributionLines, lines.length); end++) {
    const line = head(lines[end]!)
    if (end > at && isQuote(line) && !/^>\s{0,3}\S{1,20}\s{0,3}:?$/.test(line)) return 0
    joined += ` ${line.trim()}`
    if (joined.length > 600) return 0
    if (!/[:：]\**\p{Cf}{0,4}$|--$/u.test(line.trimEnd()) || /(?:mailto|https?):$/i.test(line.trimEnd()))
      continue
    const says = replyMarks.wrote.test(joined) && /\d|@/.test(joined)
    return says || replyMarks.dateAndAddress.test(joined.trim()) ? end + 1 : 0
  }
  return 0
}

function quoteFollows(lines: readonly string[], next: number): boolean {
  let at = next
  while (at < lines.length && isBlank(lines[at]!)) at++
  return at < lines.length && isPlainQuote(lines[at]!)
}

function atAttribution(
  lines: readonly string[],
  next: number,
  somethingBefore: boolean,
  lastOwn: number,
): History {
  let at = next
  const quoted = quoteFollows(lines, next)
  while (at < lines.length && (isBlank(lines[at]!) || isQuote(lines[at]!))) at++
  const answered = quoted && at <= lastOwn
  if (somethingBefore) return answered ? { cut: false, next } : { cut: true }
  return { cut: false, next: answered ? at : next }
}

function lastOwnLine(lines: readonly string[]): number {
  let last = withoutTail(lines).length - 1
  while (last >= 0 && (isBlank(lines[last]!) || isQuote(lines[last]!))) last--
  return last
}

/** Header lines among the next ones (`From:`, `Sent:` …), folded ones counted once. */
function countHeaders(lines: readonly string[], at: number): number {
  let found = 0
  for (let next = at; next < Math.min(at + 8, lines.length); next++)
    if (replyMarks.header.test(head(lines[next]!))) found++
  return found
}

function afterHeaders(lines: readonly string[], at: number): number {
  let next = at
  while (next < lines.length && isBlank(lines[next]!)) next++
  if (next >= lines.length || !replyMarks.header.test(head(lines[next]!))) return at
  while (next < lines.length && !isBlank(lines[next]!)) next++
  return next
}

/** `lines` without quotes, rules and signatures at their end. */
function withoutTail(lines: readonly string[]): string[] {
  let end = lines.length
  for (let before = -1; end !== before; ) {
    before = end
    while (end > 0 && isTail(lines, end - 1)) end--
    end = signatureStart(lines, end, isQuote)
  }
  return lines.slice(0, end)
}

function isTail(lines: readonly string[], at: number): boolean {
  const line = lines[at]!
  if (isBlank(line) || isQuote(line) || /^\s*[-_=*—–~]{3,}\s*$/.test(head(line))) return true
  const said = head(line).trim()
  // Under a line of text it signs only if it names what was written with: "Sent from our warehouse" goes on with that.
  return (
    replyMarks.device.test(said) && (at === 0 || isBlank(lines[at - 1]!) || replyMarks.product.test(said))
  )
}
