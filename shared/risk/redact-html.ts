/** Takes values out of HTML: of its text, however tags split it, of attributes and of comments. */
import { type HtmlSource, readHtmlSource } from './html-source.ts'
import type { Entity } from './pii/entities.ts'
import type { Span } from './span.ts'

/** What finds the values of a text that go, and what stands for each of them. */
export interface Redactor {
  find(text: string): Span[]
  placeholder(type: Entity, value: string): string
}

export interface RedactedHtml {
  html: string
  /** The values taken out, with their kinds. */
  removed: { type: Entity; value: string }[]
}

interface Edit {
  start: number
  end: number
  text: string
}

/** `html` without the values that `redactor` finds in it. */
export function redactHtml(html: string, redactor: Redactor): RedactedHtml {
  const source = readHtmlSource(html)
  const removed: RedactedHtml['removed'] = []
  const edits = [
    ...textEdits(source, redactor, removed),
    ...attributeEdits(source, redactor, removed),
    ...commentEdits(source, redactor, removed),
  ]
  return { html: removed.length === 0 ? html : apply(html, edits), removed }
}

/** The placeholder takes the place of a value's first stretch; the others go, the tags between them stay. */
function* textEdits(
  { text, starts, ends }: HtmlSource,
  redactor: Redactor,
  removed: RedactedHtml['removed'],
): Generator<Edit> {
  for (const { type, start, end } of redactor.find(text)) {
    const value = text.slice(start, end)
    removed.push({ type, value })
    let pending: string | null = escapeHtml(redactor.placeholder(type, value))
    for (let i = start; i < end; ) {
      const from = starts[i]!
      let to = ends[i]!
      let next = i + 1
      while (next < end && starts[next]! <= to && ends[next]! > starts[next]!)
        to = Math.max(to, ends[next++]!)
      if (to > from) {
        yield { start: from, end: to, text: pending ?? '' }
        pending = null
      }
      i = next
    }
  }
}

function* attributeEdits(
  { attributes }: HtmlSource,
  redactor: Redactor,
  removed: RedactedHtml['removed'],
): Generator<Edit> {
  for (const { value, start, end } of attributes) {
    const plain = replaced(value, redactor, removed)
    const rewritten = plain ?? replacedDecoded(value, redactor, removed)
    if (rewritten !== null) yield { start, end, text: `"${escapeHtml(rewritten)}"` }
  }
}

function* commentEdits(
  { comments }: HtmlSource,
  redactor: Redactor,
  removed: RedactedHtml['removed'],
): Generator<Edit> {
  for (const { text, start, end } of comments) {
    const inside = readHtmlSource(text)
    const texts = [text, inside.text, ...inside.attributes.map(({ value }) => value)]
    const found = texts.flatMap((part) =>
      redactor.find(part).map(({ type, start, end }) => ({ type, value: part.slice(start, end) })),
    )
    if (found.length === 0) continue
    removed.push(...new Map(found.map((one) => [`${one.type} ${one.value}`, one])).values())
    yield { start, end, text: '' }
  }
}

/** `text` with its values replaced; null where it has none. */
function replaced(text: string, redactor: Redactor, removed: RedactedHtml['removed']): string | null {
  const spans = redactor.find(text)
  if (spans.length === 0) return null
  removed.push(...spans.map(({ type, start, end }) => ({ type, value: text.slice(start, end) })))
  return replaceSpans(text, spans, redactor.placeholder)
}

/** The same for what a link carries percent-encoded. */
function replacedDecoded(value: string, redactor: Redactor, removed: RedactedHtml['removed']): string | null {
  if (!value.includes('%')) return null
  const decoded = value.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  )
  return decoded === value ? null : replaced(decoded, redactor, removed)
}

/** `text` with a placeholder in the place of each span. */
export function replaceSpans(
  text: string,
  spans: readonly Span[],
  placeholder: Redactor['placeholder'],
): string {
  const pieces: string[] = []
  let at = 0
  for (const { type, start, end } of spans) {
    pieces.push(text.slice(at, start), placeholder(type, text.slice(start, end)))
    at = end
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}

function apply(html: string, edits: Edit[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    pieces.push(html.slice(at, start), text)
    at = end
  }
  pieces.push(html.slice(at))
  return pieces.join('')
}

const characters: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** `text` as it is written in HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => characters[char]!)
