/** Trains a linear model over hashed n-grams on the window of each text that speaks loudest. */
import { coreOf, type Loudest, loudestTwo } from '../../../shared/risk/model/linear-model.ts'
import {
  buckets,
  fewestNgrams,
  ngramsOf,
  stepUnits,
  unitsOf,
  windowScale,
  windowSteps,
} from '../../../shared/risk/model/ngrams.ts'
import { shuffle } from './random.ts'

/** One text of an example, its features by the unit they are counted at. */
export interface Piece {
  text: string
  /** Offset into the text of each unit. */
  origin: Uint32Array
  /** Bucket of each feature, in order of units. */
  features: Uint32Array
  /** Index of the first feature of each unit, and their number at the end. */
  starts: Uint32Array
  /** Where the attack stands, in units, where that is known: only windows that touch it are positive. */
  focus: [start: number, end: number] | null
}

/** A message: its pieces, what it is, and how much it counts. */
export interface Example {
  pieces: Piece[]
  positive: boolean
  weight: number
}

export interface Weights {
  table: Float32Array
  bias: number
}

/** A window: its distinct features, and what they say. */
interface Window {
  piece: Piece
  /** In units. */
  start: number
  end: number
  /** Its features. */
  from: number
  to: number
  logit: number
  /** Number of different features. */
  distinct: number
}

const windowUnits = windowSteps * stepUnits

/** Marks the features that were met in a window already. */
const met = new Uint32Array(buckets)
let mark = 0

/** The features of folded text. */
export function pieceOf(text: string, focus: Piece['focus'] = null): Piece {
  const { units, origin } = unitsOf(text)
  const { buckets: features, starts } = ngramsOf(units)
  const unitAt = (offset: number): number => {
    const found = origin.findIndex((at) => at >= offset)
    return found < 0 ? units.length : found
  }
  return {
    text,
    origin,
    features: Uint32Array.from(features),
    starts,
    focus: focus === null ? null : [unitAt(focus[0]), unitAt(focus[1])],
  }
}

/** All windows of a piece, but for those that `wanted` refuses. */
function windowsOf(
  piece: Piece,
  weights: Weights,
  wanted: (start: number, end: number) => boolean = () => true,
): Window[] {
  const { features, starts } = piece
  const length = starts.length - 1
  const windows: Window[] = []
  for (let start = 0; start === 0 || start + windowUnits - stepUnits < length; start += stepUnits) {
    const end = Math.min(length, start + windowUnits)
    if (!wanted(start, end)) continue
    const from = starts[start]!
    const to = starts[end]!
    if (to === from) continue
    let sum = 0
    let distinct = 0
    mark++
    for (let i = from; i < to; i++) {
      const feature = features[i]!
      if (met[feature] === mark) continue
      met[feature] = mark
      sum += weights.table[feature]!
      distinct++
    }
    if (distinct < fewestNgrams) continue
    windows.push({ piece, start, end, from, to, logit: weights.bias + sum * windowScale(distinct), distinct })
  }
  return windows
}

const louder = (a: Window | null, b: Window): Window => (a === null || b.logit > a.logit ? b : a)

/** The strongest of the windows of a piece. */
const strongest = (
  piece: Piece,
  weights: Weights,
  wanted?: (start: number, end: number) => boolean,
): Window | null => windowsOf(piece, weights, wanted).reduce<Window | null>(louder, null)

/** The loudest passage of a piece, as the service finds it; null where it has no features. */
export function loudestPassage(piece: Piece, weights: Weights): Loudest | null {
  const windows = windowsOf(piece, weights)
  if (windows.length === 0) return null
  const { best, again } = loudestTwo(Float64Array.from(windows, (window) => window.logit))
  const { origin, text } = piece
  const { logit, start, end } = windows[best]!
  const place = { logit, again, start: origin[start]!, end: end < origin.length ? origin[end]! : text.length }
  return logit < -2 ? place : { logit, again, ...coreOf(text, place, { ...weights, scale: 1 }) }
}

export interface Options {
  epochs: number
  rate: number
  /** Share of the weights that is lost with each epoch. */
  decay: number
  seed: number
}

/** Logistic regression by AdaGrad; the answer is the average of the epochs of the second half. */
export function train(examples: readonly Example[], { epochs, rate, decay, seed }: Options): Weights {
  const table = new Float32Array(buckets)
  const squares = new Float32Array(buckets).fill(1e-4)
  const weights: Weights = { table, bias: -1 }
  const average: Weights = { table: new Float32Array(buckets), bias: 0 }
  let biasSquares = 1
  let averaged = 0
  const order = examples.map((_, index) => index)

  const learn = ({ piece, from, to, logit, distinct }: Window, target: number, weight: number): void => {
    const error = (1 / (1 + Math.exp(-logit)) - target) * weight
    if (Math.abs(error) < 1e-3) return
    const step = error * windowScale(distinct)
    const square = step * step
    const { features } = piece
    mark++
    for (let i = from; i < to; i++) {
      const bucket = features[i]!
      if (met[bucket] === mark) continue
      met[bucket] = mark
      squares[bucket]! += square
      table[bucket]! -= (rate * step) / Math.sqrt(squares[bucket]!)
    }
    biasSquares += error * error
    weights.bias -= (0.1 * rate * error) / Math.sqrt(biasSquares)
  }

  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, seed + epoch)
    for (const index of order) {
      const { pieces, positive, weight } = examples[index]!
      if (positive) {
        const focused = pieces.filter(({ focus }) => focus !== null)
        const candidates = focused.length > 0 ? focused : pieces
        let best: Window | null = null
        for (const piece of candidates) {
          const { focus } = piece
          const found = strongest(piece, weights, (start, end) =>
            focus === null
              ? true
              : Math.min(end, focus[1]) - Math.max(start, focus[0]) >= Math.min(120, focus[1] - focus[0]),
          )
          if (found !== null) best = louder(best, found)
        }
        if (best !== null) learn(best, 1, weight)
        for (const piece of pieces) {
          const { focus } = piece
          if (focus === null) continue
          const carrier = strongest(piece, weights, (start, end) => end <= focus[0] || start >= focus[1])
          if (carrier !== null) learn(carrier, 0, weight * 0.5)
        }
      } else
        for (const piece of pieces) {
          const found = strongest(piece, weights)
          if (found !== null) learn(found, 0, weight)
        }
    }
    for (let i = 0; i < buckets; i++) table[i]! *= 1 - decay
    if (epoch >= epochs / 2) {
      for (let i = 0; i < buckets; i++) average.table[i]! += table[i]!
      average.bias += weights.bias
      averaged++
    }
  }
  for (let i = 0; i < buckets; i++) average.table[i]! /= averaged
  average.bias /= averaged
  return average
}
