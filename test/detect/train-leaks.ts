/** `npm run train:leaks`: trains the model of leaking drafts from the drafts of our own; the same each time. */
import { fewestNgrams, type LeakWeights, oddsOf } from '../../shared/risk/leak/model.ts'
import { signs as leakSigns, type Sign } from '../../shared/risk/leak/read-draft.ts'
import { type AuthoredDraft, authoredDrafts, letterDrafts, plainFiles } from './training/drafts.ts'
import { quantise } from './training/heads.ts'
import { caseOf, type JointCase, trainJoint } from './training/joint.ts'
import { leakCurve } from './training/leak-curve.ts'
import { type LetterLesson, trainLetters } from './training/passages.ts'
import { writeLeaks } from './training/write-leaks.ts'

const say = (line: string): boolean => process.stderr.write(`${line}\n`)

/** What letters weigh, where an honest draft of an author weighs somewhat more than one. */
const letterWeight = 0.5
/** What a plain draft weighs: of such mail there is most where agents write, and little in the texts. */
const plainWeight = 2
/** Of an author's drafts, what the honest ones weigh together: what is like neither kind is to be honest. */
const honestShare = 0.6
/**
 * Always learned from, and no measure: the short answers of a desk, which no other author has. A model that has not seen them
 * takes many for leaks, and would set the curve by that.
 */
const taughtOnly = 'short-answers'
/** Models that judge for the curve: each has learned nothing from one in so many authors, whom it judges. */
const folds = 10
const options = { epochs: 30, rate: 0.1, decay: 0.01, seed: 1, fewestNgrams }

/** How many of either kind somebody wrote says nothing: they weigh the same for each author. */
function weightsOf(drafts: readonly AuthoredDraft[]): Map<AuthoredDraft, number> {
  return new Map(
    [...Map.groupBy(drafts, ({ author }) => author).values()].flatMap((own) => {
      if (plainFiles.has(own[0]!.author))
        return own.map((draft): [AuthoredDraft, number] => [draft, plainWeight])
      const leaking = own.filter(({ leaks }) => leaks).length
      return own.map((draft): [AuthoredDraft, number] => [
        draft,
        draft.leaks
          ? (own.length * (1 - honestShare)) / leaking
          : (own.length * honestShare) / (own.length - leaking),
      ])
    }),
  )
}

function lessonsOf(
  drafts: readonly AuthoredDraft[],
  letters: readonly AuthoredDraft[],
): LetterLesson<Sign>[] {
  const weights = weightsOf(drafts)
  return [...drafts, ...letters].map((draft) => ({
    reading: draft.reading,
    positive: draft.leaks,
    weight: weights.get(draft) ?? letterWeight,
  }))
}

function modelBy(lessons: readonly LetterLesson<Sign>[]): LeakWeights {
  const { words, asked, bias, signs } = trainLetters(lessons, leakSigns, options)
  return {
    bias,
    draft: quantise({ table: words, bias: 0 }),
    asked: quantise({ table: asked, bias: 0 }),
    signs,
  }
}

const drafts = await authoredDrafts()
const letters = await letterDrafts()
const weights = weightsOf(drafts)
const judged = []
const cases: JointCase[] = []
const authors = new Set([...drafts, ...letters].map((draft) => draft.author))
authors.delete(taughtOnly)
for (const [fold, leftOut] of Map.groupBy(
  [...authors].map((author, index) => ({ author, index })),
  ({ index }) => index % folds,
)) {
  const own = new Set(leftOut.map(({ author }) => author))
  const others = (draft: AuthoredDraft): boolean => !own.has(draft.author)
  const model = modelBy(lessonsOf(drafts.filter(others), letters.filter(others)))
  for (const draft of [...drafts, ...letters].filter((draft) => !others(draft))) {
    judged.push({ ...draft, ...oddsOf(draft.reading, model) })
    const one = await caseOf(draft, fold, weights.get(draft) ?? letterWeight, model)
    if (one !== null) cases.push(one)
  }
  say(`fold ${fold} read`)
}
const { curve, lines } = leakCurve(judged)
const joint = await trainJoint(cases)
for (const line of [...lines, ...joint.lines]) say(line)
writeLeaks({ ...modelBy(lessonsOf(drafts, letters)), curve }, joint.model)
