/** Trains the head of forms: logistic regression over which tokens a message's form has. */
import { type FormHead, formBuckets, formLength } from '../../../shared/risk/scam/form.ts'
import { shuffle } from './random.ts'

/** A message's form, and what the message is. */
export interface FormCase {
  form: Uint32Array
  positive: boolean
  weight: number
}

const epochs = 30
const rate = 0.5
/** Share of the weights that is lost with each epoch. */
const decay = 0.02

/** By AdaGrad; the answer is the average of the epochs of the second half. */
export function trainForms(cases: readonly FormCase[], seed = 1): FormHead {
  const table = new Float32Array(formBuckets)
  const squares = new Float32Array(formBuckets).fill(1e-3)
  const average = { table: new Float32Array(formBuckets), scale: 1, bias: 0 }
  const order = cases.map((_, index) => index)
  let bias = 0
  let biasSquares = 1
  let averaged = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, seed + epoch)
    for (const index of order) {
      const { form, positive, weight } = cases[index]!
      let sum = 0
      for (const bucket of form) sum += table[bucket]!
      const odds = 1 / (1 + Math.exp(-bias - sum / formLength(form.length)))
      const error = (odds - (positive ? 1 : 0)) * weight
      const step = error / formLength(form.length)
      for (const bucket of form) {
        squares[bucket]! += step * step
        table[bucket]! -= (rate * step) / Math.sqrt(squares[bucket]!)
      }
      biasSquares += error * error
      bias -= (0.1 * error) / Math.sqrt(biasSquares)
    }
    for (let i = 0; i < formBuckets; i++) table[i]! *= 1 - decay
    if (epoch < epochs / 2) continue
    for (let i = 0; i < formBuckets; i++) average.table[i]! += table[i]!
    average.bias += bias
    averaged++
  }
  for (let i = 0; i < formBuckets; i++) average.table[i]! /= averaged
  average.bias /= averaged
  return average
}
