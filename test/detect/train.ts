/** `npm run train -- DIR`: trains the model that ships from labelled data and texts of our own; the same each time. */
import { writeFileSync } from 'node:fs'
import type { Knot, ModelNumbers } from '../../shared/risk/model/model.ts'
import { buckets } from '../../shared/risk/model/ngrams.ts'
import { rowsGiven } from './folder.ts'
import { isOutbound } from './rows.ts'
import { injectionCurve } from './training/calibrate.ts'
import { fitCombiner } from './training/combiner.ts'
import { exampleOf, type LayeredExample, teachesInjection } from './training/examples.ts'
import { crossValidate, trainingOptions } from './training/folds.ts'
import { train, type Weights } from './training/linear.ts'
import { ownRows } from './training/own-rows.ts'

const say = (line: string): boolean => process.stderr.write(`${line}\n`)
const model = new URL('../../shared/risk/model/', import.meta.url)

const rows = [...rowsGiven('train'), ...ownRows(1)].filter((row) => !isOutbound(row))
const examples: LayeredExample[] = []
for (const row of rows.filter(teachesInjection)) examples.push(await exampleOf(row))
say(`${examples.length} examples`)

const judged = crossValidate(examples)
say('cross-validated')
const combiner = fitCombiner(judged.map(({ fit }) => fit))
const curve = injectionCurve(judged)
const { table, scale, bias } = quantise(train(examples, trainingOptions))
writeFileSync(new URL('injection.bin', model), table)
writeFileSync(new URL('model.json', model), `${JSON.stringify(numbers(curve), null, 2)}\n`)
say(`curve ${JSON.stringify(curve)}`)

function numbers(curve: Knot[]): ModelNumbers {
  const weights = Object.fromEntries(
    Object.entries(combiner.weights).map(([name, weight]) => [name, round(weight)]),
  )
  return {
    heads: { injection: { file: 'injection.bin', scale, bias } },
    injection: { bias: round(combiner.bias), weights, curve },
  }
}

/** Weights as whole numbers from -127 to 127; the few beyond the scale are cut. */
function quantise(weights: Weights): { table: Int8Array; scale: number; bias: number } {
  const sizes = weights.table.map(Math.abs).sort()
  const scale = sizes[Math.floor(buckets * 0.9995)]! / 127
  const table = Int8Array.from(weights.table, (weight) =>
    Math.max(-127, Math.min(127, Math.round(weight / scale))),
  )
  return { table, scale: Number(scale.toPrecision(6)), bias: round(weights.bias) }
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
