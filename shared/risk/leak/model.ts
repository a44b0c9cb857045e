/** The trained model of leaks that ships: what n-grams of a draft, and of what its readers asked for, weigh; read once. */
import { readFileSync } from 'node:fs'
import { pointsOf } from '../model/combiner.ts'
import type { Head } from '../model/linear-model.ts'
import type { Knot } from '../model/model.ts'
import { buckets, lengthOf } from '../model/ngrams.ts'
import type { Passage } from '../model/passages.ts'
import { type LeakReading, type Sign, swayed } from './read-draft.ts'

/** The numbers of `leak.json`; the tables are in `draft.bin` and `asked.bin`. */
export interface LeakNumbers {
  bias: number
  draft: { scale: number }
  asked: { scale: number }
  signs: Readonly<Record<Sign, number>>
  /** From log odds to points, rising. */
  curve: readonly Knot[]
}

export interface LeakModel extends Omit<LeakNumbers, 'draft' | 'asked'> {
  draft: Pick<Head, 'table' | 'scale'>
  asked: Pick<Head, 'table' | 'scale'>
}

/** What the model says of a draft: log odds and whole points of its loudest passage. */
export interface Opinion {
  logit: number
  points: number
  passage: Passage
}

/** Log odds of a draft, and what they are made of. */
export interface Odds {
  /** Those of its loudest passage, with what was asked and all signs; minus infinity where no passage is long enough. */
  logit: number
  /** The same without what whoever writes in could have said to make the draft look honest. */
  unswayed: number
  /** What the loudest passage adds, and what was asked does. */
  loudest: number
  asked: number
  /** The loudest of them; null where none is long enough. */
  passage: Passage | null
}

/** What a draft is weighed with; the rest says what its log odds mean. */
export type LeakWeights = Pick<LeakModel, 'bias' | 'draft' | 'asked' | 'signs'>

/** What a bag of n-grams adds to the log odds. */
function weightOfBag(bag: Uint32Array, { table, scale }: Pick<Head, 'table' | 'scale'>): number {
  let sum = 0
  for (const bucket of bag) sum += table[bucket]!
  return (sum * scale) / lengthOf(bag.length)
}

/** Different n-grams, some 60 characters, that a passage needs to say anything. */
export const fewestNgrams = 300
/** Null where the draft has too little text. */
export function opinionOf({ logit, passage }: Odds, { curve }: Pick<LeakModel, 'curve'>): Opinion | null {
  return passage === null ? null : { logit, passage, points: Math.round(pointsOf(curve, logit)) }
}

export function oddsOf({ passages, asked, signs }: LeakReading, model: LeakWeights): Odds {
  let passage: Passage | null = null
  let most = Number.NEGATIVE_INFINITY
  for (const one of passages) {
    if (one.buckets.length < fewestNgrams) continue
    const weight = weightOfBag(one.buckets, model.draft)
    if (weight <= most) continue
    most = weight
    passage = one
  }
  const ofAsked = weightOfBag(asked, model.asked)
  let logit = model.bias + most + ofAsked
  let unswayed = model.bias + most + Math.max(0, ofAsked)
  for (const sign of signs) {
    logit += model.signs[sign]
    if (!swayed.has(sign)) unswayed += model.signs[sign]
  }
  return { logit, unswayed, loudest: most, asked: ofAsked, passage }
}

const at = (name: string): URL => new URL(name, import.meta.url)

function tableOf(name: string): Int8Array {
  const bytes = readFileSync(at(name))
  if (bytes.length !== buckets) throw new Error(`${name} has ${bytes.length} weights, not ${buckets}`)
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

const numbers = JSON.parse(readFileSync(at('leak.json'), 'utf8')) as LeakNumbers

export const leakModel: LeakModel = {
  ...numbers,
  draft: { table: tableOf('draft.bin'), scale: numbers.draft.scale },
  asked: { table: tableOf('asked.bin'), scale: numbers.asked.scale },
}
