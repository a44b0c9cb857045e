/** Prompt injection: instructions to the agent that reads the mail, in any layer of its text. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import type { Hit } from '../injection/hits.ts'
import { sentences } from '../injection/rule.ts'
import { ordinary, type Signals, signalsOf } from '../injection/signals.ts'
import { join } from '../model/combiner.ts'
import { injectionCombiner, injectionHead } from '../model/model.ts'
import type { Scorer } from '../scorer.ts'

const maxEvidence = 3
/** Points from which the model's opinion is worth a line. */
const worthSaying = 3
/**
 * Points at most for mail on its way out where the model is alone with its opinion: what an agent drafts about
 * passwords and systems reads like an attack, too. It is flagged; a rule has to agree before it is withheld.
 */
const aloneOutbound = 50
/** Confidence from which a rule agrees: below, the words are quoted or talked about. */
const agreeing = 0.5

export const injection: Scorer = {
  name: 'injection',
  directions: ['inbound', 'outbound'],
  budgetMs: 2_000,
  score: (message) => {
    const signals = signalsOf(message, injectionHead)
    const most = message.direction === 'outbound' && isAlone(signals) ? aloneOutbound : 100
    const { shares } = join(injectionCombiner, signals.values, most)
    return [...ofModel(signals, shares), ...ofRules(signals, shares), ...ofCompany(signals, shares)]
  },
}

/** Whether the model's opinion is of visible text, and no rule agrees that honest mail doesn't match as well. */
function isAlone({ hits, passages }: Signals): boolean {
  const concealed = passages.some(({ layer }) => layer.concealed)
  return (
    !concealed && hits.every(({ rule, confidence }) => ordinary.has(rule.result) || confidence < agreeing)
  )
}

/** What the model says; where that is next to nothing, its points go unsaid and ungiven. */
function ofModel({ passages }: Signals, shares: ReadonlyMap<string, number>): Detection[] {
  return passages.flatMap(({ name, layer, window }) => {
    const points = (shares.get(name) ?? 0) + (name === 'model' ? (shares.get('model_again') ?? 0) : 0)
    if (points < worthSaying) return []
    const confidence = 1 / (1 + Math.exp(-window.logit))
    return [
      {
        method: 'injection',
        result: name === 'model' ? 'resembles_attacks' : 'resembles_attacks_concealed',
        detail:
          name === 'model'
            ? 'Reads like known attacks on AI agents (trained model).'
            : 'Text that is hidden or encoded reads like known attacks on AI agents (trained model).',
        confidence: Math.round(confidence * 1_000) / 1_000,
        evidence: layer.evidence(window.start, window.end),
        points,
      },
    ]
  })
}

function ofRules({ hits }: Signals, shares: ReadonlyMap<string, number>): Detection[] {
  const byResult = Map.groupBy(hits, ({ rule }) => rule.result)
  if (byResult.has('override_instruction')) byResult.delete('override_request')
  return [...byResult].map(([result, same]) => {
    const best = same.toSorted((a, b) => b.confidence - a.confidence)
    return {
      method: 'injection',
      result,
      detail: `${sentences[result] ?? result}${same.every(({ layer }) => layer.quoted) ? ' It stands in the quoted history.' : ''}`,
      confidence: best[0]!.confidence,
      evidence: evidenceOf(best),
      points: shares.get(result) ?? 0,
    }
  })
}

/** Several kinds of instruction close together, and instructions that are concealed. */
function ofCompany({ hits, group }: Signals, shares: ReadonlyMap<string, number>): Detection[] {
  const detections: Detection[] = []
  if (group.length > 1)
    detections.push({
      method: 'injection',
      result: 'combined',
      detail: `Joins ${group.length} kinds of instruction to an agent in one passage.`,
      confidence: Math.min(1, (group.length - 1) / 3),
      evidence: evidenceOf(group),
      points: shares.get('combined') ?? 0,
    })
  const hidden = hits.filter(({ layer, rule }) => layer.concealed && !ordinary.has(rule.result))
  if (hidden.length > 0) {
    const { encodings } = hidden[0]!.layer
    const how = encodings.length > 0 ? `encoded (${encodings.join(', ')})` : 'hidden from the human reader'
    detections.push({
      method: 'injection',
      result: 'concealed',
      detail: `Instructions are ${how}.`,
      confidence: 1,
      evidence: evidenceOf(hidden),
      points: shares.get('concealed') ?? 0,
    })
  }
  return detections
}

function evidenceOf(hits: readonly Hit[]): Evidence[] {
  const places = new Map(hits.map((hit) => [`${hit.layer.where} ${hit.layer.encodings} ${hit.start}`, hit]))
  return [...places.values()]
    .slice(0, maxEvidence)
    .flatMap(({ layer, start, end }) => layer.evidence(start, end))
}
