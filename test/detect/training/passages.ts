/** Trains models of whole letters: logistic regression over the n-grams of a letter, those of what was asked, and the signs beside them. */

import { buckets, lengthOf } from '../../../shared/risk/model/ngrams.ts'
import type { Passage } from '../../../shared/risk/model/passages.ts'
import { shuffle } from './random.ts'

/** A letter to learn from. */
export interface LetterLesson<Sign extends string> {
  reading: { passages: readonly Passage[]; signs: readonly Sign[]; asked?: Uint32Array }
  positive: boolean
  weight: number
}

export interface LetterWeights<Sign extends string> {
  words: Float32Array
  asked: Float32Array
  bias: number
  signs: Record<Sign, number>
}

export interface LetterOptions {
  epochs: number
  rate: number
  /** Share of the weights that is lost with each epoch. */
  decay: number
  seed: number
  /** Different n-grams that a passage needs. */
  fewestNgrams: number
}

const nothing = new Uint32Array(0)

/** Logistic regression by AdaGrad, on the loudest passage of each letter; the answer is the average of the epochs of the second half. */
export function trainLetters<Sign extends string>(
  lessons: readonly LetterLesson<Sign>[],
  signs: readonly Sign[],
  { epochs, rate, decay, seed, fewestNgrams }: LetterOptions,
): LetterWeights<Sign> {
  const tables = [new Float32Array(buckets), new Float32Array(buckets)] as const
  const squares = [new Float32Array(buckets).fill(1e-4), new Float32Array(buckets).fill(1e-4)] as const
  const sums = [new Float32Array(buckets), new Float32Array(buckets)] as const
  // The last is the bias.
  const beside = new Float64Array(signs.length + 1)
  const besideSquares = new Float64Array(signs.length + 1).fill(1)
  const besideSums = new Float64Array(signs.length + 1)
  let averaged = 0
  const order = lessons.map((_, index) => index)

  const said = (bag: Uint32Array, table: Float32Array): number => {
    let sum = 0
    for (const bucket of bag) sum += table[bucket]!
    return sum / lengthOf(bag.length)
  }
  const learn = (which: 0 | 1, bag: Uint32Array, error: number): void => {
    const step = error / lengthOf(bag.length)
    const square = step * step
    const table = tables[which]
    const seen = squares[which]
    for (const bucket of bag) {
      seen[bucket]! += square
      table[bucket]! -= (rate * step) / Math.sqrt(seen[bucket]!)
    }
  }
  const learnBeside = (which: number, error: number): void => {
    besideSquares[which]! += error * error
    beside[which]! -= (0.5 * rate * error) / Math.sqrt(besideSquares[which]!)
  }

  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, seed + epoch)
    for (const index of order) {
      const { reading, positive, weight } = lessons[index]!
      const { asked = nothing } = reading
      const passages = reading.passages.filter(({ buckets }) => buckets.length >= fewestNgrams)
      if (passages.length === 0) continue
      const seen = [signs.length, ...reading.signs.map((sign) => signs.indexOf(sign))]
      let around = said(asked, tables[1])
      for (const which of seen) around += beside[which]!
      let loudest = passages[0]!
      let most = Number.NEGATIVE_INFINITY
      for (const passage of passages) {
        const one = said(passage.buckets, tables[0])
        if (one > most) {
          most = one
          loudest = passage
        }
      }
      const error = (1 / (1 + Math.exp(-(around + most))) - (positive ? 1 : 0)) * weight
      if (Math.abs(error) < 1e-3) continue
      learn(0, loudest.buckets, error)
      learn(1, asked, error)
      for (const which of seen) learnBeside(which, error)
    }
    for (const table of tables) for (let i = 0; i < buckets; i++) table[i]! *= 1 - decay
    if (epoch < epochs / 2) continue
    averaged++
    for (const which of [0, 1] as const)
      for (let i = 0; i < buckets; i++) sums[which][i]! += tables[which][i]!
    for (let i = 0; i < beside.length; i++) besideSums[i]! += beside[i]!
  }
  for (const sum of sums) for (let i = 0; i < buckets; i++) sum[i]! /= averaged
  const mean = (which: number): number => besideSums[which]! / averaged
  return {
    words: sums[0],
    asked: sums[1],
    bias: mean(signs.length),
    signs: Object.fromEntries(signs.map((sign, index) => [sign, mean(index)])) as Record<Sign, number>,
  }
}
