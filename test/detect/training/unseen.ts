/** Judges rows by models that saw nothing of their source: what is to be expected of mail that resembles no collection. */
import { assess } from '../../../shared/risk/assess.ts'
import type { Combiner } from '../../../shared/risk/model/model.ts'
import type { OverallModel } from '../../../shared/risk/overall/model.ts'
import { type PretextReading, readMail } from '../../../shared/risk/pretext/read-mail.ts'
import { type Path, paths } from '../../../shared/risk/scam/signals.ts'
import type { Scorer } from '../../../shared/risk/scorer.ts'
import { injectionBy } from '../../../shared/risk/scorers/injection.ts'
import { overallBy } from '../../../shared/risk/scorers/overall.ts'
import { pretextBy } from '../../../shared/risk/scorers/pretext.ts'
import { scamBy } from '../../../shared/risk/scorers/scam.ts'
import { messageOf, type Row, rowImages } from '../rows.ts'
import { fitOn, type Joined, lessonsOf, readOutOfFold } from './fit.ts'
import { foldCount } from './folds.ts'
import type { Heads } from './heads.ts'
import { incomingRows } from './incoming.ts'
import { caseBy, readAll, trainPretext } from './pretext.ts'
import { rules } from './readings.ts'
import { sourceFoldOf } from './sources.ts'

/**
 * Points of each of `rows`, from 0 to 100; `own` are texts to learn from beside them. Heads, combiners, trees and curves
 * are made anew for each fold, without all rows of its sources, and the service's own scorers judge by them.
 */
export async function judgeUnseen(
  rows: readonly Row[],
  own: readonly Row[],
  done: (what: string) => void,
): Promise<Map<Row, number>> {
  const all = [...rows, ...own]
  const lessons = await lessonsOf(all)
  const { readings, heads } = await readOutOfFold(all, lessons, (fold) => done(`fold ${fold} read`))
  // Nobody else's mail is among our authors', and the heads that ship have not learned from it.
  const authored = await readAll(incomingRows())
  const mails = new Map<Row, PretextReading>()
  for (const { row } of [...readings, ...authored]) mails.set(row, readMail(await messageOf(row)))
  const scores = new Map<Row, number>()
  for (let fold = 0; fold < foldCount; fold++) {
    const others = readings.filter(({ row }) => sourceFoldOf(row) !== fold)
    const joined = fitOn(others)
    const model = overallOf(joined)
    const cases = [...others, ...authored].map((one) => caseBy(one, mails.get(one.row)!, model))
    const { model: ofPretexts } = trainPretext(cases)
    const builtIn = [...scorersOf(heads[fold]!, joined), overallBy(model), pretextBy(ofPretexts)]
    for (const row of rows) {
      if (sourceFoldOf(row) !== fold) continue
      const message = await messageOf(row)
      const images = await rowImages(row, message)
      scores.set(row, (await assess(message, { llm: null, images, builtIn })).analysis.risk_score)
    }
    done(`fold ${fold} judged by models of other sources`)
  }
  return scores
}

const overallOf = ({ binned, overall }: Joined): OverallModel => ({
  features: binned.names,
  edges: binned.edges,
  questions: overall,
})

/** The service's scorers that stand before the joint judgement, with models of training's. */
function scorersOf(heads: Heads, { injection, scam }: Joined): Scorer[] {
  const combiners = paths.map((path): [Path, Combiner] => [path, { ...scam.paths[path], curve: scam.curve }])
  return [
    ...rules,
    injectionBy(heads.injection, injection),
    scamBy(heads.scam, Object.fromEntries(combiners) as Record<Path, Combiner>),
  ]
}
