/** Rewrites a mail so that values of chosen kinds are gone from all its parts. */
import { entities as allEntities } from '../domain/entity.ts'
import type { Edit } from './edit.ts'
import { findSensitive } from './find-sensitive.ts'
import { readHtmlSource } from './html-source.ts'
import { isWordAt } from './pii/context.ts'
import { type Entity, labelOf } from './pii/entities.ts'
import { findUrls } from './pii/network.ts'
import { plainForm } from './plain-form.ts'
import { escapeHtml, redactHtml, replaceSpans } from './redact-html.ts'
import { type Span, withoutOverlaps } from './span.ts'

/** The parts of a mail that are rewritten together. */
export interface RedactableParts {
  subject: string
  text: string
  html: string | null
  /** The same HTML in another form, as a page shows it for example. */
  htmlShown?: string | null
  /** Values of header fields. */
  headers?: readonly string[]
  /** Names of attachments. */
  filenames?: readonly string[]
}

export interface RedactOptions {
  entities: readonly Entity[]
  /**
   * What stands for a value; `{type}` becomes the entity (`CREDIT_CARD`), `{n}` the number of the value
   * among those of its kind: the same value has the same number in all parts. Default: `[REDACTED:{type}]`.
   */
  replacement?: string
  /** Least confidence from which a value is redacted, from 0 to 1. Default: 0.5. */
  minConfidence?: number
  /** How often the parts are looked over at most, while there is more to be found. Default: 5. */
  passes?: number
  /** Secrets that are known beforehand, which go wherever they stand as words of their own. */
  values?: readonly string[]
}

/** What was taken out of a part. */
export interface Redaction {
  type: Entity
  part: 'subject' | 'text' | 'html' | 'headers' | 'filenames'
  count: number
}

export interface Redacted extends RedactableParts {
  /** As many as were given, in order. */
  headers: readonly string[]
  filenames: readonly string[]
  /** Empty where nothing was found: then the parts are the very ones given. */
  redactions: Redaction[]
  /** What each look has changed, in order: see `placeAfter`. */
  edits: { subject: Edit[][]; text: Edit[][] }
}

const defaultReplacement = '[REDACTED:{type}]'
/** What is taken out changes what stands beside what: looked over again until nothing more is found. */
const defaultPasses = 5
/** Characters from which a value found in one place goes from all others, too. */
const minKnown = 6
/** The same of values that were given: codes are short. */
const minGiven = 3
/** Values remembered at most. */
const maxKnown = 500

/** The text that a page shows. */
export type SeenText = (html: string) => string

/** `parts` without the values of `options.entities`. Idempotent. Never throws. */
export function redact(
  parts: RedactableParts,
  options: RedactOptions,
  seen: SeenText = (html) => readHtmlSource(html).text,
): Redacted {
  const run = new Run(options, seen)
  let current = parts
  const { passes = defaultPasses } = options
  for (let pass = 0; pass < passes && run.learn(current); pass++) current = run.rewrite(current)
  return {
    subject: current.subject,
    text: current.text,
    html: current.html,
    ...(current.htmlShown === undefined ? {} : { htmlShown: current.htmlShown }),
    headers: current.headers ?? [],
    filenames: current.filenames ?? [],
    redactions: [...run.counts].map(([key, count]) => {
      const [part, type] = key.split(' ') as [Redaction['part'], Entity]
      return { type, part, count }
    }),
    edits: run.edits,
  }
}

class Run {
  /** By part and kind. */
  readonly counts = new Map<string, number>()
  readonly edits: Redacted['edits'] = { subject: [], text: [] }
  readonly #options: RedactOptions
  readonly #seen: SeenText
  readonly #template: string
  readonly #placeholders: RegExp
  /** The number of each value among those of its kind. */
  readonly #numbers = new Map<string, number>()
  readonly #used = new Map<Entity, number>()
  /** Values found so far, which go wherever they stand. */
  readonly #known = new KnownValues(minKnown, isWordAt)
  readonly #given = new KnownValues(minGiven, isWritten)
  /** What was found in texts of this pass. */
  #found = new Map<string, Span[]>()

  constructor(options: RedactOptions, seen: SeenText) {
    this.#options = options
    this.#seen = seen
    this.#template = options.replacement ?? defaultReplacement
    this.#placeholders = placeholdersOf(this.#template)
    for (const value of options.values ?? [])
      this.#given.add(value, { type: 'secret', start: 0, end: value.length, confidence: 1 })
  }

  /** Reads all parts, so that what one of them names goes from the others; false: there is nothing to take out. */
  learn({ subject, text, html, htmlShown = null, headers = [], filenames = [] }: RedactableParts): boolean {
    this.#found = new Map()
    let any = false
    const find = (part: string): Span[] => {
      const spans = this.#detect(part)
      for (const span of spans) this.#known.add(part.slice(span.start, span.end), span)
      any ||= spans.length > 0 || this.#given.spansIn(part).length > 0
      return []
    }
    for (const part of [subject, text, ...headers, ...filenames]) find(part)
    for (const page of [html, htmlShown])
      if (page !== null) {
        redactHtml(page, { find, placeholder: this.#placeholder })
        find(this.#seen(page))
      }
    return any
  }

  rewrite({
    subject,
    text,
    html,
    htmlShown,
    headers = [],
    filenames = [],
  }: RedactableParts): RedactableParts {
    return {
      subject: this.#rewriteText('subject', subject),
      text: this.#rewriteText('text', text),
      html: html === null ? null : this.#rewriteHtml(html),
      ...(htmlShown === undefined ? {} : { htmlShown: htmlShown && this.#rewriteHtml(htmlShown) }),
      headers: headers.map((value) => this.#rewriteText('headers', value)),
      filenames: filenames.map((name) => this.#rewriteText('filenames', name)),
    }
  }

  #rewriteText(part: Exclude<Redaction['part'], 'html'>, text: string): string {
    const spans = this.#all(text)
    for (const { type } of spans) this.#count(part, type)
    if (part === 'subject' || part === 'text')
      this.edits[part].push(
        spans.map(({ type, start, end }) => {
          const { length } = this.#placeholder(type, text.slice(start, end))
          return { start, end, length }
        }),
      )
    return spans.length === 0 ? text : replaceSpans(text, spans, this.#placeholder)
  }

  #rewriteHtml(html: string): string {
    const redacted = redactHtml(html, { find: (text) => this.#all(text), placeholder: this.#placeholder })
    for (const { type } of redacted.removed) this.#count('html', type)
    return this.#asSeen(redacted.html) ?? redacted.html
  }

  /**
   * The text alone that a page shows, redacted, where that has values which its source is not written with: what is
   * hidden stands within them. Null for any other page.
   */
  #asSeen(html: string): string | null {
    const text = this.#seen(html)
    const spans = this.#detect(text)
    if (spans.length === 0) return null
    const written = readHtmlSource(html).text
    const squeezed = withoutSpaces(written)
    const isWritten = (value: string): boolean =>
      squeezed.includes(withoutSpaces(value)) && (written.includes(value) || spaced(value).test(written))
    if (spans.every(({ start, end }) => isWritten(text.slice(start, end)))) return null
    const whole = this.#all(text)
    for (const { type } of whole) this.#count('html', type)
    return `<div style="white-space:pre-wrap">${escapeHtml(replaceSpans(text, whole, this.#placeholder))}</div>`
  }

  #count(part: Redaction['part'], type: Entity): void {
    this.counts.set(`${part} ${type}`, (this.counts.get(`${part} ${type}`) ?? 0) + 1)
  }

  /** What is recognised in `text`, but for what is no more than placeholders. */
  #detect(text: string): Span[] {
    let spans = this.#found.get(text)
    if (spans !== undefined) return spans
    const { entities, minConfidence } = this.#options
    spans = findSensitive(text, minConfidence === undefined ? { entities } : { entities, minConfidence })
    if (entities.includes('url')) spans = withWholeUrls(text, spans)
    if (spans.length > 0) spans = sayingMore(text, spans, [...text.matchAll(this.#placeholders)])
    this.#found.set(text, spans)
    return spans
  }

  /** What is recognised in `text`, and values found elsewhere. */
  #all(text: string): Span[] {
    return withoutOverlaps([
      ...this.#detect(text),
      ...this.#known.spansIn(text),
      ...this.#given.spansIn(text),
    ])
  }

  readonly #placeholder = (type: Entity, value: string): string => {
    if (!this.#template.includes('{n}')) return this.#template.replaceAll('{type}', labelOf(type))
    // However it is written: digits and letters make the value.
    const key = `${type} ${plainForm(value)
      .text.toLowerCase()
      .replace(/[^\p{L}\p{N}@]/gu, '')}`
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = (this.#used.get(type) ?? 0) + 1
      this.#used.set(type, number)
      this.#numbers.set(key, number)
    }
    return this.#template.replaceAll('{type}', labelOf(type)).replaceAll('{n}', String(number))
  }
}

/** What placeholders of a template look like; nothing does, of one that is a number alone: values are written so, too. */
function placeholdersOf(template: string): RegExp {
  const source = template
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('\\{type\\}', `(?:${labels.join('|')})`)
    .replaceAll('\\{n\\}', '\\d{1,6}')
  return new RegExp(template.replaceAll('{n}', '') === '' ? '(?!)' : source, 'g')
}

/** The longest first: some are the beginning of others. */
const labels = allEntities.map(labelOf).sort((a, b) => b.length - a.length)

/**
 * Those of `spans` (in order, without overlaps) that have a letter or digit which is of no placeholder. Whoever writes a
 * message may write what looks like one into a value, which has to go all the same.
 */
function sayingMore(text: string, spans: readonly Span[], placeholders: readonly RegExpExecArray[]): Span[] {
  let next = 0
  return spans.filter(({ start, end }) => {
    let at = start
    for (; next < placeholders.length; next++) {
      const { index, 0: placeholder } = placeholders[next]!
      if (index >= end) break
      if (index > at && wordCharacter.test(text.slice(at, index))) return true
      at = Math.max(at, index + placeholder.length)
      // It may reach into the next span.
      if (at > end) break
    }
    return at < end && wordCharacter.test(text.slice(at, end))
  })
}

const wordCharacter = /[\p{L}\p{N}]/u

/** Of writing with letters that make words by spaces: a code stands right beside others. */
const isWritten = (text: string, at: number): boolean =>
  at >= 0 && /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}]/u.test(text.charAt(at))

/** Values that were found, looked for together: a text is walked once, however many there are and however alike. */
class KnownValues {
  /** Characters of the shortest. */
  readonly #fewest: number
  /** Whether a character of a text is of the same word as the one beside it. */
  readonly #isWordAt: (text: string, at: number) => boolean
  readonly #spans = new Map<string, Span>()
  /** Their first characters. */
  readonly #begins = new Set<string>()
  /** In order, each behind those that it begins with. */
  #sorted: { value: string; within: number }[] | null = null

  constructor(fewest: number, isWordAt: (text: string, at: number) => boolean) {
    this.#fewest = fewest
    this.#isWordAt = isWordAt
  }

  add(value: string, span: Span): void {
    if (value.length < this.#fewest || this.#spans.size >= maxKnown || this.#spans.has(value)) return
    this.#spans.set(value, span)
    this.#begins.add(value.slice(0, this.#fewest))
    this.#sorted = null
  }

  /** Where they stand in `text` as words of their own: less sure than where they were found. */
  spansIn(text: string): Span[] {
    const spans: Span[] = []
    if (this.#spans.size === 0) return spans
    this.#sorted ??= sorted([...this.#spans.keys()])
    const longest = Math.max(...this.#sorted.map(({ value }) => value.length))
    for (let start = 0; start + this.#fewest <= text.length; start++) {
      if (!this.#begins.has(text.slice(start, start + this.#fewest)) || this.#isWordAt(text, start - 1))
        continue
      const rest = text.slice(start, start + longest)
      for (let at = lastUpTo(this.#sorted, rest); at >= 0; at = this.#sorted[at]!.within) {
        const { value } = this.#sorted[at]!
        const end = start + value.length
        if (!rest.startsWith(value) || this.#isWordAt(text, end)) continue
        const { type, confidence } = this.#spans.get(value)!
        spans.push({ type, start, end, confidence: Math.min(confidence, 0.5) })
      }
    }
    return spans
  }
}

/** `values` in order; `within`: the place of the longest other one that a value begins with, -1 without one. */
function sorted(values: string[]): { value: string; within: number }[] {
  const all = values.sort().map((value) => ({ value, within: -1 }))
  for (const [index, one] of all.entries()) {
    // What a value begins with stands ahead of it, and all that stand between begin with that, too.
    let at = index - 1
    while (at >= 0 && !one.value.startsWith(all[at]!.value)) at = all[at]!.within
    one.within = at
  }
  return all
}

/** The place of the last value that doesn't come behind `text`; -1 where all do. Any that `text` begins with is it, or within it. */
function lastUpTo(values: readonly { value: string }[], text: string): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle]!.value <= text) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * A value however its parts are parted: cells and lines are parted one way or another, which hides nothing. What a page
 * shows in one piece is written in one piece.
 */
const spaced = (value: string): RegExp =>
  new RegExp(
    value
      .trim()
      .split(/\s+/)
      .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s*'),
  )

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '')

/** Where whole addresses go, none stays behind because something else in it was found first. */
function withWholeUrls(text: string, spans: readonly Span[]): Span[] {
  const urls = findUrls(text)
  if (urls.length === 0) return [...spans]
  const outside = spans.filter((span) => !urls.some(({ start, end }) => span.start < end && span.end > start))
  return withoutOverlaps([...outside, ...urls])
}
