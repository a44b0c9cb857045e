/** Cross-validation of the head of scams: each row is judged by a model and a combiner that saw nothing of its group. */
import { assess } from '../../../shared/risk/assess.ts'
import { logitOf } from '../../../shared/risk/model/combiner.ts'
import type { Knot } from '../../../shared/risk/model/model.ts'
import { documentsOf } from '../../../shared/risk/scam/documents.ts'
import { gatherScam, type HeadName, heads } from '../../../shared/risk/scam/signals.ts'
import type { RiskMessage } from '../../../shared/risk/scorer.ts'
import { hiddenText } from '../../../shared/risk/scorers/hidden-text.ts'
import { impersonation } from '../../../shared/risk/scorers/impersonation.ts'
import { links } from '../../../shared/risk/scorers/links.ts'
import { messageOf, type Row } from '../rows.ts'
import { type Case, fitCombiner } from './combiner.ts'
import { type Bags, logitOfBag, trainDocuments } from './documents.ts'
import { foldCount } from './folds.ts'
import type { Options, Weights } from './linear.ts'
import { hashOf } from './random.ts'

export const scamOptions: Options = { epochs: 10, rate: 1, decay: 0.01, seed: 1 }

/** What the points of scorers beside this one count as while the combiner is fitted; the service adds the points themselves. */
export const elsewhere = 'elsewhere'

/** Sets of unclear licence: measured, never learned from. */
const measuredOnly: ReadonlySet<string> = new Set(['phishing_nazario'])
export const teachesScam = ({ set, kind }: Row): boolean => !measuredOnly.has(set) && kind !== 'injection'

/** How much a row of a set counts; 1 where nothing is said. */
const weights: Readonly<Record<string, number>> = {
  own_scam: 0.5,
  own_honest_service: 2,
  email_spamassassin: 2,
  email_gaia: 2,
}
/** The same while the combiner is fitted: real mail says more of how often a signal comes than sentences put together. */
const fitWeights: Readonly<Record<string, number>> = { own_scam: 0.2, own_honest_service: 1 }

export interface ScamExample extends Bags {
  row: Row
  message: RiskMessage
  /** Points of the other scorers that look for scams. */
  others: number
}

export async function scamExampleOf(row: Row): Promise<ScamExample> {
  const message = await messageOf(row)
  const { analysis } = await assess(message, { llm: null, builtIn: [impersonation, links, hiddenText] })
  return {
    row,
    message,
    others: analysis.risk_score,
    bags: documentsOf(message).map(({ buckets }) => buckets),
    positive: row.kind === 'spam' || row.kind === 'phishing',
    weight: weights[row.set] ?? 1,
  }
}

/** The signals of an example, the model's part by `model`. */
export function caseOf(
  { row, message, bags, others, positive }: ScamExample,
  model: Record<HeadName, Weights>,
): Case {
  const { values } = gatherScam(message, (_, index, head) => logitOfBag(bags[index]!, model[head]))
  values.set(elsewhere, others / 25)
  return { values, positive, weight: fitWeights[row.set] ?? 1 }
}

/** Trains each head on the rows that teach it. Spam is no example of phishing, and none against it. */
export function trainHeads(
  examples: readonly ScamExample[],
  options: Options = scamOptions,
): Record<HeadName, Weights> {
  const taught = examples.filter(({ row }) => teachesScam(row))
  const trained = heads.map((name) => [
    name,
    trainDocuments(name === 'spam' ? taught : taught.filter(({ row }) => row.kind !== 'spam'), options),
  ])
  return Object.fromEntries(trained) as Record<HeadName, Weights>
}

export interface JudgedScam {
  example: ScamExample
  fit: Case
  /** Log odds without what other scorers say. */
  logit: number
}

/** The fold of a row for the heads of scams. */
export const scamFoldOf = ({ group }: Row): number => hashOf(group) % foldCount

/** Judges each example out of its fold. */
export function crossValidateScam(
  examples: readonly ScamExample[],
  options: Options = scamOptions,
): JudgedScam[] {
  const judged: JudgedScam[] = []
  for (let fold = 0; fold < foldCount; fold++) {
    const model = trainHeads(
      examples.filter(({ row }) => scamFoldOf(row) !== fold),
      options,
    )
    for (const example of examples)
      if (scamFoldOf(example.row) === fold) judged.push({ example, fit: caseOf(example, model), logit: 0 })
  }
  for (let fold = 0; fold < foldCount; fold++) {
    const others = judged.filter(({ example: { row } }) => teachesScam(row) && scamFoldOf(row) !== fold)
    const { bias, weights } = fitCombiner(others.map(({ fit }) => fit))
    const { [elsewhere]: _, ...own } = weights
    for (const one of judged)
      if (scamFoldOf(one.example.row) === fold) one.logit = logitOf({ bias, weights: own }, one.fit.values)
  }
  return judged
}

/** Points, and the share of ordinary mail that has more by this scorer alone. */
const aims: readonly (readonly [points: number, share: number])[] = [
  [0, 0.06],
  [30, 0.02],
  [70, 0.005],
]

/** A curve through the aims over the log odds of ordinary mail; 100 points are as far above 70 as these above 30. */
export function calibrateScam(judged: readonly JudgedScam[]): Knot[] {
  const sorted = judged
    .filter(({ example }) => example.row.kind === 'ham')
    .map(({ logit }) => logit)
    .sort((a, b) => b - a)
  const round = (value: number): number => Math.round(value * 1_000) / 1_000
  const knots = aims.map(
    ([points, share]): Knot => [round(sorted[Math.floor(sorted.length * share)]!), points],
  )
  const [flag, withhold] = knots.slice(-2)
  return [...knots, [round(2 * withhold![0] - flag![0]), 100]]
}
