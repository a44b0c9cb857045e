/** Fits the joint judgement: trees over readings of models that never saw the row, and curves over honest mail. */
import type { Knot } from '../../../shared/risk/model/model.ts'
import { type Question, rulesLogit } from '../../../shared/risk/overall/model.ts'
import { binsOf, logitOfBins, type Trees } from '../../../shared/risk/overall/trees.ts'
import type { Row } from '../rows.ts'
import { type BoostOptions, boost, edgesOf } from './boost.ts'
import { exceededBy } from './calibrate.ts'
import { roleOf } from './manifest.ts'
import type { Reading } from './readings.ts'
import { isUnwanted } from './scam-folds.ts'
import { sourceFoldOf } from './sources.ts'

export const boostOptions: BoostOptions = {
  rounds: 120,
  rate: 0.08,
  penalty: 2,
  leastCurvature: 1.5,
  rows: 0.7,
  features: 0.35,
  seeds: [1, 2, 3],
}

/** Features by which a mail may also look better; all others only speak against it. */
const both =
  /^(?:text|links|sender|mail)\.(?:domains|to_sender|only_elsewhere|share_elsewhere|named_as_domain|free_mail|names_domain|length|capitals|digits|foreign_letters|marks|subject|hidden|attachments)$|^injection\.(?:greeted|signed|talked_about|reported)$|^scam\.form/
export const isRising = (name: string): boolean => !both.test(name)

/**
 * Features that tell the collections of honest mail from each other, and gain from that alone:
 * the form of header and HTML, of which the old mail is real and the modern one rendered, and what letters a text has.
 */
export const leftOut: ReadonlySet<string> = new Set([
  'scam.form',
  'scam.form_against',
  'text.capitals',
  'text.digits',
  'text.foreign_letters',
  'text.length',
  'text.marks',
  'text.subject',
])

/** Rows that a feature has to differ in to be one. */
const fewestRows = 12

/**
 * How much a row counts: real mail more than texts of our own, of which there are many alike; ordinary old mail more
 * than attacks, since few of it may be withheld.
 */
function weightOf({ set, kind }: Row): number {
  if (/^own_(?:modern|clone)$/.test(set)) return 0.5
  if (/^own_(?:attack|honest)_letter$/.test(set)) return 0.6
  if (/^own_/.test(set)) return 0.2
  if (/^modern_/.test(set)) return 3
  return kind === 'ham' ? 3 : 1
}

/** Features that are worth learning from, in order of their names. */
export function featureNames(readings: readonly Reading[]): string[] {
  const counts = new Map<string, number>()
  for (const { row, features } of readings)
    if (roleOf(row) === 'weights')
      for (const [name, value] of features) if (value !== 0) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .filter(([name, count]) => count >= fewestRows && !leftOut.has(name) && !/^rules\./.test(name))
    .map(([name]) => name)
    .sort()
}

/** Whether a row is an example of a question, and of which answer; null where it is none. */
export function answerOf(row: Row, question: Question): boolean | null {
  if (question === 'attack') return row.kind === 'injection'
  return row.kind === 'injection' ? null : isUnwanted(row)
}

export interface Binned {
  names: readonly string[]
  edges: readonly (readonly number[])[]
  /** Bins of each reading. */
  bins: readonly Uint8Array[]
}

export function binned(readings: readonly Reading[]): Binned {
  const names = featureNames(readings)
  const taught = readings.filter(({ row }) => roleOf(row) === 'weights')
  const edges = names.map((name) =>
    edgesOf(Float64Array.from(taught, ({ features }) => features.get(name) ?? 0)).map((edge) =>
      Number(edge.toPrecision(5)),
    ),
  )
  const bins = readings.map(({ features }) =>
    binsOf(
      names.map((name) => features.get(name) ?? 0),
      edges,
    ),
  )
  return { names, edges, bins }
}

/**
 * What a question looks at. An attack on an agent is told by what is said to it and how that is hidden: what else a
 * mail is made of only tells the collections of attacks from mail.
 */
const looksAt: Readonly<Record<Question, RegExp>> = {
  attack: /^(?:injection|hidden_text)\./,
  unwanted: /^/,
}

/** The trees of a question, by the rows that `taught` says. */
export function growTrees(
  readings: readonly Reading[],
  { names, bins }: Binned,
  question: Question,
  taught: (row: Row) => boolean,
  options = boostOptions,
  gains?: Float64Array,
): Trees {
  const rows = readings.flatMap(({ row }, index) =>
    roleOf(row) === 'weights' && taught(row) && answerOf(row, question) !== null ? [index] : [],
  )
  const columns = names.map((name, feature) =>
    Uint8Array.from(rows, (index) => (looksAt[question].test(name) ? bins[index]![feature]! : 0)),
  )
  const positive = rows.map((index) => answerOf(readings[index]!.row, question) === true)
  const weight = Float64Array.from(rows, (index) => weightOf(readings[index]!.row))
  const offset = Float64Array.from(rows, (index) => rulesLogit(readings[index]!.features, question))
  return boost({ columns, positive, weight, offset }, names.map(isRising), options, gains)
}

/** Log odds of each reading for a question, by trees that saw nothing of its source. */
export function logitsOutOfFold(
  readings: readonly Reading[],
  all: Binned,
  question: Question,
  options = boostOptions,
  foldCount = 5,
): Float64Array {
  const logits = new Float64Array(readings.length)
  for (let fold = 0; fold < foldCount; fold++) {
    const trees = growTrees(readings, all, question, (row) => sourceFoldOf(row) !== fold, options)
    readings.forEach(({ row }, index) => {
      if (sourceFoldOf(row) === fold)
        logits[index] = rulesLogit(readings[index]!.features, question) + logitOfBins(all.bins[index]!, trees)
    })
  }
  return logits
}

/** Shares of honest mail that may be withheld and flagged, by strata, for both questions or for one; the strictest decides. */
const aims: readonly {
  of: (row: Row) => string | null
  withheld: number
  flagged: number
  question?: Question
}[] = [
  {
    of: ({ set, kind }) => (kind === 'ham' && !/^modern_/.test(set) ? 'old' : null),
    withheld: 0.004,
    flagged: 0.02,
  },
  { of: ({ set }) => (set === 'modern_ham' ? 'modern' : null), withheld: 0.008, flagged: 0.04 },
  { of: ({ set }) => (set === 'modern_benign_hard' ? 'hard' : null), withheld: 0.04, flagged: 0.12 },
  { of: ({ set }) => (set === 'own_honest_letter' ? 'near' : null), withheld: 0.025, flagged: 0.08 },
  {
    of: ({ set }) => (set === 'own_letter' ? 'letters' : null),
    withheld: 0.01,
    flagged: 0.04,
    question: 'attack',
  },
  { of: ({ set, lang }) => (set === 'modern_ham' ? `in ${lang}` : null), withheld: 0.015, flagged: 0.06 },
  {
    of: ({ set, source }) => (set === 'modern_ham' ? `from ${source}` : null),
    withheld: 0.02,
    flagged: 0.08,
  },
]
/** Rows of a stratum from which it is one. */
const fewestOfStratum = 30
/** Parts of the aims that each question may use up. */
const parts: Readonly<Record<Question, number>> = { attack: 0.65, unwanted: 0.95 }
/**
 * How far below the log odds that withhold a mail may be flagged, and how far at least: beyond, honest strata have no
 * one left to say where. Unwanted mail lies closer to honest mail than attacks do, which has more to say of it.
 */
const widest: Readonly<Record<Question, number>> = { attack: 1, unwanted: 2 }
const narrowest = 0.3
/** Log odds below those that flag where points begin. */
const doubtful = 2.5

/** The curve of a question: where the strictest stratum of honest mail is, by trees that saw nothing of its source. */
export function overallCurve(readings: readonly Reading[], logits: Float64Array, question: Question): Knot[] {
  let flag = Number.NEGATIVE_INFINITY
  let withhold = Number.NEGATIVE_INFINITY
  for (const { of, withheld, flagged, question: only = question } of aims) {
    if (only !== question) continue
    const strata = new Map<string, number[]>()
    readings.forEach(({ row }, index) => {
      const stratum = roleOf(row) === 'measure' ? null : of(row)
      if (stratum !== null) strata.set(stratum, [...(strata.get(stratum) ?? []), logits[index]!])
    })
    for (const some of strata.values()) {
      if (some.length < fewestOfStratum) continue
      withhold = Math.max(withhold, exceededBy(some, withheld * parts[question]))
      flag = Math.max(flag, exceededBy(some, flagged * parts[question]))
    }
  }
  const bound = Math.min(Math.max(flag, withhold - widest[question]), withhold - narrowest)
  return [
    [round(bound - doubtful), 0],
    [round(bound), 30],
    [round(withhold), 70],
    [round(2 * withhold - bound), 100],
  ]
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000

/** The joint judgement of each question: its curve, and its trees. */
export type FittedOverall = Record<Question, { curve: Knot[]; trees: Trees }>

/** Fits the joint judgement over what the heads say of rows whose source they have not seen. */
export function fitOverall(readings: readonly Reading[], all: Binned, options = boostOptions): FittedOverall {
  const fitted = (question: Question): FittedOverall[Question] => ({
    curve: overallCurve(readings, logitsOutOfFold(readings, all, question, options), question),
    trees: growTrees(readings, all, question, () => true, options),
  })
  return { attack: fitted('attack'), unwanted: fitted('unwanted') }
}
