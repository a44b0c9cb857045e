/** Phishing, spam and fraud: how a mail reads, who sends it and how, where its links lead, what it carries. */
import type { Detection } from '../../domain/analysis.ts'
import { join, logitOf } from '../model/combiner.ts'
import { scamCombiners, scamModel } from '../scam/model.ts'
import type { Signal } from '../scam/signal.ts'
import { type HeadName, type LoudestText, passageOf, paths, scamSignalsOf } from '../scam/signals.ts'
import type { Scorer } from '../scorer.ts'
import { quote } from '../text-layers.ts'

/** Points from which the model's opinion is worth a line. */
const worthSaying = 3

const sentences: Record<HeadName, { result: string; detail: string }> = {
  spam: { result: 'resembles_spam', detail: 'Reads like mail that nobody asked for (trained model).' },
  phishing: {
    result: 'resembles_phishing',
    detail: 'Reads like mail that is after passwords or money (trained model).',
  },
}

export const scam: Scorer = {
  name: 'scam',
  directions: ['inbound', 'outbound'],
  budgetMs: 2_000,
  score: (message) => {
    const { values, loudest, signals, form } = scamSignalsOf(message, scamModel)
    const [spam, phishing] = paths.map((path) => scamCombiners[path])
    const louder = logitOf(phishing!, values) > logitOf(spam!, values) ? phishing! : spam!
    const { shares } = join(louder, values)
    return [
      ...loudest.flatMap((text) => ofText(text, shares.get(`text_${text.name}`) ?? 0)),
      ...ofForm(form, shares.get('form') ?? 0),
      ...signals.flatMap((signal) => ofSignal(signal, shares.get(signal.name) ?? 0)),
    ]
  },
}

function ofText({ name, document, logit }: LoudestText, points: number): Detection[] {
  if (points < worthSaying) return []
  const passage = passageOf(document, scamModel.heads[name])
  return [
    {
      method: 'scam',
      ...sentences[name],
      confidence: Math.round(1_000 / (1 + Math.exp(-logit))) / 1_000,
      ...(passage === null || document.layer === null
        ? {}
        : { evidence: document.layer.evidence(passage.start, passage.end) }),
      points,
    },
  ]
}

function ofForm(logit: number | null, points: number): Detection[] {
  if (logit === null || points === 0) return []
  return [
    {
      method: 'scam',
      result: 'odd_form',
      detail: 'Header, relays and HTML are made like those of mass mail and forged mail (trained model).',
      confidence: Math.round(1_000 / (1 + Math.exp(-logit))) / 1_000,
      points,
    },
  ]
}

/** What gave no points is left out: on its own it says nothing. */
function ofSignal({ name, value, detail, where, text }: Signal, points: number): Detection[] {
  if (points === 0) return []
  return [
    {
      method: 'scam',
      result: name,
      detail,
      confidence: Math.min(1, value),
      ...(text === undefined ? {} : { evidence: [{ where, text: quote(text) }] }),
      points,
    },
  ]
}
