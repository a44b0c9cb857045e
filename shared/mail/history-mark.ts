/** Finds the lines that announce history: "On …, … wrote:", "Original Message", and the header of a mail in its text. */
import { isMarked, type ReplyLine } from './reply-lines.ts'
import { replyMarks } from './reply-marks.ts'

/** Lines that an attribution ("On …, … wrote:") may be folded into, and characters of it. */
const attribution = { lines: 6, characters: 600 }
/** Lines in which the header of a mail stands, and how many of them are header lines. */
const header = { lines: 8, least: 3, behindMark: 2 }

/** Lines that announce history. */
export interface HistoryMark {
  /** The line behind them, and behind the header lines that follow them. */
  next: number
  /** Whether quote marks follow. */
  quoted: boolean
}

/**
 * The lines that announce history from `at` on; null where none do. What answers nothing (`answers` false) has history
 * only where quotes or a header follow such a line: forms, bookings and letters have lines that look like it.
 */
export function historyMark(lines: readonly ReplyLine[], at: number, answers: boolean): HistoryMark | null {
  if (lines[at]!.blank) return null
  return ofOriginal(lines, at, answers) ?? ofAttribution(lines, at, answers) ?? ofHeader(lines, at, answers)
}

function ofOriginal(lines: readonly ReplyLine[], at: number, answers: boolean): HistoryMark | null {
  const { head } = lines[at]!
  if (!replyMarks.divider.test(head) && !replyMarks.begin.test(head)) return null
  const next = afterHeader(lines, at + 1)
  const quoted = quoteFollows(lines, next)
  const fixed = replyMarks.earlier.test(head) || replyMarks.begin.test(head)
  const shown = quoted || headerLines(lines, afterBlanks(lines, at + 1)).length >= header.behindMark
  return shown || (fixed && (answers || next > at + 1)) ? { next, quoted } : null
}

function ofAttribution(lines: readonly ReplyLine[], at: number, answers: boolean): HistoryMark | null {
  const first = lines[at]!.head.replace(/^[\s*_>-]{0,20}/, '')
  if (first === '' || !mayBegin(first)) return null
  let joined = ''
  for (let end = at; end < Math.min(at + attribution.lines, lines.length); end++) {
    const line = lines[end]!.head.trimEnd()
    if (end > at && isMarked(lines[end]!) && !/^>\s{0,3}\S{1,20}\s{0,3}:?$/.test(line)) return null
    joined += ` ${line.trim()}`
    if (joined.length > attribution.characters) return null
    if (/(?:\p{L}{5}|[>)\]])[.!?]$/u.test(line)) return null
    if (!/[:：]\**$|--$/u.test(line) || /(?:mailto|https?):$/i.test(line)) continue
    const quoted = quoteFollows(lines, end + 1)
    return isAttribution(joined.trim(), quoted, answers) ? { next: end + 1, quoted } : null
  }
  return null
}

const mayBegin = (line: string): boolean =>
  replyMarks.attributionStart.test(line) ||
  /[<(][^<>()\s]{1,200}@[^<>()\s]{1,200}[>)]|\[mailto:/.test(line) ||
  (replyMarks.wrote.test(line) && time.test(line) && date.test(line))

const time = /(?<!\d)[012]?\d[:.h][0-5]\d(?!\d)/
const date = /(?<!\d)(?:20\d\d|\d{1,2}[./-]\d{1,2}[./-]\d\d)(?!\d)/
const address = /[^<>()[\]\s]{1,200}@[^<>()[\]\s]{1,200}/

/** Without quotes behind it, it has to say more: people announce with such words what they go on to write themselves. */
function isAttribution(line: string, quoted: boolean, answers: boolean): boolean {
  if (!quoted && !answers) return false
  if (replyMarks.wrote.test(line) && /\d|@/.test(line))
    return quoted || address.test(line) || (time.test(line) && date.test(line))
  if (!replyMarks.dateAndAddress.test(line)) return false
  // Mailers that name no verb write so in scripts and orders of their own.
  return (
    quoted ||
    /^(?:\d|Missatge de\s)/.test(line) ||
    /[^\p{Script=Latin}\P{L}]/u.test(line.slice(0, line.indexOf('@')))
  )
}

function ofHeader(lines: readonly ReplyLine[], at: number, answers: boolean): HistoryMark | null {
  if (!answers || !replyMarks.header.test(lines[at]!.head)) return null
  const found = headerLines(lines, at)
  const ofMail = found.some(({ head }) => replyMarks.subject.test(head) || address.test(head))
  if (found.length < header.least || !ofMail || !found.some(({ head }) => replyMarks.from.test(head)))
    return null
  const next = afterHeader(lines, at)
  return { next, quoted: quoteFollows(lines, next) }
}

/** Header lines among those from `at` on to an empty one (`From:`, `Sent:` …). */
function headerLines(lines: readonly ReplyLine[], at: number): ReplyLine[] {
  const found: ReplyLine[] = []
  for (let next = at; next < Math.min(at + header.lines, lines.length) && !lines[next]!.blank; next++)
    if (replyMarks.header.test(lines[next]!.head)) found.push(lines[next]!)
  return found
}

/** The line behind the header that follows; `at` where none does. */
function afterHeader(lines: readonly ReplyLine[], at: number): number {
  const start = afterBlanks(lines, at)
  if (start >= lines.length || !replyMarks.header.test(lines[start]!.head)) return at
  let next = start
  while (
    next < lines.length &&
    next < start + 2 * header.lines &&
    !lines[next]!.blank &&
    !isMarked(lines[next]!)
  )
    next++
  return next
}

/** Empty lines that are looked over. */
const mostBlanks = 20

function afterBlanks(lines: readonly ReplyLine[], at: number): number {
  let next = at
  while (next < lines.length && next < at + mostBlanks && lines[next]!.blank) next++
  return next
}

function quoteFollows(lines: readonly ReplyLine[], at: number): boolean {
  const next = afterBlanks(lines, at)
  return next < lines.length && isMarked(lines[next]!)
}
