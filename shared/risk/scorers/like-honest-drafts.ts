/** The last word on mail that leaves: what rules tell by words alone goes a step down in a draft that reads like honest ones. */
import type { Detection } from '../../domain/analysis.ts'
import { mostPoints, totalOf } from '../combine.ts'
import { type LeakModel, leakModel } from '../leak/model.ts'
import type { Scorer } from '../scorer.ts'
import { flagged, stepBelow, unflagged } from '../steps.ts'
import { isByWords } from '../weights.ts'
import { ownWords } from './exfiltration.ts'

/**
 * What a reader gets who has no right to it: then words around it, which whoever asks can ask for, take nothing back. Persons
 * that a stranger is told of have been doubted already (exfiltration.ts).
 */
const forStrangers: ReadonlySet<string> = new Set([
  'code_passed_on',
  'list_for_stranger',
  'mail_of_others',
  'secret_for_stranger',
])

/** The scorer with the bounds of a model: the one that ships, or one of a test's. */
export const likeHonestDraftsBy = (model: Pick<LeakModel, 'unflaggedBelow' | 'unwithheldBelow'>): Scorer => ({
  name: 'disclosure',
  directions: ['outbound'],
  budgetMs: 100,
  breaksTies: true,
  score: (_message, { found = [], readings }) => {
    const sum = totalOf(found)
    const own = readings?.get(ownWords) ?? Number.POSITIVE_INFINITY
    const bound = sum > flagged ? model.unwithheldBelow : model.unflaggedBelow
    if (sum <= unflagged || !(own < bound) || found.some(isForStranger)) return []
    const byWords = found.filter((one) => isByWords(one) && (one.points ?? 0) > 0)
    const points = Math.min(totalOf(byWords), sum - stepBelow(sum))
    // Where the score is the same without them, nothing is to be said for the draft.
    return points < 1 || sum - points >= mostPoints ? [] : [honesty(own, points, byWords)]
  },
})

export const likeHonestDrafts = likeHonestDraftsBy(leakModel)

const isForStranger = ({ method, result, points = 0 }: Detection): boolean =>
  method === 'exfiltration' && forStrangers.has(result) && points > 0

const honesty = (own: number, points: number, byWords: readonly Detection[]): Detection => ({
  method: 'disclosure',
  result: 'like_honest',
  detail:
    'Takes back points of findings that rest on words alone, since the draft reads like honest ones (trained model). It does not call this draft honest: strong findings keep their points.',
  confidence: Math.round(1_000 / (1 + Math.exp(own))) / 1_000,
  evidence: byWords[0]?.evidence?.slice(0, 1) ?? [],
  points,
})
