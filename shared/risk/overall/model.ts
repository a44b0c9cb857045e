/** The trees of the joint judgement that ship, and their features, edges and curves, read once. */
import { readFileSync } from 'node:fs'
import { pointsOf } from '../model/combiner.ts'
import type { Knot } from '../model/model.ts'
import { hiddenPoints, rulesPoints } from './features.ts'
import { binsOf, logitOfBins, readTrees, type Trees } from './trees.ts'

/** What is asked: is it an attack on an agent, is it phishing, fraud or advertising nobody asked for? */
export const questions = ['attack', 'unwanted'] as const
export type Question = (typeof questions)[number]

/** The numbers of `overall.json`; the trees of a question are in `<question>.bin`. */
export interface OverallNumbers {
  /** By name; the order is that of the trees. */
  features: readonly string[]
  /** The edges between the bins of each feature. */
  edges: readonly (readonly number[])[]
  questions: Readonly<Record<Question, { scale: number; bias: number; curve: readonly Knot[] }>>
}

export interface OverallModel {
  features: readonly string[]
  edges: readonly ArrayLike<number>[]
  questions: Readonly<Record<Question, { trees: Trees; curve: readonly Knot[] }>>
}

/** What the trees say of a message: log odds, and whole points by the curve. */
export interface Opinion {
  question: Question
  logit: number
  points: number
}

/** Points of rules that are worth one in the log odds. */
const pointsPerLogit = 13

/** The log odds that the points of rules stand for: for attacks, only those on hidden text. */
export const rulesLogit = (features: ReadonlyMap<string, number>, question: Question): number =>
  (features.get(question === 'attack' ? hiddenPoints : rulesPoints) ?? 0) / pointsPerLogit

/** An opinion for each question: the trees speak beside what the rules' points say already. */
export function opinionsOf(features: ReadonlyMap<string, number>, model: OverallModel): Opinion[] {
  const values = new Float64Array(model.features.length)
  for (let index = 0; index < values.length; index++)
    values[index] = features.get(model.features[index]!) ?? 0
  const bins = binsOf(values, model.edges)
  return questions.map((question) => {
    const { trees, curve } = model.questions[question]
    const logit = rulesLogit(features, question) + logitOfBins(bins, trees)
    return { question, logit, points: Math.round(pointsOf(curve, logit)) }
  })
}

const at = (name: string): URL => new URL(name, import.meta.url)
const numbers = JSON.parse(readFileSync(at('overall.json'), 'utf8')) as OverallNumbers

export const overallModel: OverallModel = {
  features: numbers.features,
  edges: numbers.edges.map((edges) => Float64Array.from(edges)),
  questions: Object.fromEntries(
    questions.map((question) => {
      const { scale, bias, curve } = numbers.questions[question]
      return [question, { trees: readTrees(readFileSync(at(`${question}.bin`)), scale, bias), curve }]
    }),
  ) as OverallModel['questions'],
}
