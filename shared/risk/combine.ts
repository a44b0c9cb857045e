/** The only arithmetic of the risk stage: detections in, score, summary and each detection's points out. */
import { type Detection, riskLevel, type SecurityAnalysis } from '../domain/analysis.ts'
import { truncate } from '../lib/clean-text.ts'
import {
  creditedMethods,
  isOfColleague,
  isOfDrafts,
  isOrder,
  isTrusted,
  isWeak,
  likenessFindings,
  likenessOfOrders,
  methodCaps,
  trustEndsAt,
  type Worth,
  weightOf,
} from './weights.ts'

/** The score at which the points of findings end. */
export const mostPoints = 100
const noRisk = 'No risk found.'
const lowRisk = 'Low risk.'
/** Confidence from which an order counts as one. */
const orderedFrom = 0.5

/**
 * Combines detections into an analysis.
 *
 * A positive weight gives `points × confidence`, rounded, within its method's cap; points that a scorer weighed itself it
 * gives whole. A negative one takes points back, and only those that it speaks about (`rooms`):
 *
 * - a person's word on another copy of the message: what the message is merely like;
 * - a sender from the agent's own house: orders that a colleague may give, unless there is one that none may;
 * - a sender's clean past: how the message reads and whom it seems to be from, but nothing where other methods have found
 *   something;
 * - the joint judgement and that of pretexts: weak findings;
 * - the last word on drafts: what honest drafts match as well;
 * - a correspondent who writes as honest people do: orders, unless anything is hidden;
 * - any other: the credited methods, never what the message says or carries.
 *
 * A floor gives what the sum lacks to reach it. The points of all detections add up to the score, which ends at 100; one
 * more detection whose weight isn't negative never lowers it.
 */
export function combine(detections: readonly Detection[]): SecurityAnalysis {
  const points = detections.map(() => 0)
  const ofMethod = new Map<string, number>()
  let sum = 0
  let credit = 0
  let trusted = 0
  let likeness = 0
  let weak = 0
  let drafted = 0
  let ordered = 0
  let orders = 0
  let concealed = false
  let forbidden = false
  const isLikeness = likenessAmong(detections)

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
    if (isTrusted(detection)) trusted += given
    const colleague = isOfColleague(detection)
    if (colleague === true) ordered += given
    if (colleague === null && given > 0) forbidden = true
    if (isOrder(detection)) orders += given
    if (detection.method === 'hidden_text' && given > 0) concealed = true
    if (isLikeness(detection)) likeness += given
    if (isWeak(detection)) weak += given
    if (isOfDrafts(detection)) drafted += given
  })
  detections.forEach((detection, index) => {
    const weight = weightOf(detection)
    if ('floor' in weight || weight.points >= 0) return
    const { method, result } = detection
    const rooms: Readonly<Record<string, number>> = {
      feedback: likeness,
      'known_sender.own_house': forbidden ? 0 : ordered,
      known_sender: sum - trusted >= trustEndsAt ? 0 : trusted,
      report: sum - trusted >= trustEndsAt ? 0 : trusted,
      overall: weak,
      disclosure: drafted,
      pretext: weak,
      'pretext.from_correspondent': concealed ? 0 : orders,
    }
    const room = rooms[`${method}.${result}`] ?? rooms[method] ?? credit
    const taken = Math.min(share({ ...weight, points: -weight.points }, detection), room)
    points[index] = 0 - taken
    sum -= taken
    // What one has taken, the other can't take again.
    credit = Math.max(0, credit - taken)
    trusted = Math.max(0, trusted - taken)
    likeness = Math.max(0, likeness - taken)
    weak = Math.max(0, weak - taken)
    drafted = Math.max(0, drafted - taken)
    ordered = Math.max(0, ordered - taken)
    orders = Math.max(0, orders - taken)
  })
  detections.forEach((detection, index) => {
    const weight = weightOf(detection)
    if (!('floor' in weight)) return
    const given = Math.max(0, weight.floor - sum)
    points[index] = given
    sum += given
  })

  const scored = detections.map((detection, index) => ({ ...detection, points: points[index]! }))
  const score = Math.min(sum, mostPoints)
  return { risk_score: score, summary: summarise(score, scored), detections: scored }
}

/** Points of findings that have been weighed together: their sum, which may be beyond 100. */
export const totalOf = (detections: readonly Detection[]): number =>
  detections.reduce((total, { points = 0 }) => total + points, 0)

/** Tells findings of mere likeness; of likeness to orders only where no order was found, and nothing hidden. */
function likenessAmong(detections: readonly Detection[]): (detection: Detection) => boolean {
  const orders = detections.some(
    ({ method, result, confidence }) =>
      method === 'hidden_text' ||
      (method === 'injection' && !likenessOfOrders.has(`${method}.${result}`) && !(confidence < orderedFrom)),
  )
  return ({ method, result }) =>
    likenessFindings.has(method) ||
    likenessFindings.has(`${method}.${result}`) ||
    (!orders && likenessOfOrders.has(`${method}.${result}`))
}

/** A confidence that isn't a number from 0 to 1 counts as certain: nothing fails open. */
function share({ points, whole }: Extract<Worth, { points: number }>, { confidence }: Detection): number {
  const certain = whole === true || !(confidence >= 0 && confidence <= 1)
  return Math.round(points * (certain ? 1 : confidence))
}

/** One line: what weighs most, and how many findings there are besides, with points or without; of a low score, that it is one, unless a check gave no answer. */
function summarise(score: number, detections: readonly (Detection & { points: number })[]): string {
  const risks = detections.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points)
  const [first] = risks
  if (first === undefined) return noRisk
  const judged = detections.every(({ result }) => result !== 'error' && result !== 'timeout')
  const low = judged && riskLevel(score) === 'low' ? `${lowRisk} ` : ''
  const line = low + truncate(first.detail.replace(/\s+/g, ' ').trim(), 300)
  const more = detections.filter(({ points, result }) => points > 0 || result !== 'clean').length - 1
  return more === 0 ? line : `${line} ${more} more ${more === 1 ? 'finding' : 'findings'}.`
}
