/** Trains the judgement of drafts: trees over what models of leaks say that know nothing of a draft's author, rules and readers, and a curve over honest drafts that neither has seen. */

import type { Detection } from '../../../shared/domain/analysis.ts'
import { assess } from '../../../shared/risk/assess.ts'
import { combine, totalOf } from '../../../shared/risk/combine.ts'
import { scorers } from '../../../shared/risk/index.ts'
import {
  features,
  type JointModel,
  type JointReading,
  opinionOf,
  readJointly,
  rising,
  valuesOf,
} from '../../../shared/risk/leak/joint.ts'
import type { LeakWeights } from '../../../shared/risk/leak/model.ts'
import { oddsOf } from '../../../shared/risk/leak/model.ts'
import type { Knot } from '../../../shared/risk/model/model.ts'
import { binsOf, type Trees } from '../../../shared/risk/overall/trees.ts'
import type { Scorer } from '../../../shared/risk/scorer.ts'
import { disclosureBy } from '../../../shared/risk/scorers/disclosure.ts'
import { ofLeaks } from '../../../shared/risk/scorers/exfiltration.ts'
import { share } from '../intervals.ts'
import { type BoostOptions, boost, edgesOf } from './boost.ts'
import { exceededBy } from './calibrate.ts'
import { type AuthoredDraft, plainFiles } from './drafts.ts'

const options: BoostOptions = {
  rounds: 100,
  rate: 0.08,
  penalty: 3,
  leastCurvature: 3,
  rows: 0.7,
  features: 0.6,
  seeds: [1, 2, 3],
}

/** A draft as a model of leaks has read it that knows nothing of its author, and what rules have found. */
export interface JointCase {
  draft: AuthoredDraft
  /** Those that are left out together. */
  fold: number
  weight: number
  read: JointReading
  /** Readings of all scorers but the last word, and their findings but for what the model says. */
  readings: ReadonlyMap<string, number>
  found: readonly Detection[]
}

const others = scorers.filter(({ name }) => name !== 'disclosure')

/** The case of a draft; null where it has too little text. */
export async function caseOf(
  draft: AuthoredDraft,
  fold: number,
  weight: number,
  model: LeakWeights,
): Promise<JointCase | null> {
  const read = readJointly(draft.reading, oddsOf(draft.reading, model), draft.message.outbound!)
  if (read === null) return null
  const readings = new Map<string, number>()
  const last: Scorer = {
    name: 'disclosure',
    directions: ['outbound'],
    budgetMs: 100,
    breaksTies: true,
    score: (_, context) => {
      for (const [name, value] of context.readings ?? []) readings.set(name, value)
      return []
    },
  }
  const { analysis } = await assess(draft.message, { llm: null, builtIn: [...others, last] })
  for (const [name, value] of read) readings.set(ofLeaks + name, value)
  return {
    draft,
    fold,
    weight,
    read,
    readings,
    found: analysis.detections.filter(({ result }) => result !== 'resembles_leak'),
  }
}

/** Points, and the share of honest drafts that has more: of all, at most of one author's, of plain ones, and at most of one author's plain ones. */
const aims: readonly (readonly [
  points: number,
  share: number,
  ofAuthor: number,
  ofPlain: number,
  ofPlainAuthor: number,
])[] = [
  [30, 0.05, 0.15, 0.05, 0.16],
  [70, 0.015, 0.06, 0.01, 0.07],
]
/** Log odds below those that flag where points begin. */
const doubtful = 1.5

const round = (value: number): number => Math.round(value * 1_000) / 1_000
const pointsIn = ({ found }: JointCase): number => totalOf(found)
const isHard = ({ draft: { letter } }: JointCase): boolean => !letter

/** The model, by all cases, and what whole scores come to for each author by models that know nothing of the author. */
export async function trainJoint(
  cases: readonly JointCase[],
): Promise<{ model: JointModel; lines: string[] }> {
  const values = cases.map((one) => valuesOf(one.read, pointsIn(one)))
  const edges = features.map((_, feature) =>
    edgesOf(Float64Array.from(values, (row) => row[feature]!)).map((edge) => Number(edge.toPrecision(5))),
  )
  const bins = values.map((row) => binsOf(row, edges))
  const grow = (isTaught: (one: JointCase) => boolean): Trees => {
    const taught = cases.flatMap((one, index) => (isTaught(one) ? [index] : []))
    return boost(
      {
        columns: features.map((_, feature) => Uint8Array.from(taught, (index) => bins[index]![feature]!)),
        positive: taught.map((index) => cases[index]!.draft.leaks),
        weight: Float64Array.from(taught, (index) => cases[index]!.weight),
        offset: new Float64Array(taught.length),
      },
      features.map((name) => rising.has(name)),
      options,
    )
  }
  const folds = new Map(
    [...new Set(cases.map(({ fold }) => fold))].map((fold) => [fold, grow((one) => one.fold !== fold)]),
  )
  const uncurved = (trees: Trees): JointModel => ({ edges, trees, curve: [[0, 0]] })
  const logits = cases.map((one) => opinionOf(one.read, pointsIn(one), uncurved(folds.get(one.fold)!)).logit)
  const curve = curveOf(cases, logits)
  const scores = []
  for (const one of cases) {
    const scorer = disclosureBy({ edges, trees: folds.get(one.fold)!, curve })
    const context = {
      found: one.found,
      readings: new Map(one.readings),
      signal: new AbortController().signal,
      llm: null,
    }
    const last = await scorer.score(one.draft.message, context)
    scores.push(combine([...one.found, ...last]).risk_score)
  }
  return { model: { edges, trees: grow(() => true), curve }, lines: linesOf(cases, scores) }
}

function curveOf(cases: readonly JointCase[], logits: readonly number[]): Knot[] {
  const honest = cases.flatMap((one, index) =>
    isHard(one) && !one.draft.leaks ? [{ author: one.draft.author, logit: logits[index]! }] : [],
  )
  const [flag, withhold] = aims.map(([, ofAll, ofAuthor, ofPlain, ofPlainAuthor]) =>
    Math.max(
      exceededBy(
        honest.map(({ logit }) => logit),
        ofAll,
      ),
      ...[...Map.groupBy(honest, ({ author }) => author)].map(([author, own]) =>
        exceededBy(
          own.map(({ logit }) => logit),
          plainFiles.has(author) ? ofPlainAuthor : ofAuthor,
        ),
      ),
      exceededBy(
        honest.filter(({ author }) => plainFiles.has(author)).map(({ logit }) => logit),
        ofPlain,
      ),
    ),
  ) as [number, number]
  return [
    [round(flag - doubtful), 0],
    [round(flag), 30],
    [round(withhold), 70],
    [round(2 * withhold - flag), 100],
  ]
}

function linesOf(cases: readonly JointCase[], scores: readonly number[]): string[] {
  const scored = cases.map((one, index) => ({ ...one.draft, score: scores[index]! }))
  const above = (some: readonly { score: number }[], points: number): string =>
    share(some.filter(({ score }) => score > points).length, some.length)
  const of = (name: string, some: readonly { leaks: boolean; score: number }[]): string => {
    const kinds = [true, false].map((kind) => some.filter(({ leaks }) => leaks === kind))
    const [leaking, honest] = kinds.map((one) =>
      one.length === 0 ? '-' : `${above(one, 70)} / ${above(one, 30)} of ${one.length}`,
    )
    return `${name}, whole scores: leaking withheld / flagged ${leaking}, honest ${honest}`
  }
  const authored = scored.filter(({ letter }) => !letter)
  return [
    ...[...Map.groupBy(authored, ({ author }) => author)].map(([author, own]) => of(author, own)),
    of(
      'letters',
      scored.filter(({ letter }) => letter),
    ),
    of(
      'plain',
      authored.filter(({ author }) => plainFiles.has(author)),
    ),
    of('all authors', authored),
  ]
}
