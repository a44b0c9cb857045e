/** Phishing, spam and fraud: how a mail reads, who sends it and how, where its links lead, what it carries. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import { isAnswer } from '../disclosure/rights.ts'
import { likeness } from '../likeness.ts'
import { join, logitOf } from '../model/combiner.ts'
import type { Combiner } from '../model/model.ts'
import { quote } from '../quote.ts'
import { scamCombiners, scamModel } from '../scam/model.ts'
import type { Signal } from '../scam/signal.ts'
import {
  type HeadName,
  type LoudestText,
  type Path,
  passageOf,
  paths,
  type ScamModel,
  scamSignalsOf,
} from '../scam/signals.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'

/** Points from which the model's opinion is worth a line. */
const worthSaying = 3
/** Points from which the passage that speaks loudest is looked for: with less, the start of the text stands for it. */
const worthAPassage = 10

/** Points of the signals from which they agree with the wording. */
const agreeing = 10
/** Points that the wording of a draft gives at most: not enough to flag it, with a trifle beside, but where the model is sure. */
const aloneOutbound = 18
const aloneSurely = 40
const aloneInAnswer = 18
/** Log odds from which it is: most drafts that phish have more, honest notices and appointments less. */
const surely = 3.5

const resembled: Record<HeadName, { result: string; what: string }> = {
  spam: { result: 'resembles_spam', what: 'mail that nobody asked for' },
  phishing: {
    result: 'resembles_phishing',
    what: 'mail that is after passwords or money',
  },
}

/** The scorer with a model: the one that ships, or one of training's. */
export const scamBy = (model: ScamModel, combiners: Record<Path, Combiner>): Scorer => ({
  name: 'scam',
  directions: ['inbound', 'outbound'],
  budgetMs: 2_000,
  score: (message, { readings }) => {
    const { values, loudest, signals, form } = scamSignalsOf(message, model)
    for (const [name, value] of values) readings?.set(`scam.${name}`, value)
    const [spam, phishing] = paths.map((path) => combiners[path])
    const louder = logitOf(phishing!, values) > logitOf(spam!, values) ? phishing! : spam!
    const all = join(louder, values)
    const ofSignals = signals.reduce((sum, { name }) => sum + (all.shares.get(name) ?? 0), 0)
    const most = ofSignals < agreeing ? mostAlone(message, logitOf(louder, values)) : 100
    const { shares } = most < all.points ? join(louder, values, most) : all
    return [
      ...loudest.flatMap((text) => ofText(text, shares.get(`text_${text.name}`) ?? 0, message, model)),
      ...ofForm(form, shares.get('form') ?? 0, message),
      ...signals.flatMap((signal) => ofSignal(signal, shares.get(signal.name) ?? 0, message)),
    ]
  },
})

export const scam = scamBy(scamModel, scamCombiners)

/**
 * Points at most for how a draft reads, where nothing that it does agrees: appointments, links that were asked for and
 * offers read like scams. Those who are answered by it get no scam by its wording; strangers may.
 */
function mostAlone({ direction, outbound }: RiskMessage, logit: number): number {
  if (direction === 'inbound') return 100
  if (outbound !== undefined && isAnswer(outbound)) return aloneInAnswer
  return logit < surely ? aloneOutbound : aloneSurely
}

function ofText(
  { name, document, logit }: LoudestText,
  points: number,
  { mail }: RiskMessage,
  { heads }: ScamModel,
): Detection[] {
  if (points < worthSaying) return []
  const confidence = 1 / (1 + Math.exp(-logit))
  const { result, what } = resembled[name]
  const passage = points < worthAPassage ? null : passageOf(document, heads[name])
  return [
    {
      method: 'scam',
      result,
      detail: likeness(what, confidence),
      confidence: Math.round(confidence * 1_000) / 1_000,
      evidence:
        passage === null || document.layer === null
          ? [partAt(document.layer === null ? 'subject' : document.layer.where, mail)]
          : document.layer.evidence(passage.start, passage.end),
      points,
    },
  ]
}

function ofForm(logit: number | null, points: number, { mail }: RiskMessage): Detection[] {
  if (logit === null || points === 0) return []
  return [
    {
      method: 'scam',
      result: 'odd_form',
      detail: 'Header, relays and HTML are made like those of mass mail and forged mail (trained model).',
      confidence: Math.round(1_000 / (1 + Math.exp(-logit))) / 1_000,
      evidence: [partAt('raw', mail)],
      points,
    },
  ]
}

/** What gave no points is left out: on its own it says nothing. */
function ofSignal(
  { name, value, detail, where, text }: Signal,
  points: number,
  { mail }: RiskMessage,
): Detection[] {
  if (points === 0) return []
  return [
    {
      method: 'scam',
      result: name,
      detail,
      confidence: Math.min(1, value),
      evidence: [text === undefined ? partAt(where, mail) : { where, text: quote(text) }],
      points,
    },
  ]
}

/** The part that a finding is about as a whole: its start, or of the raw message the names of its header fields. */
function partAt(where: string, mail: RiskMessage['mail']): Evidence {
  if (where === 'raw') return { where, text: quote(mail.headers.map(({ name }) => name).join(', ')) }
  const text = where === 'subject' ? mail.subject : where === 'html' ? (mail.html ?? '') : mail.body
  return { where: where === 'subject' || where === 'html' ? where : 'body', text: quote(text), offset: 0 }
}
