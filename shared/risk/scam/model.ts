/** The model of phishing and spam that ships: its heads and how they are joined with other signals, read once. */
import { readFileSync } from 'node:fs'
import type { Head } from '../model/linear-model.ts'
import type { Combiner, Knot } from '../model/model.ts'
import { buckets } from '../model/ngrams.ts'
import { type FormHead, formBuckets } from './form.ts'
import { type HeadName, heads, type Path, type ScamModel } from './signals.ts'

/** How the weights of a head were made whole numbers, and its bias. */
export interface HeadNumbers {
  scale: number
  bias: number
}

/** The numbers of `scam.json`; the weights of a head are in `<head>.bin`, those of the form in `form.bin`. */
export interface ScamNumbers {
  heads: Readonly<Record<HeadName, HeadNumbers>>
  form: HeadNumbers
  paths: Readonly<Record<Path, Pick<Combiner, 'bias' | 'weights'>>>
  /** From the log odds of the louder path to points. */
  curve: readonly Knot[]
}

const numbers = JSON.parse(readFileSync(new URL('scam.json', import.meta.url), 'utf8')) as ScamNumbers

function tableOf(name: string, size: number): Int8Array {
  const bytes = readFileSync(new URL(`${name}.bin`, import.meta.url))
  if (bytes.length !== size) throw new Error(`${name}.bin has ${bytes.length} weights, not ${size}`)
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

const headOf = (name: HeadName): Head => ({ table: tableOf(name, buckets), ...numbers.heads[name] })
const form: FormHead = { table: tableOf('form', formBuckets), ...numbers.form }

export const scamModel: ScamModel = {
  heads: Object.fromEntries(heads.map((name) => [name, headOf(name)])) as Record<HeadName, Head>,
  form,
}
/** How the signals are joined, by path; both have the same curve. */
export const scamCombiners = Object.fromEntries(
  Object.entries(numbers.paths).map(([path, { bias, weights }]) => [
    path,
    { bias, weights, curve: numbers.curve },
  ]),
) as Record<Path, Combiner>
