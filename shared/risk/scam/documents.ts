/** What the head of scams reads: subject, sender's name and text of a message, in long stretches. */
import { fold } from '../fold.ts'
import { distinctOf } from '../model/distinct.ts'
import type { Head } from '../model/linear-model.ts'
import { lengthOf } from '../model/ngrams.ts'
import type { RiskMessage } from '../scorer.ts'
import { letterLayersOf, type TextLayer } from '../text-layers.ts'

/** Characters of a stretch; each begins half-way in the one before, so that padding can't drown a text. */
const stretch = 6_000
/** Stretches that are read of one text: of its start, and of its end. */
const fromStart = 5
const fromEnd = 2

/** A stretch of a message: what is read, and the layer it is from. */
export interface Document {
  text: string
  /** Its different n-grams. */
  buckets: Uint32Array
  layer: TextLayer | null
  /** Offset in the layer's text. */
  start: number
}

/** The stretches of a message, at least one. Hidden and encoded text is not read: other scorers judge it. */
export function documentsOf(message: RiskMessage): Document[] {
  const layers = letterLayersOf(message)
  const subject = layers.find(({ where }) => where === 'subject')?.text ?? ''
  const name = fold((message.mail.from?.name ?? '').slice(0, 200)).text
  const head = `${subject.slice(0, 500)}\n${name}\n`
  const documents: Document[] = []
  for (const layer of layers) {
    if (layer.where !== 'body' && layer.where !== 'html') continue
    const starts: number[] = [0]
    for (let at = stretch / 2; at + stretch / 2 < layer.text.length; at += stretch / 2) starts.push(at)
    const read = starts.filter((_, index) => index < fromStart || index >= starts.length - fromEnd)
    for (const start of read) {
      const body = layer.text.slice(start, start + stretch)
      const text = start === 0 ? head + body : body
      documents.push({ text, buckets: bucketsOf(start === 0 ? head : '', body), layer, start })
    }
  }
  if (documents.length === 0)
    documents.push({ text: head, buckets: bucketsOf(head, ''), layer: null, start: 0 })
  return documents
}

/** Characters of a body, to the end of their last word, that are read together with what stands before it. */
const joint = 64
/** Whether there are two words: white space between two letters. */
function hasTwoWords(text: string): boolean {
  const end = text.search(/[a-z]\s/)
  return end >= 0 && /\s[a-z]/.test(text.slice(end + 1))
}

/**
 * The different n-grams of `head`, which ends a line, and `body`, as buckets. The body is read by itself, since others
 * read it, too: what n-grams of both have they have within four units and two words of it.
 */
export function bucketsOf(head: string, body: string): Uint32Array {
  const space = body.slice(joint, 4 * joint).search(/\s/)
  const start = space < 0 ? '' : body.slice(0, joint + space + 1)
  const apart = hasTwoWords(start)
  const texts = apart && head !== '' ? [head + start, body] : [head + body]
  return distinctOf(texts)
}

/** Log odds of a text as a whole. */
export function logitOfBuckets(found: Uint32Array, { table, scale, bias }: Head): number {
  let sum = 0
  for (let i = 0; i < found.length; i++) sum += table[found[i]!]!
  return bias + (sum * scale) / lengthOf(found.length)
}
