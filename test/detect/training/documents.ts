/** Trains a linear model over the n-grams of whole texts: what kind of mail each is. */
import { buckets, lengthOf } from '../../../shared/risk/model/ngrams.ts'
import type { Options, Weights } from './linear.ts'
import { shuffle } from './random.ts'

/** A message: the buckets of each of its texts. */
export interface Bags {
  bags: readonly Uint32Array[]
  positive: boolean
  weight: number
}

/** Log odds of a text, by weights that are not yet whole numbers. */
export function logitOfBag(bag: Uint32Array, { table, bias }: Weights): number {
  let sum = 0
  for (const bucket of bag) sum += table[bucket]!
  return bias + sum / lengthOf(bag.length)
}

/** Logistic regression by AdaGrad; the answer is the average of the epochs of the second half. */
export function trainDocuments(examples: readonly Bags[], { epochs, rate, decay, seed }: Options): Weights {
  const table = new Float32Array(buckets)
  const squares = new Float32Array(buckets).fill(1e-4)
  const weights: Weights = { table, bias: -1 }
  const average: Weights = { table: new Float32Array(buckets), bias: 0 }
  let biasSquares = 1
  let averaged = 0
  const order = examples.map((_, index) => index)
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, seed + epoch)
    for (const index of order) {
      const { bags, positive, weight } = examples[index]!
      for (const bag of bags) {
        const odds = 1 / (1 + Math.exp(-logitOfBag(bag, weights)))
        const error = ((odds - (positive ? 1 : 0)) * weight) / Math.sqrt(bags.length)
        if (Math.abs(error) < 1e-3) continue
        const step = error / lengthOf(bag.length)
        const square = step * step
        for (const bucket of bag) {
          squares[bucket]! += square
          table[bucket]! -= (rate * step) / Math.sqrt(squares[bucket]!)
        }
        biasSquares += error * error
        weights.bias -= (0.1 * rate * error) / Math.sqrt(biasSquares)
      }
    }
    for (let i = 0; i < buckets; i++) table[i]! *= 1 - decay
    if (epoch < epochs / 2) continue
    for (let i = 0; i < buckets; i++) average.table[i]! += table[i]!
    average.bias += weights.bias
    averaged++
  }
  for (let i = 0; i < buckets; i++) average.table[i]! /= averaged
  average.bias /= averaged
  return average
}
