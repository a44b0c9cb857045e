/** Cross-validation: each row is judged by a model and a combiner that saw nothing of its group. */
import { gather } from '../../../shared/risk/injection/signals.ts'
import { logitOf } from '../../../shared/risk/model/combiner.ts'
import type { Row } from '../rows.ts'
import { type Case, fitCombiner } from './combiner.ts'
import { type LayeredExample, teachesInjection } from './examples.ts'
import { loudestPassage, type Options, train } from './linear.ts'
import { hashOf } from './random.ts'

export const foldCount = 5
export const trainingOptions: Options = { epochs: 8, rate: 0.3, decay: 0.02, seed: 1 }

/** What rows stay together: their group, and of composed mail all that share a frame, which is stricter. */
export const groupOf = ({ frame, group }: Row): string => (frame === undefined ? group : `frame ${frame}`)

export const foldOf = (row: Row): number => hashOf(groupOf(row)) % foldCount

/** The same for whole sets at once: what a model says of a source that it knows nothing of. */
export const setFoldOf = (row: Row): number =>
  /^(?:own_|ham_|email_|benign_)/.test(row.set) ? foldOf(row) : hashOf(row.set) % foldCount

export interface Judged {
  example: LayeredExample
  /** What the combiner weighs, the model's part by a model that never saw the row. */
  fit: Case
  /** Log odds by a combiner that never saw the row. */
  logit: number
}

/** Judges each example out of its fold. */
export function crossValidate(
  examples: readonly LayeredExample[],
  foldOfRow: (row: Row) => number = foldOf,
): Judged[] {
  const judged = examples.map((example): Judged => {
    const { positive, weight } = example
    return { example, fit: { values: new Map(), positive, weight }, logit: 0 }
  })
  for (let fold = 0; fold < foldCount; fold++) {
    const taught = examples.filter(({ row }) => foldOfRow(row) !== fold && teachesInjection(row))
    const weights = train(taught, trainingOptions)
    for (const { example, fit } of judged)
      if (foldOfRow(example.row) === fold)
        fit.values = gather(example.layers, (_, index) =>
          loudestPassage(example.pieces[index]!, weights),
        ).values
  }
  for (let fold = 0; fold < foldCount; fold++) {
    const others = judged.filter(({ example: { row } }) => foldOfRow(row) !== fold && teachesInjection(row))
    const combiner = fitCombiner(others.map(({ fit }) => fit))
    for (const one of judged)
      if (foldOfRow(one.example.row) === fold) one.logit = logitOf(combiner, one.fit.values)
  }
  return judged
}
