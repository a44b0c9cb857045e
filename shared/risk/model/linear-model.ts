/** The trained linear model: what each stretch of a text weighs, and its loudest window. */
import { buckets, fewestNgrams, readText, stepUnits, windowScale, windowSteps } from './ngrams.ts'

/** One head of the model: weights are `table[bucket] * scale`. */
export interface Head {
  table: Int8Array | Float32Array
  scale: number
  bias: number
}

/** A window of a text, as offsets into it, and its log odds. */
export interface Loudest {
  logit: number
  /** The log odds of the loudest window that doesn't touch it; minus infinity where there is none. */
  again: number
  start: number
  end: number
}

/** The step in which each bucket was met last, counted on from call to call until the numbers are used up. */
const lastMet = new Uint16Array(buckets)
const mostSteps = 0xffff
let nextStep = windowSteps

/**
 * The loudest window of folded `text`; null where it says too little. An n-gram counts once a window, however often
 * it occurs: in those windows that have not had it from an earlier step. One pass, linear in the text.
 */
export function loudestWindow(text: string, head: Head): Loudest | null {
  const { units, origin, buckets: features, starts } = readText(text)
  const steps = Math.ceil(units.length / stepUnits)
  const { table, scale, bias } = head
  const met = steps + 2 * windowSteps <= mostSteps ? lastMet : new Uint32Array(buckets)
  if (met === lastMet && nextStep + steps + windowSteps > mostSteps) {
    lastMet.fill(0)
    nextStep = windowSteps
  }
  const first = met === lastMet ? nextStep : windowSteps
  if (met === lastMet) nextStep += steps + windowSteps
  // By the last step of a window: how much it weighs more than the one before, and how many more n-grams it has.
  const weights = new Float64Array(steps + windowSteps)
  const counts = new Int32Array(steps + windowSteps)
  for (let step = 0; step < steps; step++) {
    const now = first + step
    const end = starts[Math.min(units.length, (step + 1) * stepUnits)]!
    // What is new to a window from this step on, or, where an earlier step had it, from one to three steps later.
    let weight = 0
    let weight1 = 0
    let weight2 = 0
    let weight3 = 0
    let count = 0
    let count1 = 0
    let count2 = 0
    let count3 = 0
    for (let i = starts[step * stepUnits]!; i < end; i++) {
      const bucket = features[i]!
      const since = now - met[bucket]!
      if (since === 0) continue
      met[bucket] = now
      const value = table[bucket]!
      if (since >= windowSteps) {
        weight += value
        count++
      } else if (since === 1) {
        weight3 += value
        count3++
      } else if (since === 2) {
        weight2 += value
        count2++
      } else {
        weight1 += value
        count1++
      }
    }
    const leaving = weight + weight1 + weight2 + weight3
    const gone = count + count1 + count2 + count3
    weights[step + 1]! += weight1
    weights[step + 2]! += weight2
    weights[step + 3]! += weight3
    counts[step + 1]! += count1
    counts[step + 2]! += count2
    counts[step + 3]! += count3
    weights[step]! += weight
    counts[step]! += count
    weights[step + windowSteps]! -= leaving
    counts[step + windowSteps]! -= gone
  }
  const logits = new Float64Array(Math.max(1, steps - windowSteps + 1)).fill(Number.NEGATIVE_INFINITY)
  let sum = 0
  let distinct = 0
  for (let step = 0; step < steps; step++) {
    sum += weights[step]!
    distinct += counts[step]!
    if (step < windowSteps - 1 && step < steps - 1) continue
    if (distinct >= fewestNgrams)
      logits[Math.max(0, step - windowSteps + 1)] = bias + sum * scale * windowScale(distinct)
  }
  const { best, again } = loudestTwo(logits)
  if (logits[best] === Number.NEGATIVE_INFINITY) return null
  const end = (best + windowSteps) * stepUnits
  return {
    logit: logits[best]!,
    again,
    start: origin[best * stepUnits]!,
    end: end < units.length ? origin[end]! : text.length,
  }
}

/** The index of the highest of the windows' log odds, and the highest of those that don't touch it. */
export function loudestTwo(logits: Float64Array): { best: number; again: number } {
  let best = 0
  for (let i = 1; i < logits.length; i++) if (logits[i]! > logits[best]!) best = i
  let again = Number.NEGATIVE_INFINITY
  for (let i = 0; i < logits.length; i++)
    if (Math.abs(i - best) >= windowSteps && logits[i]! > again) again = logits[i]!
  return { best, again }
}

/** Characters that are quoted of a window. */
const coreCharacters = 120

/** The part of a window that weighs most, from the start of a word: what a reviewer is shown. */
export function coreOf(text: string, { start, end }: Loudest, head: Head): { start: number; end: number } {
  const { units, origin, buckets: features, starts } = readText(text.slice(start, end))
  const sums = new Float64Array(units.length + 1)
  for (let i = 0; i < units.length; i++) {
    let sum = 0
    for (let k = starts[i]!; k < starts[i + 1]!; k++) sum += head.table[features[k]!]!
    sums[i + 1] = sums[i]! + sum
  }
  let best = 0
  let most = Number.NEGATIVE_INFINITY
  for (let from = 0; from === 0 || from + coreCharacters <= units.length; from++) {
    if (from > 0 && units[from - 1] !== 0x20) continue
    const weight = sums[Math.min(units.length, from + coreCharacters)]! - sums[from]!
    if (weight > most) {
      most = weight
      best = from
    }
  }
  const last = best + coreCharacters
  return { start: start + origin[best]!, end: last < units.length ? start + origin[last]! : end }
}
