/** The part of the bench on what features of the joint judgement say of the collection that an honest row is from. */
import { injectionHead } from '../../shared/risk/model/model.ts'
import { scamModel } from '../../shared/risk/scam/model.ts'
import type { Row } from './rows.ts'
import { isHonest } from './strata.ts'
import { edgesOf } from './training/boost.ts'
import { leftOut } from './training/overall-fit.ts'
import { hashOf } from './training/random.ts'
import { readingOf } from './training/readings.ts'

/** Fewest honest rows of a collection that it is one to be told. */
const fewestRows = 40
/** Values of a feature that are told apart. */
const mostBins = 12
const shown = 30

interface Case {
  set: number
  half: 0 | 1
  values: ReadonlyMap<string, number>
}

/**
 * How well each feature alone, and all of them together, tell which collection an honest row is from: the mean share of each
 * collection's rows that are told right by bins of the other half (naive Bayes); 1 / collections is chance.
 */
export async function corpusTable(all: readonly Row[]): Promise<string[]> {
  const groups = [...Map.groupBy(all.filter(isHonest), ({ set }) => set)].filter(
    ([, some]) => some.length >= fewestRows,
  )
  if (groups.length < 2) return ['There are no two collections of honest rows to be told from each other.']
  const cases: Case[] = []
  for (const [set, [, rows]] of groups.entries())
    for (const row of rows) {
      const { features } = await readingOf(row, { injection: injectionHead, scam: scamModel })
      cases.push({ set, half: hashOf(row.group) % 2 === 0 ? 0 : 1, values: features })
    }
  const names = [...new Set(cases.flatMap(({ values }) => [...values.keys()]))].sort()
  const alone = names
    .map((name) => ({ name, right: toldRight(cases, [name], groups.length) }))
    .toSorted((a, b) => b.right - a.right)
  const used = names.filter((name) => !leftOut.has(name))
  const line = (name: string, right: number, note: string): string =>
    `| ${name} | ${right.toFixed(3)} | ${note} |`
  return [
    `| feature, on ${cases.length} honest rows of ${groups.length} collections | told right | |`,
    '|---|---:|---|',
    line('chance', 1 / groups.length, ''),
    line('all that the trees look at', toldRight(cases, used, groups.length), ''),
    line('those left out, too', toldRight(cases, names, groups.length), ''),
    ...alone.slice(0, shown).map(({ name, right }) => line(name, right, leftOut.has(name) ? 'left out' : '')),
  ]
}

/** The mean over collections of the share of rows told right, each half by the other. */
function toldRight(cases: readonly Case[], names: readonly string[], sets: number): number {
  const columns = names.map((name) => binsOf(cases.map(({ values }) => values.get(name) ?? 0)))
  const right = new Float64Array(sets)
  const count = new Float64Array(sets)
  for (const half of [0, 1] as const) {
    const tables = columns.map((bins) => logShares(cases, bins, half, sets))
    for (const [index, one] of cases.entries()) {
      if (one.half === half) continue
      let best = 0
      let most = Number.NEGATIVE_INFINITY
      for (let set = 0; set < sets; set++) {
        let sum = 0
        for (const [feature, bins] of columns.entries()) sum += tables[feature]![set]![bins[index]!]!
        if (sum > most) [best, most] = [set, sum]
      }
      count[one.set]!++
      if (best === one.set) right[one.set]!++
    }
  }
  return right.reduce((sum, share, set) => sum + share / Math.max(1, count[set]!), 0) / sets
}

/** The log of the share that each bin has of a collection's rows of one half. */
function logShares(cases: readonly Case[], bins: Uint8Array, half: 0 | 1, sets: number): Float64Array[] {
  const tables = Array.from({ length: sets }, () => new Float64Array(mostBins + 1).fill(0.5))
  for (const [index, one] of cases.entries()) if (one.half === half) tables[one.set]![bins[index]!]!++
  return tables.map((table) => {
    const sum = table.reduce((all, count) => all + count, 0)
    return table.map((count) => Math.log(count / sum))
  })
}

/** Bins of as many values as there are, thinned out to the most that are told apart. */
function binsOf(values: readonly number[]): Uint8Array {
  const edges = edgesOf(Float64Array.from(values))
  const every = Math.max(1, edges.length / mostBins)
  const kept = Array.from(
    { length: Math.min(mostBins, edges.length) },
    (_, i) => edges[Math.floor(i * every)]!,
  )
  return Uint8Array.from(values, (value) => kept.filter((edge) => value > edge).length)
}
