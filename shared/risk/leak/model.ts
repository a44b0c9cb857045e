/** The trained model of leaks that ships: what n-grams of a draft, and of what its readers asked for, weigh; read once. */
import { readFileSync } from 'node:fs'
import { pointsOf } from '../model/combiner.ts'
import type { Head } from '../model/linear-model.ts'
import type { Knot } from '../model/model.ts'
import { buckets, lengthOf } from '../model/ngrams.ts'
import type { LeakReading, Passage, Sign } from './read-draft.ts'

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
  /** Whether it is like most honest ones, by its own words: what was asked may speak against a draft here, never for it. */
  honest: boolean
}

/** What a bag of n-grams adds to the log odds. */
function weightOfBag(bag: Uint32Array, { table, scale }: Pick<Head, 'table' | 'scale'>): number {
  let sum = 0
  for (const bucket of bag) sum += table[bucket]!
  return (sum * scale) / lengthOf(bag.length)
}

/** Different n-grams, some 60 characters, that a passage needs to say anything. */
const fewestNgrams = 300

/** Null where the draft has too little text. */
export function opinionOf(reading: LeakReading, model: LeakModel): Opinion | null {
  const { logit, passage, unswayed } = oddsOf(reading, model)
  if (passage === null || passage.buckets.length < fewestNgrams) return null
  return {
    logit,
    passage,
    points: Math.round(pointsOf(model.curve, logit)),
    honest: unswayed < model.honestBelow,
  }
}

/** Log odds of a draft's loudest passage; `unswayed` are those without what was asked, where that speaks for the draft. */
export function oddsOf(
  { passages, asked, signs }: LeakReading,
  model: Omit<LeakModel, 'curve' | 'honestBelow'>,
): { logit: number; unswayed: number; passage: Passage | null } {
  const ofAsked = weightOfBag(asked, model.asked)
  let around = model.bias
  for (const sign of signs) around += model.signs[sign]
  let passage: Passage | null = null
  let most = Number.NEGATIVE_INFINITY
  for (const one of passages) {
    const weight = weightOfBag(one.buckets, model.draft)
    if (weight <= most) continue
    most = weight
    passage = one
  }
  const own = around + most
  return { logit: own + ofAsked, unswayed: own + Math.max(0, ofAsked), passage }
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
