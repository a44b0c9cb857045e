/** How the heads of spam and phishing are trained, and their combiners fitted and laid beside the rules. */
import type { Knot } from '../../../shared/risk/model/model.ts'
import { documentsOf } from '../../../shared/risk/scam/documents.ts'
import { type FormHead, formOf } from '../../../shared/risk/scam/form.ts'
import { type HeadName, heads, type Path, paths } from '../../../shared/risk/scam/signals.ts'
import type { RiskMessage } from '../../../shared/risk/scorer.ts'
import type { Row } from '../rows.ts'
import type { Fitted } from './combiner.ts'
import { type Bags, trainDocuments } from './documents.ts'
import { trainForms } from './forms.ts'
import type { Options, Weights } from './linear.ts'
import { roleOf } from './manifest.ts'
import { fitBeside } from './offset-fit.ts'

export const scamOptions: Options = { epochs: 10, rate: 1, decay: 0.01, seed: 1 }

/** Points that one in the log odds is worth, by the curve and where others' points are joined with it. */
const pointsPerLogit = 13

/**
 * Log odds by which phishing is taken for it sooner than advertising is: it does more harm, and honest mail comes
 * near advertising far oftener.
 */
const phishingLead = 3

/** Whether a row may teach the heads of spam and phishing. */
export const teachesScam = (row: Row): boolean =>
  roleOf(row) === 'weights' && row.kind !== 'injection' && !clones.has(row.set)

/** Honest letters that lead elsewhere: where their links lead tells them, and nothing that they say. */
const clones: ReadonlySet<string> = new Set(['own_clone'])

/** Fraud is phishing by letter. */
export const isUnwanted = ({ kind }: Row): boolean =>
  kind === 'spam' || kind === 'phishing' || kind === 'fraud'
const pathOf = ({ kind }: Row): string => (kind === 'fraud' ? 'phishing' : kind)

/** How much a row of a set counts; 1 where nothing is said. */
const weights: Readonly<Record<string, number>> = {
  own_scam: 0.5,
  own_scam_letter: 2,
  own_honest_letter: 2,
  own_honest_service: 2,
  own_letter: 2,
  own_modern: 2,
  email_spamassassin: 2,
  email_gaia: 2,
  modern_ham: 2,
  modern_benign_hard: 3,
  modern_phishing: 2,
  modern_fraud: 2,
  modern_spam: 2,
}
/** The same for the head of forms, where our own rows only show what modern headers look like, good or bad. */
const formWeights: Readonly<Record<string, number>> = {
  own_scam: 0.3,
  own_scam_letter: 0.3,
  own_honest_letter: 0.3,
  own_honest_service: 0.3,
  own_letter: 0.3,
}
/** Signals that speak against a scam. */
const against: ReadonlySet<string> = new Set(['form_against'])
/**
 * What a signal weighs at least: few examples have it, and they are told by their text already, but nothing honest
 * has it, and the next one may be told by this alone.
 */
const least: ReadonlyMap<string, number> = new Map([
  ['advance_fee', 2],
  ['adult_offer', 1.5],
  ['remedy_offer', 1.5],
  ['income_offer', 1.5],
  ['credit_offer', 1.5],
  ['stock_offer', 1.5],
  ['reach_offer', 1.5],
  ['unasked_mailing', 1],
  ['disguised_letters', 2],
  ['undeclared_charset', 2],
])
/** The same while the combiner is fitted: real mail says more of how often a signal comes than sentences put together. */
const fitWeights: Readonly<Record<string, number>> = {
  own_scam: 0.2,
  own_scam_letter: 0.4,
  own_honest_service: 1,
}

/** What the heads learn of a row: the n-grams of its texts, and its form. */
export interface ScamLesson extends Bags {
  row: Row
  form: Uint32Array | null
}

/** A row, and the points that the scorers that learned nothing give it. */
export interface RuledRow {
  row: Row
  rules: number
  positive: boolean
}

/** What the heads learn of a row's message. */
export function scamLessonOf(row: Row, message: RiskMessage): ScamLesson {
  return {
    row,
    form: formOf(message),
    bags: documentsOf(message).map(({ buckets }) => buckets),
    positive: isUnwanted(row),
    weight: weights[row.set] ?? 1,
  }
}

/** The heads as they are trained, not yet whole numbers. */
export interface TrainedScam {
  heads: Record<HeadName, Weights>
  form: FormHead
}

/** Trains the heads on the rows that teach them. Spam is no example of phishing, and none against it. */
export function trainScam(examples: readonly ScamLesson[], options: Options = scamOptions): TrainedScam {
  const taught = examples.filter(({ row }) => teachesScam(row))
  const trained = heads.map((name) => [
    name,
    trainDocuments(name === 'spam' ? taught : taught.filter(({ row }) => row.kind !== 'spam'), options),
  ])
  const formed = taught.flatMap(({ row, form, positive }) =>
    form === null ? [] : [{ form, positive, weight: formWeights[row.set] ?? 1 }],
  )
  return { heads: Object.fromEntries(trained) as Record<HeadName, Weights>, form: trainForms(formed) }
}

/** Fits the combiner of each path on examples whose signals are those of a model that never saw them. */
export function fitPaths(
  judged: readonly {
    example: RuledRow
    values: ReadonlyMap<string, number>
  }[],
): Record<Path, Fitted> {
  const taught = judged.filter(({ example: { row } }) => teachesScam(row))
  const fitted = paths.map((path) => {
    const cases = taught
      .filter(({ example: { row, positive } }) => !positive || pathOf(row) === path)
      .map(({ example: { row, rules, positive }, values }) => ({
        values,
        positive,
        weight: fitWeights[row.set] ?? 1,
        offset: rules / pointsPerLogit,
      }))
    const { bias, weights } = fitBeside(cases, against, least)
    return [path, { bias: path === 'phishing' ? bias + phishingLead : bias, weights }]
  })
  return Object.fromEntries(fitted) as Record<Path, Fitted>
}

/** The share of ordinary mail whose points, those of all scorers together, may be above 70: on the line through the tail, which lies above its ranks. Out of fold it comes to .5 %. */
const withheldShare = 0.006
/** Log odds below those that withhold where a mail is not yet flagged: short letters say neither yes nor no. */
const doubtful = 2.6
const doubtfulPoints = 18
/** The shares between which the loudest of ordinary mail are laid on a line, so that no single one of them decides. */
const tail = [0.002, 0.02] as const

/** What cross-validation says of a row. */
export interface RatedScam {
  example: Pick<RuledRow, 'row' | 'rules'>
  logit: number
}

/**
 * A line on which 70 points are where the share of ordinary mail is what it may be, beside what the other
 * scorers give: their rules, and `injection` by a model that never saw the row.
 */
export function calibrateScam(judged: readonly RatedScam[], injection: (row: Row) => number): Knot[] {
  const ordinary = judged.filter(({ example: { row } }) => row.kind === 'ham' && roleOf(row) !== 'measure')
  const others = ({ example: { row, rules } }: RatedScam): number => rules + injection(row)
  // What the others withhold alone is a part of the share that no curve takes away.
  const open = ordinary.filter((one) => others(one) <= 70)
  const reached = open.map((one) => one.logit + others(one) / pointsPerLogit).sort((a, b) => b - a)
  const left = Math.max(1, ordinary.length * withheldShare - (ordinary.length - open.length))
  const withhold = exceededBy(reached, left)
  const round = (value: number): number => Math.round(value * 1_000) / 1_000
  return [
    [round(withhold - 70 / pointsPerLogit), 0],
    [round(withhold - doubtful), doubtfulPoints],
    [round(withhold), 70],
    [round(withhold + 30 / pointsPerLogit), 100],
  ]
}

/** The value that `count` of `sorted` exceed, by the line through the tail over the logarithm of the rank. */
function exceededBy(sorted: readonly number[], count: number): number {
  const [from, to] = tail.map((part) => Math.max(1, Math.floor(sorted.length * part)))
  const points = sorted.slice(from! - 1, to).map((value, index) => [Math.log(from! + index), value] as const)
  const middle = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [rank, value] = [middle(0), middle(1)]
  let along = 0
  let square = 0
  for (const [x, y] of points) {
    along += (x - rank) * (y - value)
    square += (x - rank) ** 2
  }
  return value + (along / Math.max(1e-9, square)) * (Math.log(count) - rank)
}
