/** The only arithmetic of the risk stage: detections in, score, summary and each detection's points out. */
import { type Detection, riskLevel, type SecurityAnalysis } from '../domain/analysis.ts'
import { truncate } from '../lib/clean-text.ts'
import { creditedMethods, methodCaps, trustEndsAt, trustedMethods, type Worth, weightOf } from './weights.ts'

const noRisk = 'No risk found.'
const lowRisk = 'Low risk.'

/**
 * Combines detections into an analysis.
 *
 * A positive weight gives `points × confidence`, rounded, within its method's cap; points that a scorer weighed
 * itself it gives whole. A negative one only
 * takes back points of the credited methods, never those of what the message says or carries; a sender's clean past
 * also those of how it reads, but of nothing where other methods have found something. A floor
 * gives what the sum lacks to reach it. The points of all detections add up to the score, which ends at
 * 100; one more detection whose weight isn't negative never lowers it.
 */
export function combine(detections: readonly Detection[]): SecurityAnalysis {
  const points = detections.map(() => 0)
  const ofMethod = new Map<string, number>()
  let sum = 0
  let credit = 0
  let trusted = 0

  detections.forEach((detection, index) => {
    const weight = weightOf(detection)
    if ('floor' in weight || weight.points <= 0) return
    const had = ofMethod.get(detection.method) ?? 0
    const room = Math.max(0, (methodCaps[detection.method] ?? Number.POSITIVE_INFINITY) - had)
    const given = Math.min(share(weight, detection), room)
    ofMethod.set(detection.method, had + given)
    points[index] = given
    sum += given
    if (creditedMethods.has(detection.method)) credit += given
    if (trustedMethods.has(detection.method)) trusted += given
  })
  detections.forEach((detection, index) => {
    const weight = weightOf(detection)
    if ('floor' in weight || weight.points >= 0) return
    const history = detection.method === 'known_sender'
    const room = history ? (sum - trusted >= trustEndsAt ? 0 : trusted) : credit
    const taken = Math.min(share({ ...weight, points: -weight.points }, detection), room)
    points[index] = 0 - taken
    sum -= taken
    // What one has taken, the other can't take again.
    credit = Math.max(0, credit - taken)
    trusted = Math.max(0, trusted - taken)
  })
  detections.forEach((detection, index) => {
    const weight = weightOf(detection)
    if (!('floor' in weight)) return
    const given = Math.max(0, weight.floor - sum)
    points[index] = given
    sum += given
  })

  const scored = detections.map((detection, index) => ({ ...detection, points: points[index]! }))
  const score = Math.min(sum, 100)
  return { risk_score: score, summary: summarise(score, scored), detections: scored }
}

/** A confidence that isn't a number from 0 to 1 counts as certain: nothing fails open. */
function share({ points, whole }: Extract<Worth, { points: number }>, { confidence }: Detection): number {
  const certain = whole === true || !(confidence >= 0 && confidence <= 1)
  return Math.round(points * (certain ? 1 : confidence))
}

/** One line: what weighs most, and how much more there is; of a low score, that it is one, unless a check gave no answer. */
function summarise(score: number, detections: readonly (Detection & { points: number })[]): string {
  const risks = detections.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points)
  const [first] = risks
  if (first === undefined) return noRisk
  const judged = detections.every(({ result }) => result !== 'error' && result !== 'timeout')
  const low = judged && riskLevel(score) === 'low' ? `${lowRisk} ` : ''
  const line = low + truncate(first.detail.replace(/\s+/g, ' ').trim(), 300)
  const more = risks.length - 1
  return more === 0 ? line : `${line} ${more} more ${more === 1 ? 'finding' : 'findings'}.`
}
