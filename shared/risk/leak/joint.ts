/** The trained judgement of a draft that ships: boosted trees over what the model of leaks says, what rules have found, and who the readers are; read once. */
import { readFileSync } from 'node:fs'
import { isAmongColleagues } from '../disclosure/rights.ts'
import { pointsOf } from '../model/combiner.ts'
import type { Knot } from '../model/model.ts'
import type { OutboundContext } from '../outbound-context.ts'
import { binsOf, logitOfBins, readTrees, type Trees } from '../overall/trees.ts'
import type { Odds } from './model.ts'
import { type LeakReading, signs, swayed } from './read-draft.ts'

/** The numbers of `joint.json`; the trees are in `joint.bin`. */
export interface JointNumbers {
  /** Edges between the bins of each of {@link features}. */
  edges: readonly (readonly number[])[]
  trees: { scale: number; bias: number }
  /** From log odds to points, rising. */
  curve: readonly Knot[]
}

export interface JointModel extends Omit<JointNumbers, 'edges' | 'trees'> {
  edges: readonly ArrayLike<number>[]
  trees: Trees
}

/** Log odds of the model of leaks: of the draft, of its loudest passage, and what the question adds. */
const ofModel = ['logit', 'loudest', 'asked'] as const
/** Points of all other findings. */
const findings = 'findings'

/**
 * What the trees look at, in their order. Nothing that more text around a passage could change, and nothing that one more
 * reader could make better.
 */
export const features: readonly string[] = [...ofModel, findings, 'in_thread', 'in_house', ...signs]
/** Features that only speak against a draft. */
export const rising: ReadonlySet<string> = new Set([...ofModel, findings])

/** Points of findings beyond which there are no more to the trees. */
const mostFindings = 150

/** Of what is read beside them: log odds of the model without what whoever writes in could have said to make the draft look honest. */
const unswayed = 'unswayed'

/** What is read of a draft by name, before other scorers have found anything. */
export type JointReading = ReadonlyMap<string, number>

/** Null where the draft has too little text for the model of leaks. */
export function readJointly(
  { signs: seen }: LeakReading,
  { logit, unswayed: own, loudest, asked, passage }: Odds,
  context: OutboundContext,
): JointReading | null {
  if (passage === null) return null
  return new Map<string, number>([
    ['logit', logit],
    [unswayed, own],
    ['loudest', loudest],
    ['asked', asked],
    ['in_thread', Number(context.thread.length > 0)],
    ['in_house', Number(isAmongColleagues(context))],
    ...seen.map((sign): [string, number] => [sign, 1]),
  ])
}

/** The same by its own words: what was asked, and what whoever asked could have had it say, doesn't speak for it. */
export const byOwnWords = (read: JointReading): JointReading =>
  new Map([
    ...read,
    ['logit', read.get(unswayed) ?? Number.POSITIVE_INFINITY],
    ['asked', Math.max(0, read.get('asked') ?? Number.POSITIVE_INFINITY)],
    ...[...swayed].map((sign): [string, number] => [sign, 0]),
  ])

/**
 * The values of {@link features}, of a draft whose other findings come to so many points. What only speaks against a draft
 * and isn't known, or is no number, speaks as loud as it can.
 */
export const valuesOf = (read: JointReading, points: number): Float64Array =>
  Float64Array.from(features, (name) => {
    const value = name === findings ? Math.min(mostFindings, points) : read.get(name)
    if (!rising.has(name)) return value ?? 0
    return value === undefined || Number.isNaN(value) ? Number.POSITIVE_INFINITY : value
  })

/** What the trees say of a draft: log odds, and whole points. */
export function opinionOf(
  read: JointReading,
  points: number,
  { edges, trees, curve }: JointModel,
): { logit: number; points: number } {
  const logit = logitOfBins(binsOf(valuesOf(read, points), edges), trees)
  return { logit, points: Math.round(pointsOf(curve, logit)) }
}

const at = (name: string): URL => new URL(name, import.meta.url)
const numbers = JSON.parse(readFileSync(at('joint.json'), 'utf8')) as JointNumbers

export const jointModel: JointModel = {
  ...numbers,
  edges: numbers.edges.map((some) => Float64Array.from(some)),
  trees: readTrees(readFileSync(at('joint.bin')), numbers.trees.scale, numbers.trees.bias),
}
