/** The curve from log odds to points, so that points mean a share of ordinary mail. */
import type { Knot } from '../../../shared/risk/model/model.ts'
import type { Row } from '../rows.ts'
import { roleOf } from './manifest.ts'

/** Points, and the share of ordinary mail that has more. Withheld is above 70, flagged above 30. */
const aims: readonly (readonly [points: number, share: number])[] = [
  [0, 0.015],
  [30, 0.006],
  [70, 0.0017],
]
/** The share of hard mail that may be withheld. */
const hardShare = 0.07

/** What cross-validation says of a row. */
export interface JudgedRow {
  example: { row: Row }
  logit: number
}

/** The curve of the head of injections, over what cross-validation says. */
export function injectionCurve(judged: readonly JudgedRow[]): Knot[] {
  const logitsOf = (wanted: (row: Row) => boolean): number[] =>
    judged
      .filter(({ example: { row } }) => roleOf(row) !== 'measure' && wanted(row))
      .map(({ logit }) => logit)
  return calibrate(
    logitsOf(({ kind }) => kind === 'ham'),
    logitsOf(({ set }) => set === 'benign_hard_mail' || set === 'modern_benign_hard'),
  )
}

/**
 * A curve through the aims over the log odds of ordinary mail, further up where hard mail asks for it; 100 points
 * are as far above 70 as these above 30.
 */
function calibrate(ordinary: readonly number[], hard: readonly number[]): Knot[] {
  const knots = aims.map(([points, share]): Knot => [exceededBy(ordinary, share), points])
  const [flag, withhold] = knots.slice(-2)
  const top = Math.max(withhold![0], exceededBy(hard, hardShare))
  return [...knots.slice(0, -1), [round(top), 70], [round(2 * top - flag![0]), 100]]
}

/** The value that `share` of `values` exceed, on the line between those of neighbouring ranks: no single odd one decides. */
export function exceededBy(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => b - a)
  const between = (rank: number): number => (sorted[rank - 1]! + sorted[rank]!) / 2
  const at = Math.max(1, sorted.length * share)
  const rank = Math.floor(at)
  return round(between(rank) + (at - rank) * (between(rank + 1) - between(rank)))
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000
