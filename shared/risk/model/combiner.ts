/** Joins signals into points: a weighted sum of log odds, and a curve from these to points. */
import type { Combiner, Knot } from './model.ts'

/** Whole points from 0 to 100 for `values`, and each signal's share; the shares add up to the points. */
export interface Joined {
  points: number
  shares: Map<string, number>
}

/** The log odds of `values`. Signals that the combiner doesn't know count nothing. */
export function logitOf(
  { bias, weights }: Pick<Combiner, 'bias' | 'weights'>,
  values: ReadonlyMap<string, number>,
): number {
  let logit = bias
  for (const [name, value] of values) logit += (weights[name] ?? 0) * value
  return logit
}

/**
 * Joins the signals, to `most` points at most and `fewest` at least: each one's share is as large as what it adds to the log odds; what takes
 * away has none.
 */
export function join(
  combiner: Combiner,
  values: ReadonlyMap<string, number>,
  most = 100,
  fewest = 0,
): Joined {
  const weighed = Math.round(pointsOf(combiner.curve, logitOf(combiner, values)))
  const points = Math.max(fewest, Math.min(most, weighed))
  const parts = [...values].map(
    ([name, value]) => [name, Math.max(0, (combiner.weights[name] ?? 0) * value)] as const,
  )
  const total = parts.reduce((sum, [, part]) => sum + part, 0)
  const shares = new Map<string, number>()
  // Rounded so that what is left over goes to the next: the sum stays whole.
  let given = 0
  let reached = 0
  for (const [name, part] of parts.toSorted(([, a], [, b]) => b - a)) {
    reached += part
    const upTo = total === 0 ? 0 : Math.round((points * reached) / total)
    shares.set(name, upTo - given)
    given = upTo
  }
  return { points: given, shares }
}

/** The curve's value at `logit`, flat beyond its ends. */
export function pointsOf(curve: readonly Knot[], logit: number): number {
  let [left, low] = curve[0] ?? [0, 0]
  if (logit <= left) return low
  for (const [right, high] of curve) {
    if (logit <= right) return low + ((high - low) * (logit - left)) / Math.max(1e-9, right - left)
    left = right
    low = high
  }
  return low
}
