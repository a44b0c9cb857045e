/** The joint judgement: what all findings come to together, where that is more or less than their points add up to. */
import type { Detection } from '../../domain/analysis.ts'
import { combine } from '../combine.ts'
import { featuresOf, isWeighed } from '../overall/features.ts'
import { type OverallModel, opinionsOf, overallModel, type Question } from '../overall/model.ts'
import { quote } from '../quote.ts'
import type { Scorer } from '../scorer.ts'
import { notWithheld } from '../steps.ts'
import { isWeak } from '../weights.ts'
import { onlyQuoted } from './injection.ts'

/** Points from which the judgement says anything: below, nobody would look. */
const worthSaying = 15
/** Points that weak findings keep: they flag nothing. */
const harmless = 24
/** The share of them that goes where nobody vouches for the sender and no link leads to the sender's own house. */
const ofUnproven = 0.5
/** Confidence from which a rule says the same as the model of attacks, which is no mere likeness then. */
const agreeing = 0.5

const sentences: Record<Question, string> = {
  attack: 'Taken together, the findings are those of attacks on AI agents (trained model).',
  unwanted: 'Taken together, the findings are those of phishing, fraud or spam (trained model).',
}

/**
 * The scorer with a model: the one that ships, or one of training's. It gives what the findings that it looks at lack
 * to what they come to together, or takes back what they have too much, of weak ones only (see weights.ts). Findings
 * that it doesn't look at keep their points beside it.
 */
export const overallBy = (model: OverallModel): Scorer => ({
  name: 'overall',
  directions: ['inbound'],
  budgetMs: 500,
  breaksTies: true,
  score: (message, { found = [], readings = new Map() }) => {
    const features = featuresOf(message, found, readings)
    const opinions = opinionsOf(features, model)
    for (const { question, logit } of opinions) readings.set(`overall.${question}`, logit)
    const { question, logit, points: most } = opinions.reduce((a, b) => (b.points > a.points ? b : a))
    const quoted = question === 'attack' && readings.get(onlyQuoted) === 1
    const points = quoted ? Math.min(most, notWithheld) : most
    const weighed = combine(found.filter(isWeighed)).detections
    const sum = pointsGiven(weighed)
    // What weighs most of what it rests on, or the start of the mail where only the models have read it.
    const [loudest] = weighed
      .filter(({ evidence = [] }) => evidence.length > 0)
      .toSorted((a, b) => b.points! - a.points!)
    const evidence = loudest?.evidence?.slice(0, 1) ?? [
      { where: 'subject', text: quote(message.mail.subject), offset: 0 },
    ]
    const confidence = Math.round(1_000 / (1 + Math.exp(-logit))) / 1_000
    if (points > sum && points >= worthSaying)
      return [
        {
          method: 'overall',
          result: question,
          detail: sentences[question],
          confidence,
          evidence,
          points: points - sum,
        },
      ]
    const weak = pointsGiven(
      weighed.filter((one) => isWeak(one) && !(isModelOfAttacks(one) && isAgreed(found))),
    )
    const strange =
      features.get('links.only_elsewhere') === 1 && message.authentication?.dmarc.result !== 'pass'
    const tooMuch = Math.min(sum - Math.max(points, harmless), Math.round(weak * (strange ? ofUnproven : 1)))
    if (tooMuch < 1) return []
    return [
      {
        method: 'overall',
        result: 'like_honest',
        detail:
          'Takes back points of weak findings alone, which honest mail has as well (trained model). It does not call this mail honest: strong findings keep their points.',
        confidence: Math.round(1_000 - 1_000 * confidence) / 1_000,
        evidence,
        points: tooMuch,
      },
    ]
  },
})

const isModelOfAttacks = ({ method, result }: Detection): boolean =>
  method === 'injection' && result === 'resembles_attacks'

/** Whether a rule of injections that honest mail doesn't match has found something, for sure. */
const isAgreed = (found: readonly Detection[]): boolean =>
  found.some(
    (one) =>
      one.method === 'injection' &&
      !isWeak(one) &&
      (one.points ?? 0) > 0 &&
      one.result !== 'bank_change' &&
      one.result !== 'rights_request' &&
      (one.confidence ?? 0) >= agreeing,
  )

/** The points that findings give, without those that one takes back. */
const pointsGiven = (detections: readonly Detection[]): number =>
  detections.reduce((total, { points = 0 }) => total + Math.max(0, points), 0)

export const overall = overallBy(overallModel)
