/** Fits all that is learned, in the order in which one stands on the other: heads, combiners, the joint judgement. */

import { logitOf } from '../../../shared/risk/model/combiner.ts'
import type { Combiner, Knot } from '../../../shared/risk/model/model.ts'
import { type Path, paths } from '../../../shared/risk/scam/signals.ts'
import { messageOf, type Row } from '../rows.ts'
import { injectionCurve } from './calibrate.ts'
import { type Fitted, fitCombiner } from './combiner.ts'
import { exampleOf, teachesInjection, teachesWords, weightOfRow } from './examples.ts'
import { foldCount } from './folds.ts'
import { type Heads, type Lessons, trainHeads } from './heads.ts'
import { modernRows } from './modern-rows.ts'
import { type Binned, binned, type FittedOverall, fitOverall } from './overall-fit.ts'
import { ownRows } from './own-rows.ts'
import { type Reading, readingOf } from './readings.ts'
import { calibrateScam, fitPaths, isUnwanted, scamLessonOf, teachesScam } from './scam-folds.ts'
import { scamRows } from './scam-rows.ts'
import { sourceFoldOf } from './sources.ts'

/** All texts of our own. */
export const textsOfOurOwn = (): Row[] => [...ownRows(1), ...modernRows(1), ...scamRows(1)]

/** What the heads learn of rows. */
export async function lessonsOf(rows: readonly Row[]): Promise<Lessons> {
  const injection = []
  const scam = []
  for (const row of rows) {
    if (teachesWords(row)) injection.push(await exampleOf(row))
    if (teachesScam(row)) scam.push(scamLessonOf(row, await messageOf(row)))
  }
  return { injection, scam }
}

/** Each row as read by heads that have seen nothing of its source. */
export async function readOutOfFold(
  rows: readonly Row[],
  lessons: Lessons,
  done: (fold: number) => void,
): Promise<{ readings: Reading[]; heads: Heads[] }> {
  const readings: Reading[] = []
  const heads: Heads[] = []
  for (let fold = 0; fold < foldCount; fold++) {
    const own = trainHeads(lessons, (row) => sourceFoldOf(row) !== fold)
    for (const row of rows) if (sourceFoldOf(row) === fold) readings.push(await readingOf(row, own))
    heads.push(own)
    done(fold)
  }
  return { readings, heads }
}

/** What stands on the heads. */
export interface Joined {
  injection: Combiner
  scam: { paths: Record<Path, Fitted>; curve: Knot[] }
  binned: Binned
  overall: FittedOverall
}

/** Fits what stands on the heads, by readings out of fold. */
export function fitOn(readings: readonly Reading[]): Joined {
  const taught = readings.filter(({ row }) => teachesInjection(row))
  const injection = fitCombiner(
    taught.map(({ row, injection: values }) => ({
      values,
      positive: row.kind === 'injection',
      weight: weightOfRow(row),
    })),
  )
  const attack = readings.map(({ row, injection: values }) => ({
    example: { row },
    logit: logitOf(injection, values),
  }))
  const judged = readings.map(({ row, rules, scam: values }) => ({
    example: { row, rules, positive: isUnwanted(row) },
    values,
  }))
  const fitted = fitPaths(judged)
  const curve = calibrateScam(
    judged.map((one) => ({
      ...one,
      logit: Math.max(...paths.map((path) => logitOf(fitted[path], one.values))),
    })),
    () => 0,
  )
  const bins = binned(readings)
  return {
    injection: { ...injection, curve: injectionCurve(attack) },
    scam: { paths: fitted, curve },
    binned: bins,
    overall: fitOverall(readings, bins),
  }
}
