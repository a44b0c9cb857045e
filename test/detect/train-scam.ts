/** `npm run train:scam -- DIR`: trains the heads of phishing and spam and their combiner; the same each time. */
import { writeFileSync } from 'node:fs'
import type { Knot } from '../../shared/risk/model/model.ts'
import { buckets } from '../../shared/risk/model/ngrams.ts'
import type { ScamNumbers } from '../../shared/risk/scam/model.ts'
import { type HeadName, heads } from '../../shared/risk/scam/signals.ts'
import { dataFiles, isOutbound, readRows } from './rows.ts'
import { fitCombiner } from './training/combiner.ts'
import type { Weights } from './training/linear.ts'
import { ownRows } from './training/own-rows.ts'
import {
  calibrateScam,
  crossValidateScam,
  elsewhere,
  type ScamExample,
  scamExampleOf,
  teachesScam,
  trainHeads,
} from './training/scam-folds.ts'
import { scamRows } from './training/scam-rows.ts'

const folder = process.argv[2]
if (folder === undefined) {
  process.stderr.write('usage: npm run train:scam -- DIR\n')
  process.exit(64)
}
const say = (line: string): boolean => process.stderr.write(`${line}\n`)
const model = new URL('../../shared/risk/scam/', import.meta.url)

const rows = [...dataFiles(folder).flatMap(readRows), ...ownRows(1), ...scamRows(1)].filter(
  (row) => !isOutbound(row) && teachesScam(row),
)
const examples: ScamExample[] = []
for (const row of rows) examples.push(await scamExampleOf(row))
say(`${examples.length} examples`)

const judged = crossValidateScam(examples)
say('cross-validated')
const { bias, weights } = fitCombiner(judged.map(({ fit }) => fit))
const { [elsewhere]: _, ...own } = weights
const curve = calibrateScam(judged)
const trained = trainHeads(examples)
const numbers: ScamNumbers = {
  heads: Object.fromEntries(
    heads.map((name) => [name, written(name, trained[name])]),
  ) as ScamNumbers['heads'],
  scam: {
    bias: round(bias),
    weights: Object.fromEntries(
      Object.entries(own).flatMap(([name, weight]) => (weight < 0.005 ? [] : [[name, round(weight)]])),
    ),
    curve,
  },
}
writeFileSync(new URL('scam.json', model), `${JSON.stringify(numbers, null, 2)}\n`)
say(`curve ${JSON.stringify(curve satisfies Knot[])}`)

/** Writes the weights of a head as whole numbers from -127 to 127; the few beyond the scale are cut. */
function written(name: HeadName, { table, bias: own }: Weights): { scale: number; bias: number } {
  const sizes = table.map(Math.abs).sort()
  const scale = sizes[Math.floor(buckets * 0.9995)]! / 127
  const whole = Int8Array.from(table, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale))))
  writeFileSync(new URL(`${name}.bin`, model), whole)
  return { scale: Number(scale.toPrecision(6)), bias: round(own) }
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
