/** The curve of the model of leaks, from what it says of honest drafts whose authors it has not learned from. */
import { pointsOf } from '../../../shared/risk/model/combiner.ts'
import type { Knot } from '../../../shared/risk/model/model.ts'
import { share } from '../intervals.ts'
import { exceededBy } from './calibrate.ts'
import type { AuthoredDraft } from './drafts.ts'

/** A draft, and the log odds that a model gave it which knows nothing of its author. */
export type JudgedDraft = AuthoredDraft & { logit: number }

/** Points, and the share of honest drafts that has more: of all, and at most of one author's. Flagged is above 30, withheld above 70. */
const aims: readonly (readonly [points: number, share: number, ofAuthor: number])[] = [
  [0, 0.05, 0.2],
  [30, 0.03, 0.1],
  [70, 0.006, 0.035],
]
/** The curve, and what it comes to for each author, a line each. */
export function leakCurve(judged: readonly JudgedDraft[]): {
  curve: Knot[]
  lines: string[]
} {
  // Letters are no hard case: they would hide those that are.
  const authors = [
    ...Map.groupBy(
      judged.filter(({ letter }) => !letter),
      ({ author }) => author,
    ),
  ]
  const harmless = judged.filter(({ leaks, letter }) => !leaks && !letter)
  const honest = harmless.map(({ logit }) => logit)
  const knots = aims.map(([points, ofAll, ofAuthor]): Knot => {
    const strictest = authors.map(([, own]) =>
      exceededBy(
        own.filter(({ leaks }) => !leaks).map(({ logit }) => logit),
        ofAuthor,
      ),
    )
    return [Math.max(exceededBy(honest, ofAll), ...strictest), points]
  })
  const [flag, withhold] = knots.slice(-2) as [Knot, Knot]
  const curve: Knot[] = [...knots, [Math.round(1_000 * (2 * withhold[0] - flag[0])) / 1_000, 100]]
  const above = (some: readonly JudgedDraft[], points: number): string =>
    share(some.filter(({ logit }) => Math.round(pointsOf(curve, logit)) > points).length, some.length)
  const lines = authors.map(([author, own]) => {
    const kinds = [true, false].map((kind) => own.filter(({ leaks }) => leaks === kind))
    const [leaking, others] = kinds.map((some) =>
      some.length === 0 ? '-' : `${above(some, 70)} / ${above(some, 30)} of ${some.length}`,
    )
    return `${author}: leaking withheld / flagged ${leaking}, honest ${others}`
  })
  const letters = judged.filter(({ letter }) => letter)
  lines.push(`letters: withheld / flagged ${above(letters, 70)} / ${above(letters, 30)} of ${letters.length}`)
  return { curve, lines }
}
