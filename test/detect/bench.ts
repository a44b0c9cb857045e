/** `npm run bench:detect -- DIR`: what is withheld and flagged of labelled rows, by models that saw nothing of their source. */
import { assess } from '../../shared/risk/assess.ts'
import { corpusTable } from './bench-corpus.ts'
import { secondJudgement, secondJudgeOf } from './bench-llm.ts'
import { draftsTable, outboundTable } from './bench-outbound.ts'
import { type Alarm, rulesTable } from './bench-rules.ts'
import { type Judged, unseenTables } from './bench-tables.ts'
import { rowsGiven } from './folder.ts'
import { heldOutRows } from './held-out/letters.ts'
import { share } from './intervals.ts'
import { isOutbound, messageOf, type Row, rowImages } from './rows.ts'
import { isHonest, provenOf, stratumOf } from './strata.ts'
import { textsOfOurOwn } from './training/fit.ts'
import { judgeUnseen } from './training/unseen.ts'

/** Rows judged before the first is timed, so that the figures are those of a service that has run a while. */
const warmUp = 300

const say = (line: string): boolean => process.stderr.write(`${line}\n`)
const print = (lines: readonly string[]): boolean => process.stdout.write(`${lines.join('\n')}\n\n`)

const all = rowsGiven('bench:detect')
if (process.argv.includes('--llm')) {
  const lines = await secondJudgement(all, secondJudgeOf(process.argv))
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exit()
}
const rows = all.filter((row) => !isOutbound(row))
if (process.argv.includes('--corpus')) {
  print(await corpusTable(rows))
  process.exit()
}
if (rows.length > 0) await inbound(rows)
if (!process.argv.includes('--rules')) {
  const leaving = await outboundTable(all.filter(isOutbound))
  if (leaving.length > 0) print(leaving)
  print(await draftsTable())
}

async function inbound(rows: readonly Row[]): Promise<void> {
  const told = new Map<Row, Pick<Judged, 'stratum' | 'proven'>>()
  const alarms: Alarm[] = []
  const times: number[] = []
  for (const row of rows.slice(0, warmUp)) await judge(row)
  for (const row of rows) {
    const { message, detections, ms } = await judge(row)
    times.push(ms)
    told.set(row, { stratum: stratumOf(row, message), proven: provenOf(message) })
    if (isHonest(row)) alarms.push({ row, detections })
  }
  say(`${rows.length} rows judged by the service as it ships`)
  if (alarms.length > 0) print(rulesTable(alarms))
  if (process.argv.includes('--rules')) return
  const scores = await judgeUnseen(rows, textsOfOurOwn(), say)
  const judged = rows.map((row): Judged => ({ row, score: scores.get(row)!, ...told.get(row)! }))
  for (const table of unseenTables(judged)) print(table)
  print(await heldOutTable())
  print([timesOf(times)])
}

/** By the service as it ships. */
async function judge(row: Row) {
  const message = await messageOf(row)
  const images = await rowImages(row, message)
  const start = performance.now()
  const { analysis } = await assess(message, { llm: null, images })
  return { message, ...analysis, ms: performance.now() - start }
}

/** What the service as it ships says of letters that it has learned nothing from. */
async function heldOutTable(): Promise<string[]> {
  const judged: [Row, number][] = []
  for (const row of heldOutRows()) judged.push([row, (await judge(row)).risk_score])
  const above = (some: readonly [Row, number][], points: number): string =>
    share(some.filter(([, score]) => score > points).length, some.length)
  return [
    '| letters never learned from, by the service as it ships | letters | withheld | flagged or withheld |',
    '|---|---:|---:|---:|',
    ...[...Map.groupBy(judged, ([row]) => row.set)].map(
      ([set, some]) => `| ${set} | ${some.length} | ${above(some, 70)} | ${above(some, 30)} |`,
    ),
  ]
}

function timesOf(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number): string => sorted[Math.floor((sorted.length - 1) * part)]!.toFixed(2)
  return `ms a mail, parsing left out: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}`
}
