/** `npm run bench:detect -- DIR`: recall and false positives on labelled rows, in-sample and out of their fold. */

import { assess } from '../../shared/risk/assess.ts'
import { scorers } from '../../shared/risk/index.ts'
import { pointsOf } from '../../shared/risk/model/combiner.ts'
import { outboundTable } from './bench-outbound.ts'
import { rowsGiven } from './folder.ts'
import { heldOutRows } from './held-out/letters.ts'
import { share } from './intervals.ts'
import { isOutbound, messageOf, type Row } from './rows.ts'
import { injectionCurve } from './training/calibrate.ts'
import { exampleOf, type LayeredExample } from './training/examples.ts'
import { crossValidate, foldCount, foldOf, setFoldOf } from './training/folds.ts'
import { ownRows } from './training/own-rows.ts'
import {
  calibrateScam,
  crossValidateScam,
  type JudgedScam,
  type ScamExample,
  scamExampleOf,
  scamFoldOf,
} from './training/scam-folds.ts'
import { scamRows } from './training/scam-rows.ts'

/** Points above which the service withholds. */
const withholdAbove = 70
/** Points above which it flags. */
const flagAbove = 30

interface Outcome {
  row: Row
  /** Points of the service as it ships. */
  shipped: number
  ms: number
  /** Points of what learned nothing. */
  rules: number
  /** Points of both heads, by models that saw nothing of the row's group. */
  injection: number
  scam: number
  /** Points of the head of injections by a model that saw nothing of the row's set. */
  foreign: number
}

const say = (line: string): boolean => process.stderr.write(`${line}\n`)
const all = rowsGiven('bench:detect')
const rows = all.filter((row) => !isOutbound(row))
const outcomes = new Map<Row, Outcome>()
for (const row of rows) outcomes.set(row, await judge(row))
say(`${rows.length} rows judged by the service`)
if (rows.length > 0) {
  await injectionOutOfFold([...rows, ...ownRows(1)])
  say('injection cross-validated')
  await scamOutOfFold([...rows, ...ownRows(1), ...scamRows(1)])
  say('scam cross-validated')
}
if (rows.length > 0) {
  print([...outcomes.values()])
  await printHeldOut()
}
const leaving = await outboundTable(all.filter(isOutbound))
if (leaving.length > 0) process.stdout.write(`\n${leaving.join('\n')}\n`)

async function judge(row: Row): Promise<Outcome> {
  const message = await messageOf(row)
  const start = performance.now()
  const { analysis } = await assess(message, { llm: null })
  const ms = performance.now() - start
  const learned = new Set(['injection', 'scam'])
  const builtIn = scorers.filter(({ name }) => !learned.has(name))
  const rules = (await assess(message, { llm: null, builtIn })).analysis.risk_score
  return { row, shipped: analysis.risk_score, ms, rules, injection: 0, scam: 0, foreign: 0 }
}

async function injectionOutOfFold(all: readonly Row[]): Promise<void> {
  const examples: LayeredExample[] = []
  for (const row of all) examples.push(await exampleOf(row))
  for (const [key, of] of [
    ['injection', foldOf],
    ['foreign', setFoldOf],
  ] as const) {
    const judged = crossValidate(examples, of)
    for (let fold = 0; fold < foldCount; fold++) {
      const curve = injectionCurve(judged.filter(({ example }) => of(example.row) !== fold))
      for (const { example, logit } of judged) {
        const outcome = outcomes.get(example.row)
        if (outcome !== undefined && of(example.row) === fold)
          outcome[key] = Math.round(pointsOf(curve, logit))
      }
    }
  }
}

async function scamOutOfFold(all: readonly Row[]): Promise<void> {
  const examples: ScamExample[] = []
  for (const row of all) examples.push(await scamExampleOf(row))
  const judged: JudgedScam[] = crossValidateScam(examples)
  for (let fold = 0; fold < foldCount; fold++) {
    const curve = calibrateScam(
      judged.filter(({ example }) => scamFoldOf(example.row) !== fold),
      (row) => outcomes.get(row)?.injection ?? 0,
    )
    for (const { example, logit } of judged) {
      const outcome = outcomes.get(example.row)
      if (outcome !== undefined && scamFoldOf(example.row) === fold)
        outcome.scam = Math.round(pointsOf(curve, logit))
    }
  }
}

function print(all: readonly Outcome[]): void {
  const shipped = ({ shipped: points }: Outcome): boolean => points > withholdAbove
  const unseen = ({ rules, injection, scam }: Outcome): boolean =>
    Math.min(100, rules + injection + scam) > withholdAbove
  const elsewhere = ({ rules, foreign, scam }: Outcome): boolean =>
    Math.min(100, rules + foreign + scam) > withholdAbove
  const line = (name: string, some: readonly Outcome[]): void => {
    if (some.length > 0)
      process.stdout.write(
        `| ${name} | ${some.length} | ${sharing(some, shipped)} | ${sharing(some, unseen)} | ${sharing(some, elsewhere)} |\n`,
      )
  }
  process.stdout.write(
    '| set | rows | withheld, in-sample | withheld, cross-validated | withheld, its set left out |\n|---|---:|---:|---:|---:|\n',
  )
  line(
    'ordinary mail',
    all.filter(({ row: { kind } }) => kind === 'ham'),
  )
  for (const [name, some] of byName(all, ({ set, kind }) => `${set}, ${kind}`)) line(name, some)
  const composed = all.filter(({ row: { frame } }) => frame !== undefined)
  for (const key of ['frame', 'goal', 'obfuscation'] as const)
    for (const [name, some] of byName(composed, (row) => `composed, ${key} ${row[key]}`)) line(name, some)
  const times = all.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (part: number): string => times[Math.floor((times.length - 1) * part)]!.toFixed(2)
  process.stdout.write(`\nms a mail: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}\n`)
}

/** What the service as it ships says of letters that it has learned nothing from. */
async function printHeldOut(): Promise<void> {
  const judged: [Row, number][] = []
  for (const row of heldOutRows())
    judged.push([row, (await assess(await messageOf(row), { llm: null })).analysis.risk_score])
  const above = (some: readonly [Row, number][], points: number): string =>
    share(some.filter(([, score]) => score > points).length, some.length)
  process.stdout.write(
    '\n| letters never learned from | letters | withheld | flagged or withheld |\n|---|---:|---:|---:|\n',
  )
  for (const [set, some] of Map.groupBy(judged, ([row]) => row.set))
    process.stdout.write(
      `| ${set} | ${some.length} | ${above(some, withholdAbove)} | ${above(some, flagAbove)} |\n`,
    )
}

function byName(all: readonly Outcome[], name: (row: Row) => string): [string, Outcome[]][] {
  return [...Map.groupBy(all, ({ row }) => name(row))].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The share of `all` that `is`. */
function sharing(all: readonly Outcome[], is: (outcome: Outcome) => boolean): string {
  return share(all.filter(is).length, all.length)
}
