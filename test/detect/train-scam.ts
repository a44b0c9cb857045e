/** `npm run train:scam -- DIR`: trains the heads of phishing and spam and their combiner; the same each time. */
import { writeFileSync } from 'node:fs'
import { pointsOf } from '../../shared/risk/model/combiner.ts'
import type { Knot } from '../../shared/risk/model/model.ts'
import type { HeadNumbers, ScamNumbers } from '../../shared/risk/scam/model.ts'
import { rowsGiven } from './folder.ts'
import { isOutbound, type Row } from './rows.ts'
import { injectionCurve } from './training/calibrate.ts'
import type { Fitted } from './training/combiner.ts'
import { exampleOf, type LayeredExample } from './training/examples.ts'
import { crossValidate } from './training/folds.ts'
import { ownRows } from './training/own-rows.ts'
import {
  calibrateScam,
  crossValidateScam,
  fitPaths,
  type ScamExample,
  scamExampleOf,
  teachesScam,
  trainScam,
} from './training/scam-folds.ts'
import { scamRows } from './training/scam-rows.ts'

const say = (line: string): boolean => process.stderr.write(`${line}\n`)
const model = new URL('../../shared/risk/scam/', import.meta.url)

const labelled = [...rowsGiven('train:scam'), ...ownRows(1)].filter((row) => !isOutbound(row))
const injection = await injectionOutOfFold(labelled)
say('injection cross-validated')
const examples: ScamExample[] = []
for (const row of [...labelled, ...scamRows(1)]) if (teachesScam(row)) examples.push(await scamExampleOf(row))
say(`${examples.length} examples`)

const judged = crossValidateScam(examples)
say('cross-validated')
const fitted = fitPaths(judged)
const curve = calibrateScam(judged, (row) => injection.get(row) ?? 0)
const trained = trainScam(examples)
const numbers: ScamNumbers = {
  heads: {
    spam: written('spam', trained.heads.spam),
    phishing: written('phishing', trained.heads.phishing),
  },
  form: written('form', trained.form),
  paths: { spam: said(fitted.spam), phishing: said(fitted.phishing) },
  curve,
}
writeFileSync(new URL('scam.json', model), `${JSON.stringify(numbers, null, 2)}\n`)
say(`curve ${JSON.stringify(curve satisfies Knot[])}`)

/** Points of ordinary mail for attacks on agents, by a model that saw nothing of the row's group. */
async function injectionOutOfFold(all: readonly Row[]): Promise<Map<Row, number>> {
  const layered: LayeredExample[] = []
  for (const row of all) layered.push(await exampleOf(row))
  const judged = crossValidate(layered)
  const curve = injectionCurve(judged)
  return new Map(
    judged.map(({ example: { row }, logit }) => [row as Row, Math.round(pointsOf(curve, logit))]),
  )
}

/** A combiner's numbers without those that make no difference. */
function said({ bias, weights }: Fitted): Fitted {
  const telling = Object.entries(weights).filter(([, weight]) => Math.abs(weight) >= 0.005)
  return {
    bias: round(bias),
    weights: Object.fromEntries(telling.map(([name, weight]) => [name, round(weight)])),
  }
}

/** Writes the weights of a head as whole numbers from -127 to 127; the few beyond the scale are cut. */
function written(name: string, { table, bias }: { table: ArrayLike<number>; bias: number }): HeadNumbers {
  const sizes = Float32Array.from(table, Math.abs).sort()
  const scale = sizes[Math.floor(sizes.length * 0.9995)]! / 127
  const whole = Int8Array.from(table, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale))))
  writeFileSync(new URL(`${name}.bin`, model), whole)
  return { scale: Number(scale.toPrecision(6)), bias: round(bias) }
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
