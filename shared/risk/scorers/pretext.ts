/** Pretexts: how much a mail reads, asks and comes like those that want what their sender has no right to, in plain words. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import { combine, totalOf } from '../combine.ts'
import { fold } from '../fold.ts'
import { isFromCorrespondent } from '../from-correspondent.ts'
import { provenSender } from '../likeness/proven-sender.ts'
import { likeness } from '../likeness.ts'
import { coreOf } from '../model/linear-model.ts'
import { passagesOf } from '../model/passages.ts'
import { isWeighed, linkFeatures } from '../overall/features.ts'
import { type Opinion, ofLinks, opinionOf, type PretextModel, pretextModel } from '../pretext/model.ts'
import { type PretextReading, readMail, textOf } from '../pretext/read-mail.ts'
import { quote } from '../quote.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'
import { notWithheld, stepBelow } from '../steps.ts'
import { letterLayersOf, type TextLayer } from '../text-layers.ts'
import { isOrder, isWeak } from '../weights.ts'
import { inTheOpen, onlyQuoted } from './injection.ts'

/** Points from which the opinion says anything: below, nobody would look. */
const worthSaying = 15
/** Points that weak findings keep: they flag nothing. */
const harmless = 24
/** The reading that a text tells of attacks or is a reference, and asks for nothing: then nothing here flags it. */
const reported = 'injection.reported'
/**
 * The scorer with a model: the one that ships, or one of training's. Like the joint judgement, behind which it stands, it
 * gives what the findings lack to what the mail comes to, or takes back weak ones where the mail is like most honest ones.
 * What a correspondent asks for, whose mail was clean and whose address is proven, goes a step down where it is.
 */
export const pretextBy = (model: PretextModel): Scorer => ({
  name: 'pretext',
  directions: ['inbound'],
  budgetMs: 500,
  breaksTies: true,
  score: (message, { found = [], readings = new Map() }) => {
    const others = new Map(readings)
    const features = linkFeatures(message)
    for (const name of ofLinks) others.set(name, features.get(name) ?? 0)
    const reading = readMail(message)
    const opinion = opinionOf(reading, others, model)
    // A report on sent mail reads like what it carries back, and leads nowhere.
    if (opinion === null || found.some(({ method }) => method === 'report')) return []
    const told = (readings.get(reported) ?? 0) > 0
    const most = told ? harmless : readings.get(onlyQuoted) === 1 ? notWithheld : 100
    const points = Math.min(opinion.points, most)
    const weighed = combine(found.filter((one) => isWeighed(one) || one.method === 'overall')).detections
    const sum = totalOf(weighed)
    if (points > sum && points >= worthSaying) return [resemblance(message, opinion, points - sum, model)]
    const weak = totalOf(weighed.filter((one) => isLikeness(one) || (one.points ?? 0) < 0))
    const tooMuch = Math.max(0, Math.min(sum - Math.max(points, harmless), weak))
    const orders = totalOf(weighed.filter(isOrder))
    // Of most mail there is nothing to take back.
    if (tooMuch < 1 && orders < 1) return []
    const isHonest = (one: Opinion): boolean =>
      one.words < model.honestBelow || isSettled(message, one, model)
    if (!isHonest(opinion) || !isSoThroughout(message, reading, others, model, isHonest)) return []
    const left = sum - tooMuch
    const isTrusted =
      readings.get(inTheOpen) === 1 && isFromCorrespondent(message) && isSettled(message, opinion, model)
    const ordered = isTrusted ? Math.min(left - stepBelow(left), orders) : 0
    return [
      ...(tooMuch < 1 ? [] : [taken('like_honest', tooMuch, message, opinion, model)]),
      ...(ordered < 1 ? [] : [taken('from_correspondent', ordered, message, opinion, model)]),
    ]
  },
})

export const pretext = pretextBy(pretextModel)

/** Likeness to unwanted mail, and what is weak about sender and links; what may be an order to an agent is none. */
const isLikeness = (one: Detection): boolean => isWeak(one) && one.method !== 'injection'

/** Whether hardly a hostile mail is as honest, by all that the model looks at, and the address of its sender is proven. */
const isSettled = (message: RiskMessage, { logit }: Opinion, model: PretextModel): boolean =>
  logit < model.settledBelow && provenSender(message) !== null

/**
 * Whether all visible text has been read to its end, and each form of it by itself, also across its lists, is as `isHonest` says. Others read the
 * HTML beside the body, and what white space draws apart or long text hides from the passages: what they found there
 * isn't to be taken back for a harmless text in front.
 */
function isSoThroughout(
  message: RiskMessage,
  { signs }: PretextReading,
  others: ReadonlyMap<string, number>,
  model: PretextModel,
  isHonest: (opinion: Opinion) => boolean,
): boolean {
  const layers = letterLayersOf(message)
  const isRead = (shown: readonly TextLayer[]): boolean => {
    const text = [message.mail.subject, ...shown.map(({ text }) => text)].join('\n')
    const passages = passagesOf(text)
    if (text.slice(passages.at(-1)?.end ?? 0).trim() !== '') return false
    const opinion = shown.length === 0 ? null : opinionOf({ passages, signs }, others, model)
    return opinion === null || isHonest(opinion)
  }
  return ['body', 'html'].every((form) => {
    const shown = layers.filter(({ where }) => where === form)
    return (
      isRead(shown.filter(({ across }) => across === undefined)) &&
      isRead(shown.filter(({ across }) => across !== undefined))
    )
  })
}

const resemblance = (
  message: RiskMessage,
  opinion: Opinion,
  points: number,
  model: PretextModel,
): Detection => {
  const confidence = Math.round(1_000 / (1 + Math.exp(-opinion.logit))) / 1_000
  return {
    method: 'pretext',
    result: 'resembles_pretext',
    detail: likeness('mail that wants, under a pretext, what its sender has no right to', confidence),
    confidence,
    evidence: [evidenceOf(message, opinion, model)],
    points,
  }
}

/** What takes points back, and why. */
const credits = {
  like_honest:
    'Takes back points of weak findings alone, since the mail reads and comes like honest ones (trained model). It does not call this mail honest: strong findings keep their points.',
  from_correspondent:
    'Takes the message one step down, since a correspondent with a clean past wrote it, the address is proven, and it reads and comes like honest mail (trained model).',
} as const

function taken(
  result: keyof typeof credits,
  points: number,
  message: RiskMessage,
  opinion: Opinion,
  model: PretextModel,
): Detection {
  const against = result === 'like_honest' ? opinion.words : opinion.logit
  return {
    method: 'pretext',
    result,
    detail: credits[result],
    confidence: Math.round(1_000 / (1 + Math.exp(against))) / 1_000,
    evidence: [evidenceOf(message, opinion, model)],
    points,
  }
}

/** The part of the loudest passage that weighs most, in the subject or in the body. */
function evidenceOf(message: RiskMessage, { passage, logit }: Opinion, model: PretextModel): Evidence {
  const text = textOf(message)
  const shift = message.mail.subject.length + 1
  const folded = fold(text.slice(passage.start, passage.end))
  const whole = { start: 0, end: folded.text.length, logit, again: logit }
  const core = coreOf(folded.text, whole, { ...model.words, bias: 0 })
  const at = (offset: number): number =>
    offset < folded.origin.length ? passage.start + folded.origin[offset]! : passage.end
  const [start, end] = [at(core.start), at(core.end)]
  // Where it is of both, the longer part says what was asked.
  return shift - start > end - shift
    ? { where: 'subject', text: quote(text.slice(start, Math.min(end, shift - 1))), offset: start }
    : {
        where: 'body',
        text: quote(text.slice(Math.max(start, shift), end)),
        offset: Math.max(start, shift) - shift,
      }
}
