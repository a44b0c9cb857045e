/** The trained linear model: what each stretch of a text weighs, and its loudest window. */
import { buckets, fewestNgrams, ngramsOf, stepUnits, unitsOf, windowScale, windowSteps } from './ngrams.ts'

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

/** How often each bucket occurs in the window; all 0 between calls. */
const occurrences = new Uint16Array(buckets)

/**
 * The loudest window of folded `text`; null where it says too little. An n-gram counts once a window, however often
 * it occurs. The window moves by steps, so that each n-gram enters and leaves it once: linear in the text.
 */
export function loudestWindow(text: string, head: Head): Loudest | null {
  const { units, origin } = unitsOf(text)
  const steps = Math.ceil(units.length / stepUnits)
  const { features, starts } = stepsOf(units, steps)
  const { table, scale, bias } = head
  const logits = new Float64Array(Math.max(1, steps - windowSteps + 1)).fill(Number.NEGATIVE_INFINITY)
  let sum = 0
  let distinct = 0
  for (let step = 0; step < steps; step++) {
    for (let i = starts[step]!; i < starts[step + 1]!; i++) {
      const bucket = features[i]!
      if (occurrences[bucket]!++ === 0) {
        sum += table[bucket]!
        distinct++
      }
    }
    const gone = step - windowSteps
    if (gone >= 0)
      for (let i = starts[gone]!; i < starts[gone + 1]!; i++) {
        const bucket = features[i]!
        if (--occurrences[bucket]! === 0) {
          sum -= table[bucket]!
          distinct--
        }
      }
    if (step < windowSteps - 1 && step < steps - 1) continue
    if (distinct >= fewestNgrams)
      logits[Math.max(0, step - windowSteps + 1)] = bias + sum * scale * windowScale(distinct)
  }
  for (let i = starts[Math.max(0, steps - windowSteps)]!; i < features.length; i++)
    occurrences[features[i]!] = 0
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

/** The n-grams of `units` in order, and where those of each step start among them. */
function stepsOf(units: Uint16Array, steps: number): { features: Int32Array; starts: Uint32Array } {
  const { buckets: features, places } = ngramsOf(units)
  const starts = new Uint32Array(steps + 1)
  let step = 0
  for (let i = 0; i < places.length; i++) while (step * stepUnits <= places[i]!) starts[step++] = i
  while (step <= steps) starts[step++] = features.length
  return { features, starts }
}

/** Characters that are quoted of a window. */
const coreCharacters = 120

/** The part of a window that weighs most, from the start of a word: what a reviewer is shown. */
export function coreOf(text: string, { start, end }: Loudest, head: Head): { start: number; end: number } {
  const { units, origin } = unitsOf(text.slice(start, end))
  const sums = new Float64Array(units.length + 1)
  const { buckets: features, places } = ngramsOf(units)
  for (let i = 0; i < features.length; i++) sums[places[i]! + 1]! += head.table[features[i]!]!
  for (let i = 0; i < units.length; i++) sums[i + 1]! += sums[i]!
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
