/** The texts of a message that scorers match on: each part, folded, and what is encoded in it. */
import type { Evidence } from '../domain/analysis.ts'
import { truncate } from '../lib/clean-text.ts'
import { readCard } from './card-fields.ts'
import { findEncoded } from './decode.ts'
import { fileWords } from './file-words.ts'
import { type Folded, fold } from './fold.ts'
import { placesIn } from './hidden-origin.ts'
import { acrossItems } from './list-items.ts'
import { blankMarkup } from './markup.ts'
import { quote } from './quote.ts'
import { historyIn, pastOf } from './said-now.ts'
import type { RiskMessage } from './scorer.ts'
import { setOffIn } from './set-off.ts'

/** Caps on what is looked at. What is beyond them is named by {@link unreadOf}. */
export const textCaps = {
  /** Characters from the start and from the end of a part, and of all parts. */
  head: 200_000,
  tail: 50_000,
  total: 300_000,
  /** Hidden texts: as many as the parser keeps. */
  hiddenEntries: 200,
  /** Display names of a header field: as many as the parser keeps. */
  names: 1_000,
  /** Names of attachments that are long enough to say something. */
  files: 200,
  /** Characters of all texts of attachments together: an injection takes a second to be looked for in six million. */
  attachmentsTotal: 1_000_000,
  /** Characters of all decoded texts, their number, and how many encodings are peeled off one. */
  decodedTotal: 64_000,
  decodedLayers: 64,
  depth: 3,
  /** After which nothing more is decoded. */
  milliseconds: 1_000,
} as const

/** Text that was not looked at: beyond the caps on size (`text`), on what is decoded, or on time. */
export interface Unread {
  what: 'text' | 'encodings' | 'time'
  /** Where the first of it begins. */
  evidence: Evidence[]
}

/** One text of the message in its normal form (see {@link fold}). */
export interface TextLayer {
  /** Where it is from, in the words of `Evidence.where`. */
  where: string
  /** Encodings peeled off, outermost first: `base64`, `rot13` …; empty for plain text. */
  encodings: readonly string[]
  /** Not visible to a person who reads the message as shown: hidden by markup, or encoded. */
  concealed: boolean
  /** Of what was said before: history in a reply that really stands in its thread. */
  quoted: boolean
  /** Folded text. */
  text: string
  /** Stretches of `text` that the original sets off: block quotes, fenced code, indented lines. None of decoded text. */
  setOff(): [start: number, end: number][]
  /** The stretch of the original that `[start, end)` of `text` came from, quoted, and what it decodes to. */
  evidence(start: number, end: number): Evidence[]
  /** Of text that is read across the items of its lists. */
  across?: {
    /** Where it stands as it is written. */
    written(start: number, end: number): Place
    /** Whether the lists are made of torn sentences. */
    torn: boolean
  }
}

/** A stretch of a layer. */
export interface Place {
  layer: TextLayer
  start: number
  end: number
}

interface Source {
  where: string
  concealed: boolean
  quoted: boolean
  text: string
  /** What a stretch of `text` was, in the part it is from. */
  origins: Origins
}

/** The way back from a stretch `[start, end)` to the original characters. */
type Origins = (start: number, end: number) => Evidence[]

/** Ways of writing that software leaves in text by mistake: they hide nothing by themselves. */
const representations = new Set(['quoted_printable', 'percent', 'html_entities'])

interface Read {
  layers: TextLayer[]
  across: TextLayer[]
  unread: Unread[]
}

const cache = new WeakMap<RiskMessage, Read>()

/** The layers of a message, visible text first, then hidden text, then what was encoded in them. Made once. */
export const layersOf = (message: RiskMessage): TextLayer[] => readLayers(message).layers

/**
 * The same, and behind them those with lists once more, read across their items: for whoever looks for phrases, which
 * may be drawn apart over a list. They say nothing new, so that nobody else needs them.
 */
export function phraseLayersOf(message: RiskMessage): TextLayer[] {
  const { layers, across } = readLayers(message)
  return across.length === 0 ? layers : [...layers, ...across]
}

/**
 * Those that a person sees as they are, for models that judge whole letters: also across lists, but only where these are
 * made of torn sentences. What the items of an honest list name, read in one breath, is a letter that nobody wrote.
 */
export const letterLayersOf = (message: RiskMessage): TextLayer[] =>
  phraseLayersOf(message).filter(
    ({ concealed, encodings, across }) => !concealed && encodings.length === 0 && across?.torn !== false,
  )

/** Where a stretch of a layer stands as it is written: in the layer itself, unless that is read across lists. */
export const writtenAt = (layer: TextLayer, start: number, end: number): Place =>
  layer.across?.written(start, end) ?? { layer, start, end }

/** What of a message is in no layer, since it is beyond a cap; at most one of a kind. */
export const unreadOf = (message: RiskMessage): readonly Unread[] => readLayers(message).unread

/** Both, made once; `now` tells the time in milliseconds. */
export function readLayers(message: RiskMessage, now: () => number = () => performance.now()): Read {
  let read = cache.get(message)
  if (read === undefined) {
    read = build(message, now)
    cache.set(message, read)
  }
  return read
}

function build(message: RiskMessage, now: () => number): Read {
  const layers: TextLayer[] = []
  const decoded: TextLayer[] = []
  const across: TextLayer[] = []
  const unread = new Map<Unread['what'], Unread>()
  const leave: Leave = (what, evidence) => {
    if (!unread.has(what)) unread.set(what, { what, evidence: evidence() })
  }
  const end = now() + textCaps.milliseconds
  let left: number = textCaps.decodedTotal
  const peel = (text: string, outer: Outer): void => {
    const { where, quoted, encodings, origins } = outer
    const { found, cut, late } = findEncoded(text, () => now() >= end)
    const from = (start: number) => () => origins(start, Math.min(text.length, start + 200))
    if (late) leave('time', from(0))
    if (cut !== null) leave('encodings', from(cut))
    for (const one of found) {
      const beyond = encodings.length >= textCaps.depth || decoded.length >= textCaps.decodedLayers
      if (beyond || one.text.length > left) {
        leave('encodings', from(one.start))
        return
      }
      left -= one.text.length
      const inner: Outer = {
        where,
        quoted,
        encodings: [...encodings, one.encoding],
        origins: (start, end) => origins(...one.origin(start, end)),
      }
      const folded = fold(one.text)
      const layer = decodedLayer(one.text, folded, inner)
      decoded.push(layer)
      across.push(...acrossLists(layer, one.text, folded))
      peel(one.text, inner)
    }
  }
  for (const source of sourcesOf(message, leave)) {
    const folded = fold(source.text)
    const layer = plainLayer(source, folded)
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
    across.push(...acrossLists(layer, source.text, folded))
    const { where, quoted, origins } = source
    peel(source.text, { where, quoted, encodings: [], origins })
  }
  return { layers: [...layers, ...decoded], across, unread: [...unread.values()] }
}

/**
 * Whether HTML says word for word what the body does, to which the parser adds the addresses of links:
 * then one of them is enough. Anything else counts as different.
 */
function saysTheSame(body: string, html: string): boolean {
  if (Math.abs(body.length - html.length) > body.length) return false
  const plain = body
    .replace(/^(?:> ?){1,20}/gm, '')
    .replace(/\s\(https?:[^\s()]{1,2000}\)/g, '')
    .replaceAll('\n', ' ')
  return plain.trim() === html.replaceAll('\n', ' ').trim()
}

interface Outer {
  where: string
  quoted: boolean
  encodings: readonly string[]
  origins: Origins
}

/** A Content-ID, or a media type, that may say something. */
const labelWords = /(?:\p{L}{2,30}\P{L}{1,3}){5}/u

type Leave = (what: Unread['what'], evidence: () => Evidence[]) => void

function sourcesOf(message: RiskMessage, leave: Leave): Source[] {
  const { mail, attachmentTexts = [], attachmentsCut = [] } = message
  const sources: Source[] = []
  let left: number = textCaps.total
  const add = (
    where: string,
    text: string,
    more: { concealed?: boolean; quoted?: boolean; base?: number; origins?: Origins } = {},
  ) => {
    const { concealed = false, quoted = false, base = 0 } = more
    const origins: Origins =
      more.origins ?? ((start, end) => [{ where, text: quote(text.slice(start, end)), offset: base + start }])
    const room = Math.max(0, left)
    const tail = text.length > textCaps.head ? Math.min(textCaps.tail, text.length - textCaps.head) : 0
    const head = Math.min(text.length, textCaps.head, room)
    if (head > 0) sources.push({ where, concealed, quoted, text: text.slice(0, head), origins })
    const start = text.length - Math.min(tail, Math.max(0, room - head))
    if (start < text.length && start >= head) {
      const shifted: Origins = (from, to) => origins(start + from, start + to)
      sources.push({ where, concealed, quoted, text: text.slice(start), origins: shifted })
    }
    if (start > head && /\S/.test(text.slice(head, start)))
      leave('text', () => origins(head, Math.min(start, head + 200)))
    left -= head + tail
  }
  add('subject', mail.subject)
  let from = 0
  for (const [start, end] of historyIn(mail, pastOf(message))) {
    add('body', mail.body.slice(from, start), { base: from })
    add('body', mail.body.slice(start, end), { quoted: true, base: start })
    from = end
  }
  add('body', mail.body.slice(from), { base: from })
  for (const { text, origins } of hiddenTexts(mail)) add('hidden', text, { concealed: true, origins })
  if (mail.html !== null) {
    const { text, originOf } = withoutBlanks(blankMarkup(mail.html))
    add('html', text, { origins: originsInHtml(mail.html, originOf) })
  }
  if (mail.from !== null && mail.from.name.length > 15) add('header:from', mail.from.name)
  for (const [field, value, mailboxes] of [
    ['header:reply-to', mail.replyTo, mail.replyToMailboxes],
    ['header:to', mail.to, mail.toMailboxes],
    ['header:cc', mail.cc, mail.ccMailboxes],
  ] as const) {
    const names = mailboxes.slice(0, textCaps.names).map(({ name }) => name)
    const long = names.filter((name) => name.length > 15)
    if (long.length > 0) add(field, long.join('\n'), { origins: originsOfNames(field, value, long) })
    // The parser reads no more of them than that.
    if (mailboxes.length >= textCaps.names) leave('text', () => [{ where: field, text: quote(value) }])
  }
  const fields = furtherFields(mail)
  if (fields.length > 0)
    add('header', fields.map(({ text }) => text).join('\n'), {
      concealed: true,
      origins: originsOfFields(fields),
    })
  // Files in archives have names, too.
  const all = [...mail.attachments, ...attachmentTexts].map(({ filename }) => filename)
  const names = [...new Set(all)].filter((name) => name.length > 15)
  for (const name of names.slice(0, textCaps.files)) {
    const { text, origin } = fileWords(name)
    const where = `attachment:${name}`
    const origins: Origins = (start, end) => [
      {
        where,
        text: quote(name.slice(origin[start] ?? 0, (origin[end - 1] ?? name.length - 1) + 1)),
        offset: origin[start] ?? 0,
      },
    ]
    add(where, text, { origins })
  }
  // Agents are shown what else a file is called by: as a rule, that says nothing.
  for (const { filename, contentId, contentType } of mail.attachments)
    for (const label of [contentId ?? '', contentType].filter((one) => labelWords.test(one))) {
      const where = `attachment:${filename}`
      add(where, fileWords(label.replaceAll('.', '_')).text, {
        origins: () => [{ where, text: quote(label) }],
      })
    }
  const beyond = names[textCaps.files]
  if (beyond !== undefined) leave('text', () => [{ where: `attachment:${beyond}`, text: quote(beyond) }])
  return [...sources, ...filesOf(attachmentTexts, attachmentsCut, leave)]
}

/** What attachments say, within a cap of their own: a long file takes nothing from the mail, nor the mail from it. */
function filesOf(
  texts: readonly { filename: string; text: string }[],
  cut: readonly string[],
  leave: Leave,
): Source[] {
  let left: number = textCaps.attachmentsTotal
  const sources: Source[] = []
  for (const { filename, text } of texts) {
    const where = `attachment:${filename}`
    const read = truncate(text, left)
    left -= read.length
    const origins: Origins = (start, end) => [{ where, text: quote(text.slice(start, end)), offset: start }]
    const card = readCard(read)
    if (card !== null) {
      const { origin } = card
      const inFile: Origins = (start, end) =>
        origins(origin[start] ?? 0, (origin[Math.max(start, end - 1)] ?? read.length - 1) + 1)
      sources.push({ where, concealed: false, quoted: false, text: card.text, origins: inFile })
    } else if (read !== '') sources.push({ where, concealed: false, quoted: false, text: read, origins })
    if (/\S/.test(text.slice(read.length)))
      leave('text', () => origins(read.length, Math.min(text.length, read.length + 200)))
  }
  const [first] = cut
  if (first !== undefined) leave('text', () => [{ where: `attachment:${first}`, text: quote(first) }])
  return sources
}

/** Text put together of stretches, and where a stretch of it is from. */
interface Joined {
  text: string
  origins: Origins
}

/**
 * Hidden texts, those hidden in one way together: single labels say nothing, and an order may be split over many
 * elements. Text that is also shown (a second layout for phones, the subject as the page's title) is not hidden.
 */
function hiddenTexts({ subject, hidden, body, html }: RiskMessage['mail']): Joined[] {
  const unseen = hidden
    .slice(0, textCaps.hiddenEntries)
    .filter(({ text }) => text !== subject && (text.length < 30 || !body.includes(text)))
  const find = html === null ? () => null : placesIn(html)
  return [...Map.groupBy(unseen, ({ reason }) => reason).values()].map((same) => {
    const texts = same.map(({ text }) => text)
    return {
      text: texts.join('\n'),
      origins: (start, end) =>
        piecesOf(texts, start, end).flatMap((piece) => {
          const place = find(piece)
          const seen: Evidence = { where: 'hidden', text: quote(piece) }
          if (place === null) return [seen]
          return [
            seen,
            { where: 'html', text: quote(html!.slice(place.start, place.end)), offset: place.start },
          ]
        }),
    }
  })
}

/** Of display names joined by line feeds: each where it stands in the value of its field. */
const originsOfNames =
  (where: string, value: string, names: readonly string[]): Origins =>
  (start, end) =>
    piecesOf(names, start, end).map((piece) => {
      const offset = value.indexOf(piece)
      return { where, text: quote(piece), ...(offset < 0 ? {} : { offset }) }
    })

/** A field of the header that says something. */
interface SaidField {
  where: string
  text: string
}

/** Three words as people write them, one after the other, or a mark of a model's own language. */
const prose =
  /(?:\p{L}[\p{L}\p{M}'’]{0,29}[,.;:!?"“”()-]{0,2}\s{1,2}["“(]?){2}\p{L}{2}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]{6}|<\||\[\/?INST\]/u
/** What hosts write of a message's way, words of their software among it: `from localhost by mx with esmtp id 7`. */
const hops =
  /(?:^|[\s(])(?:from|by|with|for|id|via|using)\s{1,9}[^\s;]{1,500}(?:(?:\s\p{L}{1,20}){0,3}(?=\s(?:by|with|for|id)\s))?/giu
/** Read as texts of their own, or only so far as they hold more than names that are. */
const readElsewhere = new Set(['subject'])
const ofPeople = new Set(['from', 'to', 'cc', 'reply-to'])

/**
 * Fields that hold prose, whatever they are called: no reader of mail sees most of them, and agents are shown all. An
 * order may be split over several, so all are read together.
 */
function furtherFields({ headers, from, ...mail }: RiskMessage['mail']): SaidField[] {
  const mailboxes = [from, mail.toMailboxes, mail.ccMailboxes, mail.replyToMailboxes].flat()
  const names = mailboxes.flatMap((one) => (one === null || one.name.length <= 15 ? [] : [one.name]))
  const said = new Map<string, SaidField>()
  for (const { name, value } of headers) {
    const key = name.toLowerCase()
    if (readElsewhere.has(key)) continue
    const rest = ofPeople.has(key) && names.length <= fewNames ? without(names, value) : value
    const text = value.replaceAll(complaints, (found) => ' '.repeat(found.length))
    if (saysSomething(key, rest)) said.set(`${key}:${value}`, { where: `header:${key}`, text })
    const words = name.replaceAll(/[-_.]/g, ' ')
    if (words.length > longName && prose.test(words)) said.set(key, { where: `header:${key}`, text: words })
  }
  return [...said.values()]
}

/** What large senders ask of whoever complains (X-Report-Abuse): nothing but that very message, for an office of abuse. */
const complaints =
  /(?:forward|send)(?:ing)? (?:a copy of )?this (?:message|e-?mail)(?:,? including (?:all |the |full )?headers,?)? to abuse@[\w.-]{1,253}/gi

/** Names up to which each is looked for in the fields that they may be from. */
const fewNames = 100
/** Letters up to which the name of a field is one. */
const longName = 40

/** Text of a Received field says something where more is left than the names that it consists of. */
const saysSomething = (key: string, text: string): boolean =>
  (prose.test(text) && (key !== 'received' || prose.test(text.replaceAll(hops, ' . ')))) || hidesProse(text)

/** Whether words are in it that base64 encodes: most of what stands so in headers are signatures. */
const hidesProse = (text: string): boolean =>
  (text.slice(0, longestEncoded).match(base64) ?? []).some((run) =>
    prose.test(Buffer.from(run, 'base64').toString()),
  )
const base64 = /[A-Za-z0-9+/]{24,}/g

/** Characters of a field in which encoded words are looked for. */
const longestEncoded = 20_000

const without = (names: readonly string[], text: string): string =>
  names.reduce((left, name) => left.replaceAll(name, '.'), text)

/** Of fields joined by line feeds: in which of them it stands. */
const originsOfFields =
  (fields: readonly SaidField[]): Origins =>
  (start, end) => {
    const pieces: Evidence[] = []
    let at = 0
    for (const { where, text } of fields) {
      const from = Math.max(0, start - at)
      const piece = text.slice(from, Math.max(0, end - at))
      if (piece !== '' && pieces.length < 3) pieces.push({ where, text: quote(piece), offset: from })
      at += text.length + 1
    }
    return pieces
  }

/** The parts of `[start, end)` in `texts` joined by line feeds, at most three. */
function piecesOf(texts: readonly string[], start: number, end: number): string[] {
  const pieces: string[] = []
  let at = 0
  for (const text of texts) {
    const piece = text.slice(Math.max(0, start - at), Math.max(0, end - at))
    if (piece !== '' && pieces.length < 3) pieces.push(piece)
    at += text.length + 1
  }
  return pieces
}

/** Runs of blanks, as mark-up leaves them, from which they are taken out of a long text. */
const blanks = /[\s\u0001]{64,}/g

/** Long HTML without what was mark-up, so that a style sheet does not use up what is read; short HTML as it is. */
function withoutBlanks(text: string): { text: string; originOf: (unit: number) => number } {
  if (text.length <= textCaps.head) return { text, originOf: (unit) => unit }
  const pieces: string[] = []
  /** Where each piece starts, in what is put together and in `text`. */
  const starts: [joined: number, original: number][] = []
  let length = 0
  let at = 0
  const take = (end: number): void => {
    if (end <= at) return
    starts.push([length, at])
    pieces.push(text.slice(at, end))
    length += end - at
  }
  for (const { 0: gap, index } of text.matchAll(blanks)) {
    take(index)
    // One blank stays, where there is one: what it parted stays parted.
    at = index + Math.max(0, gap.search(/\s/))
    take(at + 1)
    at = index + gap.length
  }
  take(text.length)
  return {
    text: pieces.join(''),
    originOf(unit) {
      const [joined, original] = starts.findLast(([start]) => start <= unit) ?? [0, 0]
      return original + unit - joined
    },
  }
}

/** Stretches of the HTML itself, tags and all. */
const originsInHtml =
  (html: string, originOf: (unit: number) => number): Origins =>
  (start, end) => {
    const from = originOf(start)
    const to = originOf(Math.max(start, end - 1)) + 1
    return [{ where: 'html', text: quote(html.slice(from, to)), offset: from }]
  }

function plainLayer({ where, concealed, quoted, text, origins }: Source, folded: Folded): TextLayer {
  return {
    where,
    encodings: [],
    concealed,
    quoted,
    text: folded.text,
    setOff: () =>
      setOffIn(text)
        .map(([start, end]): [number, number] => [unitOf(folded, start), unitOf(folded, end)])
        .filter(([start, end]) => end > start),
    evidence: (start, end) => origins(...stretchOf(folded, start, end)),
  }
}

/** The layer across the lists of `text`, which `layer` has the folded form of; none where it has no lists. */
function acrossLists(layer: TextLayer, text: string, folded: Folded): TextLayer[] {
  const found = acrossItems(text)
  if (found === null) return []
  const joined = fold(found.text.slice(found.start, found.end))
  const written = (start: number, end: number): Place => {
    const [from, to] = stretchOf(joined, start, end)
    const first = unitOf(folded, found.start + from)
    return { layer, start: first, end: Math.max(first, unitOf(folded, found.start + to)) }
  }
  return [
    {
      ...layer,
      text: joined.text,
      setOff: () => [],
      across: { written, torn: found.torn },
      evidence(start, end) {
        const place = written(start, end)
        return layer.evidence(place.start, place.end)
      },
    },
  ]
}

function decodedLayer(text: string, folded: Folded, { where, encodings, quoted, origins }: Outer): TextLayer {
  return {
    where,
    encodings,
    quoted,
    concealed: encodings.some((name) => !representations.has(name)),
    text: folded.text,
    setOff: () => [],
    evidence(start, end) {
      const [from, to] = stretchOf(folded, start, end)
      const decoded: Evidence = {
        where: `${where} (${encodings.join(', ')})`,
        text: quote(text.slice(from, to)),
      }
      return [...origins(from, to), decoded]
    },
  }
}

/** The stretch that `[start, end)` of a folded text came from. */
function stretchOf({ origin }: Folded, start: number, end: number): [number, number] {
  const from = origin[start] ?? 0
  return [from, (origin[Math.max(start, end - 1)] ?? from) + 1]
}

/** The first unit of a folded text that came from `place` of the original, or from behind it. */
function unitOf({ origin }: Folded, place: number): number {
  let low = 0
  let high = origin.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (origin[middle]! < place) low = middle + 1
    else high = middle
  }
  return low
}
