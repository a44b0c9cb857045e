/** Shows where a message matches: its words marked, in text that is safe to put into a page. */
import { limits } from '../../domain/limits.ts'
import type { Term } from './query.ts'
import { type Word, wordsOf } from './words.ts'

interface Match {
  start: number
  end: number
  /** Which word of the query. */
  of: string
}

/** Matches in a text that are looked at. */
const matchesSeen = 1_000
/** Characters shown before the first match. */
const lead = 40

/** The whole of a short text, such as a subject, with its matches marked; null where there are none. */
export function highlightAll(text: string, terms: Term[]): string | null {
  const matches = matchesIn(text, terms)
  return matches.length === 0 ? null : marked(text, 0, text.length, matches)
}

/**
 * The stretch of a text, up to `limits.highlightCharacters`, with the most different words of the query, each marked;
 * null where there are none. HTML is escaped: nothing but our `<mark>` is markup.
 */
export function highlightBest(text: string, terms: Term[]): string | null {
  const searched = text.slice(0, limits.highlightedCharacters)
  const matches = matchesIn(searched, terms)
  const first = densest(matches)
  if (first === undefined) return null
  const start = wordBegin(searched, first.start - lead)
  const end = Math.min(searched.length, start + limits.highlightCharacters)
  const shown = matches.filter((match) => match.start >= start && match.end <= end)
  const cut = Math.max(
    first.end,
    shown.at(-1)?.end ?? 0,
    end < searched.length ? lastSpace(searched, start, end) : end,
  )
  return `${start > 0 ? '… ' : ''}${marked(searched, start, cut, shown)}${cut < text.length ? ' …' : ''}`
}

function matchesIn(text: string, terms: Term[]): Match[] {
  const exact = new Set<string>()
  const prefixes: string[] = []
  for (const { words, prefix } of terms)
    words.forEach((word, index) => {
      if (prefix && index === words.length - 1) prefixes.push(word)
      else exact.add(word)
    })
  const isMatch = ({ word }: Word) => exact.has(word) || prefixes.some((prefix) => word.startsWith(prefix))
  const matches: Match[] = []
  for (const word of wordsOf(text)) {
    if (!isMatch(word)) continue
    const { start, end } = word
    // Of a character that stands for two words, one is enough.
    if (matches.at(-1)?.start !== start) matches.push({ start, end, of: word.word })
    if (matches.length >= matchesSeen) break
  }
  return matches
}

/** The match that begins the window with the most different words; the first of several. */
function densest(matches: Match[]): Match | undefined {
  let best: Match | undefined
  let most = 0
  const counts = new Map<string, number>()
  let end = 0
  for (const first of matches) {
    for (
      ;
      end < matches.length && matches[end]!.end - first.start <= limits.highlightCharacters - lead;
      end++
    )
      counts.set(matches[end]!.of, (counts.get(matches[end]!.of) ?? 0) + 1)
    if (counts.size > most) {
      best = first
      most = counts.size
    }
    const left = (counts.get(first.of) ?? 1) - 1
    if (left === 0) counts.delete(first.of)
    else counts.set(first.of, left)
  }
  return best ?? matches[0]
}

/** Where a word begins at `at` or soon after. */
function wordBegin(text: string, at: number): number {
  if (at <= 0) return 0
  const space = text.slice(at, at + lead).search(/\s/)
  return space === -1 ? wholeCharacter(text, at) : at + space + 1
}

function lastSpace(text: string, start: number, end: number): number {
  const space = text.lastIndexOf(' ', end)
  return space > start ? space : wholeCharacter(text, end)
}

/** `at`, moved off the middle of a surrogate pair. */
const wholeCharacter = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at

function marked(text: string, start: number, end: number, matches: Match[]): string {
  let shown = ''
  let at = start
  for (const match of matches) {
    if (match.start < at || match.end > end) continue
    shown += `${escaped(text.slice(at, match.start))}<mark>${escaped(text.slice(match.start, match.end))}</mark>`
    at = match.end
  }
  return (shown + escaped(text.slice(at, end))).replaceAll(/\s+/g, ' ').trim()
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
