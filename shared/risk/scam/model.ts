/** The model of phishing and spam that ships: two heads and how they are joined with other signals, read once. */
import { readFileSync } from 'node:fs'
import type { Head } from '../model/linear-model.ts'
import type { Combiner } from '../model/model.ts'
import { buckets } from '../model/ngrams.ts'
import { type HeadName, heads } from './signals.ts'

/** The numbers of `scam.json`; the weights of a head are in `<head>.bin`. */
export interface ScamNumbers {
  heads: Readonly<Record<HeadName, { scale: number; bias: number }>>
  scam: Combiner
}

const numbers = JSON.parse(readFileSync(new URL('scam.json', import.meta.url), 'utf8')) as ScamNumbers

function headOf(name: HeadName): Head {
  const bytes = readFileSync(new URL(`${name}.bin`, import.meta.url))
  if (bytes.length !== buckets) throw new Error(`${name}.bin has ${bytes.length} weights, not ${buckets}`)
  return { table: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), ...numbers.heads[name] }
}

export const scamHeads = Object.fromEntries(heads.map((name) => [name, headOf(name)])) as Record<
  HeadName,
  Head
>
export const scamCombiner = numbers.scam
