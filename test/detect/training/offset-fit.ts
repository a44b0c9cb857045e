/** Fits a combiner beside points that others give: a logistic regression on top of what these already say. */
import type { Fitted } from './combiner.ts'

/** The signals of a message, what it is, and what others say of it in log odds. */
export interface OffsetCase {
  values: ReadonlyMap<string, number>
  positive: boolean
  weight: number
  offset: number
}

const rounds = 400
const penalty = 2
/** The least curvature that a case counts with, so that steps stay small where all is decided. */
const leastCurvature = 0.02

/**
 * By coordinate descent with Newton steps. Weights are never negative, but for the signals in `against`, which are
 * never positive; those in `least` weigh at least what is said there.
 */
export function fitBeside(
  cases: readonly OffsetCase[],
  against: ReadonlySet<string>,
  least: ReadonlyMap<string, number>,
): Fitted {
  const names = [...new Set(cases.flatMap(({ values }) => [...values.keys()]))].sort()
  const columns = names.map((name) =>
    cases.flatMap(({ values }, index) => {
      const value = values.get(name) ?? 0
      return value === 0 ? [] : [[index, value] as const]
    }),
  )
  const all = cases.map((_, index) => [index, 1] as const)
  const weights = Float64Array.from(names, (name) => least.get(name) ?? 0)
  let bias = -3
  const logits = Float64Array.from(cases, ({ offset, values }) =>
    names.reduce((sum, name, at) => sum + weights[at]! * (values.get(name) ?? 0), bias + offset),
  )
  const slopeOf = (column: readonly (readonly [number, number])[]): [slope: number, curvature: number] => {
    let slope = 0
    let curvature = 0
    for (const [index, value] of column) {
      const { weight, positive } = cases[index]!
      const odds = 1 / (1 + Math.exp(-logits[index]!))
      slope += weight * (odds - (positive ? 1 : 0)) * value
      curvature += weight * Math.max(leastCurvature, odds * (1 - odds)) * value * value
    }
    return [slope, curvature]
  }
  for (let round = 0; round < rounds; round++) {
    const [slope, curvature] = slopeOf(all)
    const change = -slope / curvature
    bias += change
    for (const [index] of all) logits[index]! += change
    let most = Math.abs(change)
    columns.forEach((column, at) => {
      const [slope, curvature] = slopeOf(column)
      const before = weights[at]!
      const free = before - (slope + penalty * before) / (curvature + penalty)
      const after = against.has(names[at]!) ? Math.min(0, free) : Math.max(least.get(names[at]!) ?? 0, free)
      if (after === before) return
      weights[at] = after
      for (const [index, value] of column) logits[index]! += (after - before) * value
      most = Math.max(most, Math.abs(after - before))
    })
    if (most < 1e-3) break
  }
  return { bias, weights: Object.fromEntries(names.map((name, index) => [name, weights[index]!])) }
}
