/** What a message says itself: its text without the history in it that really stands in the mail that it answers. */
import type { ParsedMail } from '../domain/parsed-mail.ts'
import type { OutboundContext } from './outbound-context.ts'
import type { RiskMessage } from './scorer.ts'

/** Letters and figures in a row from which words stand elsewhere, and are not merely said alike. */
const passage = 24
/** At every so many characters the past is indexed: half as many, so that no passage is missed. */
const stride = passage / 2
/** Characters of a text that is looked through, of the past it is held against, and stretches of one text. */
const caps = { text: 200_000, past: 1_000_000, stretches: 20 } as const

/** A text, and what was found to be new of it: words that are taken for history, or for a signature, are left out. */
export type Told = Pick<ParsedMail, 'body' | 'extractedText'>

/** What came before a message, as far as anybody has looked: mail of its thread. */
export const pastOf = ({ direction, threadPast, outbound }: RiskMessage): readonly string[] => {
  if (direction === 'inbound') return threadPast?.texts ?? []
  return outbound === undefined ? [] : pastOfDraft(outbound)
}

const pasts = new WeakMap<OutboundContext['thread'], readonly string[]>()

/** The same of a draft: the mail of its thread, and what the inbox began it with. */
export function pastOfDraft({
  thread,
  opening,
}: Pick<OutboundContext, 'thread' | 'opening'>): readonly string[] {
  const known = pasts.get(thread)
  if (known !== undefined) return known
  const past = [...opening, ...thread.map(({ text }) => text)]
  pasts.set(thread, past)
  return past
}

/** Whether so much is left out that it can be looked for in the past. */
export const leavesOut = ({ body, extractedText }: Told): boolean =>
  extractedText !== '' && body.length - extractedText.length >= passage

/** The body without its {@link historyIn}: all else is said by whoever wrote it, however it is set. */
export function saidNow(told: Told, past: readonly string[]): string {
  let said = ''
  let from = 0
  for (const [start, end] of historyIn(told, past)) {
    said += told.body.slice(from, start)
    from = end
  }
  return from === 0 ? told.body : `${said}${told.body.slice(from)}`.trim()
}

/**
 * Stretches of the body, in order, that are left out of the new text and stand in `past`, each of whole lines. A sender can
 * write what looks like history or a signature, so looks alone don't count. Linear in the length of both.
 */
export function historyIn(told: Told, past: readonly string[]): [start: number, end: number][] {
  if (past.length === 0 || !leavesOut(told) || told.body.length > caps.text) return []
  const left = leftOut(told)
  const stands = standingIn(left.map(({ text }) => bare(text)).join(''), past)
  const stretches: [start: number, end: number][] = []
  let at = 0
  let last: Line | null = null
  for (const line of left) {
    const end = at + bare(line.text).length
    // A line without words goes with what stands above it.
    const isHistory: boolean = end === at ? last !== null && last.next === line.start : stands(at, end)
    if (isHistory && last !== null && last.next === line.start) stretches.at(-1)![1] = line.end
    else if (isHistory && stretches.length < caps.stretches) stretches.push([line.start, line.end])
    last = isHistory ? line : null
    at = end
  }
  return stretches
}

/** A line of a body: where it starts, where it ends, and where the next one starts. */
interface Line {
  text: string
  start: number
  end: number
  next: number
}

/** The lines that the new text does not have; none where the new text isn't made of lines of the body. */
function leftOut({ body, extractedText }: Told): Line[] {
  const kept = extractedText
    .split('\n')
    .map(shown)
    .filter((line) => line !== '')
  const left: Line[] = []
  let found = 0
  let start = 0
  for (const text of body.split('\n')) {
    const end = start + text.length
    if (found < kept.length && shown(text) === kept[found]) found++
    else left.push({ text, start, end, next: end + 1 })
    start = end + 1
  }
  return found === kept.length ? left : []
}

const shown = (line: string): string => line.replace(/[\p{Cf}\s]+/gu, '')
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()

/** Answers whether all of `[start, end)` of `text` stands in passages that `past` has as well; both are bare. */
function standingIn(text: string, past: readonly string[]): (start: number, end: number) => boolean {
  const { old, places } = indexOf(past)
  const stands = new Uint8Array(text.length)
  let free = 0
  for (let at = 0; at + stride <= text.length; at++) {
    const place = places.get(text.slice(at, at + stride))
    if (place === undefined) continue
    let [from, to] = [0, stride]
    while (at + to < text.length && text[at + to] === old[place + to]) to++
    while (at - from > free && place > from && text[at - from - 1] === old[place - from - 1]) from++
    if (from + to < passage) continue
    stands.fill(1, at - from, at + to)
    free = at + to
    at = free - 1
  }
  const sums = new Uint32Array(text.length + 1)
  for (let at = 0; at < text.length; at++) sums[at + 1] = sums[at]! + stands[at]!
  return (start, end) => sums[end]! - sums[start]! === end - start
}

interface Index {
  /** The texts of the past, bare, with a line end between two. */
  old: string
  /** Where pieces of it stand. */
  places: Map<string, number>
}

const indexes = new WeakMap<readonly string[], Index>()

function indexOf(past: readonly string[]): Index {
  const known = indexes.get(past)
  if (known !== undefined) return known
  const old = past.map(bare).join('\n').slice(-caps.past)
  const places = new Map<string, number>()
  for (let at = 0; at + stride <= old.length; at += stride) {
    const piece = old.slice(at, at + stride)
    if (!places.has(piece)) places.set(piece, at)
  }
  const made = { old, places }
  indexes.set(past, made)
  return made
}
