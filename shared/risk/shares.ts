/** The points of an analysis as they are stored and shown: shares of its score. */
import type { Detection, SecurityAnalysis } from '../domain/analysis.ts'

/**
 * The analysis with points that add up to its score. A score ends at 100; where the findings come to more, each has the
 * part of the 100 that it has of all that was found, and none loses its last point. Only for what is stored or shown:
 * scorers' own points are needed whole where findings are combined again ({@link ownPoints}).
 */
export function asShares<T extends SecurityAnalysis>(analysis: T): T {
  const { detections, risk_score } = analysis
  const points = detections.map((detection) => detection.points ?? 0)
  const sum = points.reduce((total, given) => total + given, 0)
  if (sum === risk_score) return analysis
  const taken = points.reduce((total, given) => total + Math.min(0, given), 0)
  const shares = divide(
    points.map((given) => Math.max(0, given)),
    risk_score - taken,
  )
  return {
    ...analysis,
    detections: detections.map((detection, index): Detection => {
      const own = points[index]!
      const share = own < 0 ? own : shares[index]!
      return { ...detection, points: share, ...(share === own ? {} : { own }) }
    }),
  }
}

/** Findings that may have been stored, with the points that their scorers gave them. */
export const ownPoints = (detections: readonly Detection[]): Detection[] =>
  detections.map(({ own, ...detection }) => (own === undefined ? detection : { ...detection, points: own }))

/** `total` in whole parts, in proportion to `sizes`; at least one for each that has a size, as far as it goes. */
function divide(sizes: readonly number[], total: number): number[] {
  const sum = sizes.reduce((all, size) => all + size, 0)
  const exact = sizes.map((size) => (sum === 0 ? 0 : (size * total) / sum))
  const shares = exact.map((share, index) => (sizes[index]! > 0 ? Math.max(1, Math.floor(share)) : 0))
  let left = total - shares.reduce((all, share) => all + share, 0)
  const byRest = exact
    .map((share, index) => ({ index, rest: share - shares[index]! }))
    .filter(({ index }) => sizes[index]! > 0)
    .toSorted((a, b) => b.rest - a.rest)
  for (let i = 0; left > 0 && byRest.length > 0; i++, left--) shares[byRest[i % byRest.length]!.index]!++
  while (left < 0) {
    const largest = shares.indexOf(Math.max(...shares))
    shares[largest]!--
    left++
  }
  return shares
}
