/** The trained model of pretexts that ships: words and signs first, then trees over them and the other models; read once. */
import { readFileSync } from 'node:fs'
import { pointsOf } from '../model/combiner.ts'
import type { Head } from '../model/linear-model.ts'
import type { Knot } from '../model/model.ts'
import { buckets, lengthOf } from '../model/ngrams.ts'
import type { Passage } from '../model/passages.ts'
import { binsOf, logitOfBins, readTrees, type Trees } from '../overall/trees.ts'
import { signs as allSigns, type PretextReading, type Sign } from './read-mail.ts'

/** What words and signs weigh. */
export interface PretextWords {
  bias: number
  words: Pick<Head, 'table' | 'scale'>
  signs: Readonly<Record<Sign, number>>
}

/** The trees over what words and signs come to. */
export interface PretextTrees {
  /** Edges between the bins of each of {@link features}. */
  edges: readonly ArrayLike<number>[]
  trees: Trees
  /** From log odds to points, rising: for an inbox that knows nobody, and for one that can tell who is known to it. */
  curve: readonly Knot[]
  knowing: readonly Knot[]
  /** Log odds of words and signs below which a mail is like most honest ones. */
  honestBelow: number
  /** Log odds of all below which hardly a hostile mail is. */
  settledBelow: number
}

export interface PretextModel extends PretextWords, PretextTrees {}

/** The numbers of `pretext.json`; the table is in `words.bin`, the trees in `trees.bin`. */
export interface PretextNumbers {
  bias: number
  words: { scale: number }
  signs: Readonly<Record<Sign, number>>
  edges: readonly (readonly number[])[]
  trees: { scale: number; bias: number }
  curve: readonly Knot[]
  knowing: readonly Knot[]
  honestBelow: number
  settledBelow: number
}

/** What the joint judgement has read, which the trees look at beside the mail. */
export const joint = ['overall.attack', 'overall.unwanted'] as const
/** Features of links and sender, as the joint judgement has them. */
export const ofLinks = ['links.domains', 'links.to_sender', 'sender.named_as_domain'] as const
/** What the trees look at, in their order. */
export const features: readonly string[] = ['words', ...joint, ...ofLinks, ...allSigns]
/** Features that only speak against a mail. */
export const rising: ReadonlySet<string> = new Set(['words', ...joint])

/** Different n-grams, a dozen characters, that a passage needs to say anything. */
export const fewestNgrams = 60

/** Log odds of words and signs that a mail is hostile, and its loudest passage; null where no passage has enough text. */
export function oddsOf(
  { passages, signs }: PretextReading,
  { bias, words, signs: weights }: PretextWords,
): { logit: number; passage: Passage } | null {
  let passage: Passage | null = null
  let most = Number.NEGATIVE_INFINITY
  for (const one of passages) {
    if (one.buckets.length < fewestNgrams) continue
    let sum = 0
    for (const bucket of one.buckets) sum += words.table[bucket]!
    const weight = (sum * words.scale) / lengthOf(one.buckets.length)
    if (weight <= most) continue
    most = weight
    passage = one
  }
  if (passage === null) return null
  return { logit: signs.reduce((sum, sign) => sum + weights[sign], bias) + most, passage }
}

/** The values of {@link features}. */
export function valuesOf(
  words: number,
  signs: readonly Sign[],
  others: ReadonlyMap<string, number>,
): Float64Array {
  const seen = new Set<string>(signs)
  return Float64Array.from(features, (name) => {
    if (name === 'words') return words
    return others.get(name) ?? (seen.has(name) ? 1 : 0)
  })
}

/** What the model says of a mail: log odds and whole points of all, and the log odds of words and signs alone. */
export interface Opinion {
  logit: number
  points: number
  words: number
  passage: Passage
}

/** `others` are the readings of the joint judgement and the features of links; null where there is too little text. */
export function opinionOf(
  reading: PretextReading,
  others: ReadonlyMap<string, number>,
  model: PretextModel,
): Opinion | null {
  const said = oddsOf(reading, model)
  if (said === null) return null
  const bins = binsOf(valuesOf(said.logit, reading.signs, others), model.edges)
  const logit = logitOfBins(bins, model.trees)
  return {
    logit,
    points: Math.round(pointsOf(reading.signs.includes('knows_nobody') ? model.curve : model.knowing, logit)),
    words: said.logit,
    passage: said.passage,
  }
}

const at = (name: string): URL => new URL(name, import.meta.url)

function tableOf(name: string): Int8Array {
  const bytes = readFileSync(at(name))
  if (bytes.length !== buckets) throw new Error(`${name} has ${bytes.length} weights, not ${buckets}`)
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

const numbers = JSON.parse(readFileSync(at('pretext.json'), 'utf8')) as PretextNumbers

export const pretextModel: PretextModel = {
  ...numbers,
  words: { table: tableOf('words.bin'), scale: numbers.words.scale },
  edges: numbers.edges.map((edges) => Float64Array.from(edges)),
  trees: readTrees(readFileSync(at('trees.bin')), numbers.trees.scale, numbers.trees.bias),
}
