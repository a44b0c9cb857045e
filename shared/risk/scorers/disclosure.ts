/** The last word on mail that leaves: what its words, all findings and its readers come to together, and what that takes back of findings by words alone. */
import type { Detection } from '../../domain/analysis.ts'
import { mostPoints, totalOf } from '../combine.ts'
import { isAmongColleagues, rightsOf } from '../disclosure/rights.ts'
import { byOwnWords, type JointModel, type JointReading, jointModel, opinionOf } from '../leak/joint.ts'
import { contextOf } from '../outbound-texts.ts'
import { quote } from '../quote.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'
import { notWithheld, stepBelow, unflagged } from '../steps.ts'
import { isByWords, isForCorrespondents } from '../weights.ts'
import { mostInHouse, ofLeaks, readWhole } from './exfiltration.ts'

/** Points from which the judgement says anything: below, nobody would look. */
const worthSaying = 15

/**
 * What nobody is told in kind words, and what no stranger is: then words around it, which whoever asks can ask for, take
 * nothing back.
 */
const never: ReadonlySet<string> = new Set(['code_passed_on'])
const neverForStrangers: ReadonlySet<string> = new Set([
  'list_for_stranger',
  'mail_of_others',
  'marked_internal',
  'secret_for_stranger',
])
/** What a draft is flagged for at least, whoever gets it. */
const alwaysFlagged: ReadonlySet<string> = new Set(['secret_for_stranger'])

/**
 * The scorer with a model: the one that ships, or one of a test's. It gives what all findings lack to what the draft comes
 * to together. Where they have more, it takes back the likeness to leaks, and of what rules tell by words alone as much as
 * is a step down, where the draft reads like nearly all honest ones by its own words, in one passage.
 */
export const disclosureBy = (model: JointModel): Scorer => ({
  name: 'disclosure',
  directions: ['outbound'],
  budgetMs: 100,
  breaksTies: true,
  score: (message, { found = [], readings = new Map() }) => {
    const read: JointReading = new Map(
      [...readings].flatMap(([name, value]): [string, number][] =>
        name.startsWith(ofLeaks) ? [[name.slice(ofLeaks.length), value]] : [],
      ),
    )
    if (read.size === 0) return []
    const resembled = found.filter(isLikeness)
    const sum = totalOf(found)
    const rules = sum - totalOf(resembled)
    const { logit, points } = opinionOf(read, rules, model)
    const most = isAmongColleagues(contextOf(message)) ? Math.min(points, mostInHouse) : points
    const own = readings.get(readWhole) === 1 ? opinionOf(byOwnWords(read), rules, model).points : mostPoints
    const together = Math.max(most, rules - takenBack(message, found, rules, own))
    if (together > sum && together >= worthSaying) {
      const confidence = Math.round(1_000 / (1 + Math.exp(-logit))) / 1_000
      return [{ ...leaking, confidence, evidence: evidenceOf(message, found), points: together - sum }]
    }
    // Where the score is the same without them, nothing is to be said for the draft.
    if (together >= sum || together >= mostPoints) return []
    const confidence = Math.round(1_000 / (1 + Math.exp(logit))) / 1_000
    return [{ ...honest, confidence, evidence: evidenceOf(message, found), points: sum - together }]
  },
})

export const disclosure = disclosureBy(jointModel)

/** Points that a draft which is worth `own` points by its own words loses, of `rules`. */
function takenBack(message: RiskMessage, found: readonly Detection[], rules: number, own: number): number {
  if (rules <= unflagged || own > 0) return 0
  const given = found.filter(({ points = 0 }) => points > 0)
  const { strangers } = rightsOf(contextOf(message))
  const has = (results: ReadonlySet<string>): boolean =>
    given.some(({ method, result }) => method === 'exfiltration' && results.has(result))
  if (has(never) || (strangers && has(neverForStrangers))) return 0
  const step = has(alwaysFlagged) ? Math.min(rules, notWithheld) : stepBelow(rules)
  const byWords = given.filter((one) => isByWords(one) || (!strangers && isForCorrespondents(one)))
  return Math.min(totalOf(byWords), rules - step)
}

const isLikeness = ({ method, result }: Detection): boolean =>
  method === 'exfiltration' && result === 'resembles_leak'

const leaking = {
  method: 'disclosure',
  result: 'resembles_leak',
  detail:
    'All in all it reads like drafts that tell their readers what they have no right to know: by its words, the other findings and who gets it (trained model).',
} as const
const honest = {
  method: 'disclosure',
  result: 'like_honest',
  detail:
    'Lowers the score, because all signs together are those of honest drafts (trained model): findings that rest on words alone, or on likeness, count for less. Strong findings keep their points.',
} as const

/** Where the model of leaks, or what weighs most, has it; else the start of the subject. */
function evidenceOf({ mail }: RiskMessage, found: readonly Detection[]): NonNullable<Detection['evidence']> {
  const shown = found.filter(({ evidence = [] }) => evidence.length > 0)
  const loudest = shown.find(isLikeness) ?? shown.toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0))[0]
  return loudest?.evidence?.slice(0, 1) ?? [{ where: 'subject', text: quote(mail.subject), offset: 0 }]
}
