/** All that speaks for phishing, spam or fraud in a message, joined by the combiner of scams. */
import { type Head, loudestWindow } from '../model/linear-model.ts'
import type { RiskMessage } from '../scorer.ts'
import { type Document, documentsOf, logitOfBuckets } from './documents.ts'
import { headerSignals } from './headers.ts'
import { linkSignals } from './link-signals.ts'
import { senderSignals } from './sender.ts'
import type { Signal } from './signal.ts'
import { wordingSignals } from './wording.ts'

/** The model's logits that make a difference, at the ends. */
const lowest = -9
const highest = 9

/** What the model looks for: advertising that nobody asked for, and mail that wants money or passwords. */
export const heads = ['spam', 'phishing'] as const
export type HeadName = (typeof heads)[number]

/** The stretch that speaks loudest for a head, and the log odds the head gives it. */
export interface LoudestText {
  name: HeadName
  document: Document
  logit: number
}

export interface ScamSignals {
  /** By name, from 0 on. */
  values: Map<string, number>
  loudest: LoudestText[]
  signals: Signal[]
}

/** The signals of a message. */
export const scamSignalsOf = (message: RiskMessage, model: Record<HeadName, Head>): ScamSignals =>
  gatherScam(message, ({ buckets }, _, name) => logitOfBuckets(buckets, model[name]))

/** The same with the model's opinion from elsewhere: training has it from a model that never saw the message. */
export function gatherScam(
  message: RiskMessage,
  logitOf: (document: Document, index: number, head: HeadName) => number,
): ScamSignals {
  const documents = documentsOf(message)
  const loudest = heads.map((name) =>
    documents
      .map((document, index): LoudestText => ({ name, document, logit: logitOf(document, index, name) }))
      .reduce((best, one) => (one.logit > best.logit ? one : best)),
  )
  const signals = [
    // An inbox's own address and the header we write ourselves tell nothing.
    ...(message.direction === 'inbound' ? [...senderSignals(message), ...headerSignals(message)] : []),
    ...linkSignals(message),
    ...wordingSignals(message),
  ]
  const values = new Map(signals.map(({ name, value }) => [name, value]))
  for (const { name, logit } of loudest)
    values.set(`text_${name}`, Math.min(highest, Math.max(lowest, logit)) - lowest)
  return { values, loudest, signals }
}

/** The passage of a stretch that speaks loudest, as offsets into its layer; null where it has none. */
export function passageOf(
  { text, layer, start }: Document,
  head: Head,
): { start: number; end: number } | null {
  if (layer === null) return null
  const window = loudestWindow(text, head)
  if (window === null) return null
  const shift = start - (start === 0 ? text.length - Math.min(layer.text.length, text.length) : 0)
  const from = Math.max(0, window.start + shift)
  return { start: from, end: Math.max(from, Math.min(layer.text.length, window.end + shift)) }
}
