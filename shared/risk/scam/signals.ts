/** All that speaks for phishing, spam or fraud in a message, joined by the combiner of scams. */
import { type Head, loudestWindow } from '../model/linear-model.ts'
import type { RiskMessage } from '../scorer.ts'
import { contactSignals } from './contact.ts'
import { disguiseSignals } from './disguise.ts'
import { type Document, documentsOf, logitOfBuckets } from './documents.ts'
import { type FormHead, formLogit, formOf, formValues } from './form.ts'
import { headerSignals } from './headers.ts'
import { linkSignals } from './link-signals.ts'
import { offerSignals } from './offers.ts'
import { senderSignals } from './sender.ts'
import type { Signal } from './signal.ts'
import { wordingSignals } from './wording.ts'

/** The model's logits that make a difference, at the ends. */
const lowest = -9
const highest = 9

/** Different n-grams, some 60 characters, from which a text speaks in full, and what it lacks in log odds with none. */
const tellingNgrams = 300
const caution = 4

/** Few words say little: neither that a mail is a scam, nor what else it may be. */
const reserve = ({ buckets }: Document): number => caution * Math.max(0, 1 - buckets.length / tellingNgrams)

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
  /** Log odds of the form; null where it tells nothing. */
  form: number | null
}

/**
 * The two ways in which a mail can be one nobody wants, each with its own combiner: what proves one says little of
 * the other.
 */
export const paths = ['spam', 'phishing'] as const
export type Path = (typeof paths)[number]

/** What the model says of texts by its heads, and of the form. */
export interface ScamModel {
  heads: Record<HeadName, Head>
  form: FormHead
}

/** The signals of a message. */
export function scamSignalsOf(message: RiskMessage, { heads: model, form: head }: ScamModel): ScamSignals {
  const form = message.direction === 'inbound' ? formOf(message) : null
  return gatherScam(
    message,
    ({ buckets }, _, name) => logitOfBuckets(buckets, model[name]),
    form === null ? null : formLogit(form, head),
  )
}

/** The same with the model's opinion from elsewhere: training has it from a model that never saw the message. */
export function gatherScam(
  message: RiskMessage,
  logitOf: (document: Document, index: number, head: HeadName) => number,
  form: number | null,
): ScamSignals {
  const documents = documentsOf(message)
  const loudest = heads.map((name) =>
    documents
      .map(
        (document, index): LoudestText => ({
          name,
          document,
          logit: logitOf(document, index, name) - reserve(document),
        }),
      )
      .reduce((best, one) => (one.logit > best.logit ? one : best)),
  )
  const signals = [
    // An inbox's own address and the header we write ourselves tell nothing.
    ...(message.direction === 'inbound' ? [...senderSignals(message), ...headerSignals(message)] : []),
    ...linkSignals(message),
    ...(message.direction === 'inbound' ? contactSignals(message) : []),
    ...wordingSignals(message),
    ...offerSignals(message),
    ...disguiseSignals(message),
  ]
  const values = new Map(signals.map(({ name, value }) => [name, value]))
  for (const { name, logit } of loudest)
    values.set(`text_${name}`, Math.min(highest, Math.max(lowest, logit)) - lowest)
  if (form !== null) for (const [name, value] of formValues(form)) values.set(name, value)
  return { values, loudest, signals, form }
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
