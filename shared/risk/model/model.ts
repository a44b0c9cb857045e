/** The model that ships: its weights and numbers, read once (see docs/detection.md for what they are). */
import { readFileSync } from 'node:fs'
import type { Head } from './linear-model.ts'
import { buckets } from './ngrams.ts'

/** A point of the curve from log odds to points. */
export type Knot = readonly [logit: number, points: number]

/** What a head says of a text, joined with other signals: their weights, and what the sum is worth. */
export interface Combiner {
  bias: number
  weights: Readonly<Record<string, number>>
  /** From log odds to points, rising; straight lines between. */
  curve: readonly Knot[]
}

/** The numbers of `model.json`. */
export interface ModelNumbers {
  heads: Readonly<Record<string, { file: string; scale: number; bias: number }>>
  injection: Combiner
}

const numbers = JSON.parse(readFileSync(new URL('model.json', import.meta.url), 'utf8')) as ModelNumbers

function headOf(name: string): Head {
  const found = numbers.heads[name]
  if (found === undefined) throw new Error(`model.json has no head ${name}`)
  const bytes = readFileSync(new URL(found.file, import.meta.url))
  if (bytes.length !== buckets) throw new Error(`${found.file} has ${bytes.length} weights, not ${buckets}`)
  return {
    table: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
    scale: found.scale,
    bias: found.bias,
  }
}

/** The head that knows attacks on agents. */
export const injectionHead = headOf('injection')
/** How its opinion and the rules' are joined. */
export const injectionCombiner = numbers.injection
