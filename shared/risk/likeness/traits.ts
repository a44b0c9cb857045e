/** The traits of a message, as a lesson keeps them and as the next message is held against it. */
import { hash, randomInt } from 'node:crypto'
import type { LessonKind, LessonTraits } from '../../domain/lesson.ts'
import { limits } from '../../domain/limits.ts'
import type { RiskMessage } from '../scorer.ts'
import { layersOf, type TextLayer, unreadOf } from '../text-layers.ts'
import { fixedValues } from './fixed-values.ts'
import { campaignTargets, linkTargets, maxLinks } from './link-targets.ts'
import { provenSender } from './proven-sender.ts'
import { shinglesOf } from './shingles.ts'
import { type Words, wordsOf } from './words.ts'

/** Characters of a text by which reported mail is known again. */
const comparedCharacters = 20_000
/** Parts that a person reads. */
const read = new Set(['subject', 'body', 'html'])

/** What a message teaches; null where nothing could be told from it that others are to be judged by. */
export function traitsFor(kind: LessonKind, message: RiskMessage): LessonTraits | null {
  if (kind === 'pass') return traitsToPass(message)
  const shingles = shownShingles(message)
  const links = campaignTargets(linkTargets(message.mail))
  if (shingles.size === 0 && links.length === 0) return null
  return {
    sender: provenSender(message),
    salt: 0,
    shingles: Uint32Array.from([...shingles].sort((a, b) => a - b).slice(0, limits.lessonSample)),
    shingleCount: shingles.size,
    links: links.slice(0, limits.lessonLinks),
    values: [],
    files: [],
  }
}

/** Only who is proven can be known again, and only what was read to its end. */
function traitsToPass(message: RiskMessage): LessonTraits | null {
  const sender = provenSender(message)
  const { hasForm, links: all } = message.mail
  if (sender === null || unreadOf(message).length > 0 || hasForm || all.length >= maxLinks) return null
  const salt = randomInt(1, 2 ** 31)
  const { texts, values, files, links } = exactTraits(message, salt)
  const kept = files.flatMap(({ sha256, place }) => (place === null ? [sha256] : [sha256, place]))
  const shingles = Uint32Array.from(new Set(texts.flatMap(({ shingles }) => shingles))).sort()
  if (shingles.length === 0 || shingles.length > limits.lessonShingles) return null
  if (links.length > limits.lessonLinks) return null
  return { sender, salt, shingles, shingleCount: shingles.length, links, values, files: kept }
}

/** A text of a message with the hashes of its words. */
export interface HashedText {
  words: readonly string[]
  shingles: number[]
}

/** All that may not be otherwise in the next copy of a notice. */
export interface ExactTraits {
  texts: HashedText[]
  values: string[]
  files: AttachedTrait[]
  links: string[]
}

/** A file, and the place that another of its kind may take, where no text is read of its kind: `pdf 1`; null: it has none. */
export interface AttachedTrait {
  sha256: string
  place: string | null
}

/** Of every text, hidden and decoded ones too: nothing that is said to the reader may be new. */
export function exactTraits(message: RiskMessage, salt: number): ExactTraits {
  const { mail } = message
  // Signatures and hosts in the header are others each time; what orders something there keeps its points anyway.
  const layers = layersOf(message).filter(({ where }) => where !== 'header')
  const read = layers.map((layer) => wholeWords(layer))
  const links = new Set([
    ...linkTargets(mail),
    ...mail.replyToMailboxes.map(
      ({ address }) => `reply:${address.slice(address.lastIndexOf('@') + 1).toLowerCase()}`,
    ),
    // Whom it says it is from.
    `from:${hash('sha256', `${salt} ${wordsOf((mail.from?.name ?? '').toLowerCase()).words.join(' ')}`).slice(0, 24)}`,
  ])
  const values = layers.flatMap(({ text }, n) => fixedValues(text, read[n]!.addresses, salt))
  return {
    texts: read.map(({ words }) => ({ words, shingles: shinglesOf(words, salt) })),
    values: [...new Set(values)],
    files: filesOf(mail),
    links: [...links].toSorted(),
  }
}

const kinds = [
  { kind: 'pdf', type: /^application\/pdf$/i, name: /\.pdf$/i },
  { kind: 'image', type: /^image\/(?:png|jpe?g|gif|webp)$/i, name: /\.(?:png|jpe?g|gif|webp)$/i },
]

/** An invoice is another file each time: one more than there were is none of them. */
function filesOf({ attachments, textFiles = [] }: RiskMessage['mail']): AttachedTrait[] {
  const count = new Map<string, number>()
  return attachments.map(({ index, sha256, contentType, filename }) => {
    const found = kinds.find(({ type, name }) => type.test(contentType) && name.test(filename))
    if (found === undefined || textFiles.includes(index)) return { sha256, place: null }
    const n = (count.get(found.kind) ?? 0) + 1
    count.set(found.kind, n)
    return { sha256, place: `${found.kind} ${n}` }
  })
}

const wholes = new WeakMap<TextLayer, Words>()

/** Made once, however many lessons a message is held against. */
function wholeWords(layer: TextLayer): Words {
  let words = wholes.get(layer)
  if (words === undefined) {
    words = wordsOf(layer.text)
    wholes.set(layer, words)
  }
  return words
}

/** Hashes of what a person reads of the message: what is put in beside it, hidden, changes nothing. */
export function shownShingles(message: RiskMessage): Set<number> {
  const shingles = new Set<number>()
  // What an answer quotes is not what it says.
  for (const { where, concealed, quoted, text } of layersOf(message))
    if (!concealed && read.has(where) && !(quoted && message.direction === 'outbound'))
      for (const hash of shinglesOf(wordsOf(text, comparedCharacters).words, 0)) shingles.add(hash)
  return shingles
}
