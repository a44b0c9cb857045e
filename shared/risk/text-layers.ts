/** The texts of a message that scorers match on: each part, folded, and what is encoded in it. */
import type { Evidence } from '../domain/analysis.ts'
import { cleanText, truncate } from '../lib/clean-text.ts'
import { findEncoded } from './decode.ts'
import { fold } from './fold.ts'
import { blankMarkup } from './markup.ts'
import type { RiskMessage } from './scorer.ts'

/** Caps on what is looked at: characters from the start and end of a part, all parts, encoded layers. */
export const textCaps = {
  head: 200_000,
  tail: 50_000,
  total: 300_000,
  hiddenEntries: 100,
  attachments: 8,
  attachmentCharacters: 64_000,
  decodedTotal: 64_000,
  decodedLayers: 24,
  depth: 3,
} as const

/** One text of the message in its normal form (see {@link fold}). */
export interface TextLayer {
  /** Where it is from, in the words of `Evidence.where`. */
  where: string
  /** Encodings peeled off, outermost first: `base64`, `rot13` …; empty for plain text. */
  encodings: readonly string[]
  /** Not visible to a person who reads the message as shown: hidden by markup, or encoded. */
  concealed: boolean
  /** Of what was said before: the quoted history under the new text of a reply. */
  quoted: boolean
  /** Folded text. */
  text: string
  /** The stretch of the original that `[start, end)` of `text` came from, quoted, and what it decodes to. */
  evidence(start: number, end: number): Evidence[]
}

interface Source {
  where: string
  concealed: boolean
  quoted: boolean
  text: string
  /** Offset of `text` in the part it was cut from. */
  base: number
}

/** Ways of writing that software leaves in text by mistake: they hide nothing by themselves. */
const representations = new Set(['quoted_printable', 'percent', 'html_entities'])

const cache = new WeakMap<RiskMessage, TextLayer[]>()

/** The layers of a message, visible text first, then hidden text, then what was encoded in them. Made once. */
export function layersOf(message: RiskMessage): TextLayer[] {
  let layers = cache.get(message)
  if (layers === undefined) {
    layers = build(message)
    cache.set(message, layers)
  }
  return layers
}

function build(message: RiskMessage): TextLayer[] {
  const layers: TextLayer[] = []
  const decoded: TextLayer[] = []
  let left: number = textCaps.decodedTotal
  const peel = (text: string, outer: Outer): void => {
    if (outer.encodings.length >= textCaps.depth) return
    for (const found of findEncoded(text)) {
      if (decoded.length >= textCaps.decodedLayers || found.text.length > left) return
      left -= found.text.length
      const inner: Outer = {
        where: outer.where,
        encodings: [...outer.encodings, found.encoding],
        quoted: outer.quoted,
        span: outer.span ?? { text: text.slice(found.start, found.end), offset: outer.base + found.start },
        base: 0,
      }
      decoded.push(decodedLayer(found.text, inner))
      peel(found.text, inner)
    }
  }
  for (const source of sourcesOf(message)) {
    const layer = plainLayer(source)
    if (
      source.where === 'html' &&
      saysTheSame(
        layers
          .filter(({ where }) => where === 'body')
          .map(({ text }) => text)
          .join(' '),
        layer.text,
      )
    )
      continue
    if (layer.text !== '') layers.push(layer)
    peel(source.text, {
      where: source.where,
      encodings: [],
      quoted: source.quoted,
      span: null,
      base: source.base,
    })
  }
  return [...layers, ...decoded]
}

/**
 * Whether HTML says word for word what the body does, to which the parser adds the addresses of links:
 * then one of them is enough. Anything else counts as different.
 */
function saysTheSame(body: string, html: string): boolean {
  if (Math.abs(body.length - html.length) > body.length) return false
  const plain = body.replace(/\s\(https?:[^\s()]{1,2000}\)/g, '').replaceAll('\n', ' ')
  return plain.trim() === html.replaceAll('\n', ' ').trim()
}

interface Outer {
  where: string
  quoted: boolean
  encodings: readonly string[]
  /** The encoded stretch in the original part. */
  span: { text: string; offset: number } | null
  base: number
}

function sourcesOf({ mail, attachmentTexts = [] }: RiskMessage): Source[] {
  const sources: Source[] = []
  let left: number = textCaps.total
  const add = (
    where: string,
    text: string,
    more: { concealed?: boolean; quoted?: boolean; base?: number } = {},
  ) => {
    const { concealed = false, quoted = false, base = 0 } = more
    const room = Math.max(0, left)
    const tail = text.length > textCaps.head ? Math.min(textCaps.tail, text.length - textCaps.head) : 0
    const head = Math.min(text.length, textCaps.head, room)
    if (head > 0) sources.push({ where, concealed, quoted, text: text.slice(0, head), base })
    const start = text.length - Math.min(tail, Math.max(0, room - head))
    if (start < text.length && start >= head)
      sources.push({ where, concealed, quoted, text: text.slice(start), base: base + start })
    left -= head + tail
  }
  add('subject', mail.subject)
  const history = historyOf(mail)
  add('body', mail.body.slice(0, history))
  if (history < mail.body.length) add('body', mail.body.slice(history), { quoted: true, base: history })
  for (const text of hiddenTexts(mail)) add('hidden', text, { concealed: true })
  if (mail.html !== null) add('html', blankMarkup(mail.html.slice(0, textCaps.head)))
  if (mail.from !== null && mail.from.name.length > 15) add('header:from', mail.from.name)
  for (const attachment of mail.attachments.slice(0, 50))
    if (attachment.filename.length > 15) add(`attachment:${attachment.filename}`, attachment.filename)
  for (const { filename, text } of attachmentTexts.slice(0, textCaps.attachments))
    add(`attachment:${filename}`, text.slice(0, textCaps.attachmentCharacters))
  return sources
}

/** Where the quoted history of a reply starts in its body; at the end where there is none under the new text. */
function historyOf({ body, extractedText }: RiskMessage['mail']): number {
  const fresh = extractedText.length
  return fresh > 0 && fresh < body.length && body.length <= textCaps.head && body.startsWith(extractedText)
    ? fresh
    : body.length
}

/**
 * Hidden texts, those hidden in one way together: single labels say nothing, and an order may be split over many
 * elements. Text that is also shown (a second layout for phones) is not hidden.
 */
function hiddenTexts({ hidden, body }: RiskMessage['mail']): string[] {
  const unseen = hidden
    .slice(0, textCaps.hiddenEntries)
    .filter(({ text }) => text.length < 30 || !body.includes(text))
  return [...Map.groupBy(unseen, ({ reason }) => reason).values()].map((same) =>
    same.map(({ text }) => text).join('\n'),
  )
}

function plainLayer(source: Source): TextLayer {
  const { text, origin } = fold(source.text)
  return {
    where: source.where,
    encodings: [],
    concealed: source.concealed,
    quoted: source.quoted,
    text,
    evidence(start, end) {
      const from = origin[start] ?? 0
      const to = (origin[Math.max(start, end - 1)] ?? from) + 1
      return [{ where: source.where, text: quote(source.text.slice(from, to)), offset: source.base + from }]
    },
  }
}

function decodedLayer(text: string, outer: Outer): TextLayer {
  const folded = fold(text)
  const { where, encodings, quoted, span } = outer
  return {
    where,
    encodings,
    quoted,
    concealed: encodings.some((name) => !representations.has(name)),
    text: folded.text,
    evidence(start, end) {
      const from = folded.origin[start] ?? 0
      const to = (folded.origin[Math.max(start, end - 1)] ?? from) + 1
      const original: Evidence[] =
        span === null ? [] : [{ where, text: quote(span.text), offset: span.offset }]
      return [...original, { where: `${where} (${encodings.join(', ')})`, text: quote(text.slice(from, to)) }]
    },
  }
}

/** `text` fit to be shown as evidence: storable, at most 200 characters. */
export function quote(text: string): string {
  return truncate(cleanText(text), 200)
}
