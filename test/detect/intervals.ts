/** Shares and other figures with their 95 % confidence intervals. */
import { randomOf } from './training/random.ts'

const z = 1.96
const resamples = 500

/** `part` of `count` with the interval of Wilson: `0.500 (0.095–0.905)`. */
export function share(part: number, count: number): string {
  if (count === 0) return '–'
  const rate = part / count
  const scale = 1 + (z * z) / count
  const middle = (rate + (z * z) / (2 * count)) / scale
  const half = (z / scale) * Math.sqrt((rate * (1 - rate)) / count + (z * z) / (4 * count * count))
  return shown(rate, Math.max(0, middle - half), Math.min(1, middle + half))
}

/**
 * `figure` of all `rows`, and the interval by drawing whole groups anew (bootstrap): rows of one group are near-copies,
 * and say no more than one does. The same each time.
 */
export function resampled<T>(
  rows: readonly T[],
  groupOf: (row: T) => string,
  figure: (rows: readonly T[]) => number,
): string {
  if (rows.length === 0) return '–'
  const groups = [...Map.groupBy(rows, groupOf).values()]
  const next = randomOf(1)
  const drawn = Array.from({ length: resamples }, () =>
    figure(groups.flatMap(() => groups[Math.floor(next() * groups.length)]!)),
  )
    .filter((drawnFigure) => !Number.isNaN(drawnFigure))
    .sort((a, b) => a - b)
  const at = (part: number): number => drawn[Math.floor((drawn.length - 1) * part)] ?? 0
  return shown(figure(rows), at(0.025), at(0.975))
}

const shown = (figure: number, low: number, high: number): string =>
  `${figure.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`
