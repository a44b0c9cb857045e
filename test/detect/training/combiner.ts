/** Fits the combiner: a logistic regression whose weights are never negative, but for mitigating signals. */
import { mitigating } from '../../../shared/risk/injection/surroundings.ts'
import type { Combiner } from '../../../shared/risk/model/model.ts'

/** The signals of one message, and what it is. */
export interface Case {
  values: ReadonlyMap<string, number>
  positive: boolean
  weight: number
}

/** Bias and weights, as the service takes them. */
export type Fitted = Pick<Combiner, 'bias' | 'weights'>

/** The most a mitigating signal may take off the log odds; more where it stands only if nothing is ordered or asked. */
const mostRelief = 1.5
const mostReliefOf: ReadonlyMap<string, number> = new Map([['reported', 3.5]])

/**
 * What a signal adds at least, however few examples of it there are: nothing but a chat has its control tokens, and of
 * what is asked of a mailbox's handler there are few examples, and many ways.
 */
const least: ReadonlyMap<string, number> = new Map([
  ['chat_template', 5],
  ['code_request', 1.5],
  ['handing_over', 1.5],
  ['invented_result', 1.5],
  ['override_order', 3],
  ['third_person', 0.8],
])

/** What a mitigating signal takes off at least, set by hand: there are few mails about attacks to learn from, and many in the world. */
const leastRelief: ReadonlyMap<string, number> = new Map([
  ['reported', 2],
  ['talked_about', 0.75],
])

/** Projected gradient descent on all cases at once; the same for the same cases. */
export function fitCombiner(cases: readonly Case[], rounds = 1_500, penalty = 0.003): Fitted {
  const names = [...new Set(cases.flatMap(({ values }) => [...values.keys()]))].sort()
  const place = new Map(names.map((name, index) => [name, index]))
  const rows = cases.map(({ values }) =>
    [...values].map(([name, value]) => [place.get(name)!, value] as const),
  )
  const total = cases.reduce((sum, { weight }) => sum + weight, 0)
  const weights = new Float64Array(names.length)
  const squares = new Float64Array(names.length).fill(1e-8)
  let bias = -2
  let biasSquares = 1e-8
  for (let round = 0; round < rounds; round++) {
    const gradient = new Float64Array(names.length)
    let biasGradient = 0
    rows.forEach((row, index) => {
      let logit = bias
      for (const [at, value] of row) logit += weights[at]! * value
      const { positive, weight } = cases[index]!
      const error = ((1 / (1 + Math.exp(-logit)) - (positive ? 1 : 0)) * weight) / total
      for (const [at, value] of row) gradient[at]! += error * value
      biasGradient += error
    })
    for (let i = 0; i < weights.length; i++) {
      const step = gradient[i]! + (penalty * weights[i]!) / names.length
      squares[i] = 0.99 * squares[i]! + 0.01 * step * step
      const next = weights[i]! - (0.01 * step) / Math.sqrt(squares[i]! + 1e-12)
      weights[i] = mitigating.has(names[i]!)
        ? Math.max(
            -(mostReliefOf.get(names[i]!) ?? mostRelief),
            Math.min(-(leastRelief.get(names[i]!) ?? 0), next),
          )
        : Math.max(least.get(names[i]!) ?? 0, next)
    }
    biasSquares = 0.99 * biasSquares + 0.01 * biasGradient * biasGradient
    bias -= (0.01 * biasGradient) / Math.sqrt(biasSquares + 1e-12)
  }
  return { bias, weights: Object.fromEntries(names.map((name, index) => [name, weights[index]!])) }
}
