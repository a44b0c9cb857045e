/** Prompt injection: instructions to the agent that reads the mail, in any layer of its text. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import { speaksForHimself } from '../from-correspondent.ts'
import type { Hit } from '../injection/hits.ts'
import { isOnlyQuoted } from '../injection/quotations.ts'
import { sentences } from '../injection/rule.ts'
import { ordinary, type Signals, signalsOf } from '../injection/signals.ts'
import { likeness } from '../likeness.ts'
import { join } from '../model/combiner.ts'
import type { Head } from '../model/linear-model.ts'
import { type Combiner, injectionCombiner, injectionHead } from '../model/model.ts'
import type { Scorer } from '../scorer.ts'
import { layersOf } from '../text-layers.ts'

const attacks = 'known attacks on AI agents'
const maxEvidence = 3
/** Points from which the model's opinion is worth a line. */
const worthSaying = 3
/**
 * Points at most for mail on its way out where the model is alone with its opinion: what an agent drafts about
 * passwords and systems reads like an attack, too. It is flagged; a rule has to agree before it is withheld.
 */
const aloneOutbound = 50
/** The same where a single rule is alone: manuals that an agent sends have sentences that are orders elsewhere. */
const singleOutbound = 70
/** Points at most for mail that comes in where all orders are quoted in a text that gives none. */
const quotedInbound = 65
/** The reading that says so. */
export const onlyQuoted = 'injection.only_quoted'
/** The reading that all that is found stands in the subject or the body, where people read it. */
export const inTheOpen = 'injection.in_the_open'
/** The model's signal from which it agrees with a rule: even odds. */
const evenOdds = 1.5
/**
 * Points at least for an order to drop all instructions and to do something else, and for a duty of whoever handles the
 * mailbox to hand out what is its owner's, that nothing speaks against: no honest mail of the training has either.
 */
const ofPlainOrder = 75
const plainOrders = ['override_order', 'asked_of_handler']
const plain = 0.9
/** Confidence from which a rule agrees: below, the words are quoted or talked about. */
const agreeing = 0.5
/** Characters within which one order follows the other. */
const nearby = 160

/** The scorer with a model: the one that ships, or one of training's. */
export const injectionBy = (head: Head, combiner: Combiner): Scorer => ({
  name: 'injection',
  directions: ['inbound', 'outbound'],
  budgetMs: 2_000,
  score: (message, { readings }) => {
    const signals = signalsOf(message, head)
    for (const [name, value] of signals.values) readings?.set(`injection.${name}`, value)
    const quoted =
      message.direction === 'inbound' &&
      isOnlyQuoted(layersOf(message), signals, head, speaksForHimself(message))
    if (quoted) readings?.set(onlyQuoted, 1)
    const most = quoted ? quotedInbound : message.direction === 'outbound' ? mostOutbound(signals) : 100
    const ordered = plainOrders.some((name) => (signals.values.get(name) ?? 0) >= plain)
    const fewest = ordered && !quoted ? ofPlainOrder : 0
    const { shares } = join(combiner, signals.values, most, fewest)
    const likenesses = ofModel(signals, shares)
    if (areInTheOpen(signals, likenesses)) readings?.set(inTheOpen, 1)
    return [...likenesses, ...ofRules(signals, shares), ...ofCompany(signals, shares)]
  },
})

export const injection = injectionBy(injectionHead, injectionCombiner)

const openPlaces: ReadonlySet<string> = new Set(['subject', 'body'])

/** Whether nothing that is found stands in a file, in HTML alone, in a name, or where nobody sees it. */
const areInTheOpen = ({ hits }: Signals, likenesses: readonly Detection[]): boolean =>
  hits.every(
    ({ layer }) => !layer.concealed && layer.encodings.length === 0 && openPlaces.has(layer.where),
  ) &&
  likenesses.every(
    ({ result, evidence = [] }) =>
      result === 'resembles_attacks' && evidence.every(({ where }) => openPlaces.has(where)),
  )

/** Points at most for mail on its way out. */
function mostOutbound(signals: Signals): number {
  if (isAlone(signals)) return aloneOutbound
  return isSingle(signals) ? singleOutbound : 100
}

/** Whether one rule speaks, once, of visible text, and the model does not agree. */
function isSingle({ hits, values }: Signals): boolean {
  const sure = hits.filter(({ rule, confidence }) => !ordinary.has(rule.result) && confidence >= agreeing)
  return (
    sure.length === 1 &&
    !sure[0]!.layer.concealed &&
    (values.get('model') ?? 0) < evenOdds &&
    !values.has('combined')
  )
}

/**
 * Whether the model's opinion is of visible text, and no rule agrees that honest mail doesn't match as well. To ignore
 * what was said before and to hand over data are ordinary each by itself; one behind the other they agree.
 */
function isAlone({ hits, passages }: Signals): boolean {
  const concealed = passages.some(({ layer }) => layer.concealed)
  const sure = hits.filter(({ confidence, layer }) => confidence >= agreeing && !layer.quoted)
  const together = sure.some(
    (first) =>
      first.rule.result === 'override_request' &&
      sure.some(
        (next) =>
          next.layer === first.layer &&
          (next.rule.result === 'data_request' || next.rule.result === 'command') &&
          next.start >= first.start &&
          next.start - first.start <= nearby,
      ),
  )
  return (
    !concealed &&
    !together &&
    hits.every(({ rule, confidence }) => ordinary.has(rule.result) || confidence < agreeing)
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
            ? likeness(attacks, confidence)
            : likeness(attacks, confidence, 'Text that is hidden or encoded'),
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
function ofCompany(
  { hits, group, passages, values }: Signals,
  shares: ReadonlyMap<string, number>,
): Detection[] {
  const detections: Detection[] = []
  const reported = values.get('reported') ?? 0
  const told = passages.find(({ name }) => name === 'model')
  if (reported > 0 && told !== undefined)
    detections.push({
      method: 'injection',
      result: 'reported',
      detail: sentences.reported!,
      confidence: Math.round(reported * 1_000) / 1_000,
      evidence: told.layer.evidence(told.window.start, told.window.end),
      points: 0,
    })
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
