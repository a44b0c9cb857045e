/** The trained model of leaks that ships: what n-grams of a draft, and of what its readers asked for, weigh; read once. */
import { readFileSync } from 'node:fs'
import { pointsOf } from '../model/combiner.ts'
import type { Head } from '../model/linear-model.ts'
import type { Knot } from '../model/model.ts'
import { buckets, lengthOf } from '../model/ngrams.ts'
import type { Passage } from '../model/passages.ts'
import type { LeakReading, Sign } from './read-draft.ts'

/** The numbers of `leak.json`; the tables are in `draft.bin` and `asked.bin`. */
export interface LeakNumbers {
  bias: number
  draft: { scale: number }
  asked: { scale: number }
  signs: Readonly<Record<Sign, number>>
  /** From log odds to points, rising. */
  curve: readonly Knot[]
  /** Log odds below which a draft is like most honest ones. */
  honestBelow: number
  /** Those below which it is so much like them that it isn't flagged, and isn't withheld, for what rules tell by words alone. */
  unflaggedBelow: number
  unwithheldBelow: number
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
  /** Whether all of it was read and is like most honest ones, by its own words: what was asked may speak against it here, never for it. */
  honest: boolean
  /** The log odds by its own words, where all of it was read; else infinity. */
  own: number
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
/** Signs that whoever writes in can have a draft show: he names a figure or a person, or asks for a sentence. They take back no finding. */
const swayed: ReadonlySet<Sign> = new Set(['without_figures', 'refuses', 'names_told'])

/** Null where the draft has too little text. */
export function opinionOf(reading: LeakReading, model: LeakModel): Opinion | null {
  const { logit, passage, unswayed } = oddsOf(reading, model)
  if (passage === null) return null
  // What stands in a passage that is too short has not been judged, and nothing in it is doubted.
  const judged = reading.passages.every(({ buckets: bag }) => bag.length >= fewestNgrams)
  return {
    logit,
    passage,
    points: Math.round(pointsOf(model.curve, logit)),
    honest: reading.whole && judged && unswayed < model.honestBelow,
    own: reading.whole && judged ? unswayed : Number.POSITIVE_INFINITY,
  }
}

/**
 * Log odds of a draft's loudest passage; minus infinity, and no passage, where none is long enough. `unswayed` are those
 * without what whoever writes in could have said to make the draft look honest.
 */
export function oddsOf(
  { passages, asked, signs }: LeakReading,
  model: LeakWeights,
): { logit: number; unswayed: number; passage: Passage | null } {
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
  return { logit, unswayed, passage }
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
