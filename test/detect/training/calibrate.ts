/** The curve from log odds to points, so that points mean a share of ordinary mail. */
import type { Knot } from '../../../shared/risk/model/model.ts'

/** Points, and the share of ordinary mail that has more. Withheld is above 70, flagged above 30. */
const aims: readonly (readonly [points: number, share: number])[] = [
  [0, 0.025],
  [30, 0.008],
  [70, 0.002],
]

/** A curve through the aims over the log odds of ordinary mail; 100 points are as far above 70 as these above 30. */
export function calibrate(ordinary: readonly number[]): Knot[] {
  const sorted = ordinary.toSorted((a, b) => b - a)
  const at = (share: number): number => {
    // Between two messages, so that a single odd one moves the curve by half.
    const rank = Math.max(1, Math.floor(sorted.length * share))
    return (sorted[rank - 1]! + sorted[rank]!) / 2
  }
  const knots = aims.map(([points, share]): Knot => [round(at(share)), points])
  const [flag, withhold] = knots.slice(-2)
  return [...knots, [round(2 * withhold![0] - flag![0]), 100]]
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000
