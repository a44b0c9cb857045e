/** What the combiner weighs: the model's opinion of a message, the rules that match, and how text was concealed. */

import { coreOf, type Head, type Loudest, loudestWindow } from '../model/linear-model.ts'
import type { RiskMessage } from '../scorer.ts'
import { phraseLayersOf, type TextLayer, writtenAt } from '../text-layers.ts'
import { askedOfHandler, asksFor, confirmed, orderAfter } from './asks.ts'
import { greetingAlone, isGreeting } from './greeting.ts'
import { type Hit, hitsIn } from './hits.ts'
import { nobody, type Parties, partiesOf } from './parties.ts'
import { referenceValue, shown } from './reference.ts'
import { reportedValue } from './reported.ts'
import { surroundingsOf } from './surroundings.ts'

/** Characters within which kinds of instruction count as one attempt. */
const reach = 900
/** The model's logits that make a difference, at the ends. */
const lowest = -1.5
const highest = 6

/** Kinds that honest mail has often: they don't make a combination. */
export const ordinary: ReadonlySet<string> = new Set([
  'command',
  'data_request',
  'discretion',
  'override_request',
  'bank_change',
  'rights_request',
])

/** The part of a window that weighs most: `start` and `end` are those of the part. */
export interface Passage {
  name: string
  layer: TextLayer
  window: Loudest
}

export interface Signals {
  /** Values from 0 on, by name; what is absent is 0. */
  values: Map<string, number>
  /** The loudest passages: of all layers, and of concealed ones. */
  passages: Passage[]
  hits: Hit[]
  /** Hits of different kinds close together in one layer. */
  group: Hit[]
}

/** Log odds from which a passage is looked at more closely. */
const worthALook = -2
/** Kinds of hits that no letter between people has, whatever surrounds them. */
const unmistakable: ReadonlySet<string> = new Set([
  'addressed_to_ai',
  'chat_template',
  'fake_authority',
  'jailbreak',
  'prompt_leak',
  'tool_call',
])

/** Log odds as a signal: from 0 on. */
const loudness = (logit: number): number => Math.min(highest, Math.max(lowest, logit)) - lowest

/** The signals of a message. */
export function signalsOf(message: RiskMessage, head: Head): Signals {
  return gather(
    phraseLayersOf(message),
    (layer) => {
      const window = loudestWindow(layer.text, head)
      return window === null || window.logit < worthALook
        ? window
        : { ...window, ...coreOf(layer.text, window, head) }
    },
    partiesOf(message),
  )
}

/**
 * The same with the passages from elsewhere: training has them from a model that never saw the message. Where
 * nothing was loud enough to look closer, `loudest` answers the window.
 */
export function gather(
  layers: readonly TextLayer[],
  loudest: (layer: TextLayer, index: number) => Loudest | null,
  parties: Parties = nobody,
): Signals {
  const values = new Map<string, number>()
  const passages = new Map<string, Passage>()
  for (const [index, layer] of layers.entries()) {
    const window = loudest(layer, index)
    if (window === null) continue
    const value = loudness(window.logit)
    const again = loudness(window.again)
    if (again > (values.get('model_again') ?? 0)) values.set('model_again', again)
    // What is concealed counts like the rest, and once more for being so: hiding never lowers a score.
    for (const name of layer.concealed ? ['model', 'model_concealed'] : ['model'])
      if (value > (values.get(name) ?? 0)) {
        values.set(name, value)
        passages.set(name, passageAt(name, layer, window))
      }
  }
  const found = layers.flatMap((layer) => [
    ...hitsIn(layer).flatMap((hit) => confirmed(hit, parties) ?? []),
    ...asksFor(layer, parties),
  ])
  found.push(...found.flatMap((hit) => orderAfter(hit) ?? []))
  found.push(...found.flatMap((hit) => askedOfHandler(hit) ?? []), ...fromNobody(found))
  const hits = asWritten(found)
  const kinds = new Set(hits.map(({ rule }) => rule.result))
  for (const hit of hits) {
    const { result } = hit.rule
    if (result === 'override_request' && kinds.has('override_instruction')) continue
    const most = kinds.size === 1 && isGreeting(hit) ? greetingAlone : 1
    values.set(result, Math.max(values.get(result) ?? 0, Math.min(most, hit.confidence)))
  }
  const group = closest(hits)
  if (group.length > 1) values.set('combined', Math.min(1, (group.length - 1) / 3))
  if (hits.some(({ layer, rule }) => layer.concealed && !ordinary.has(rule.result)))
    values.set('concealed', 1)
  const loud = passages.get('model')
  if (
    loud !== undefined &&
    loud.window.logit > worthALook &&
    !loud.layer.concealed &&
    hits.every(({ rule, layer }) => !layer.concealed && !unmistakable.has(rule.result))
  )
    for (const [name, value] of surroundingsOf(loud.layer.text, loud.window.start, loud.window.end))
      values.set(name, value)
  // It takes back what the model says, never what a rule does.
  const reference = referenceValue(hits, loud) * quietness(values.get('model') ?? 0)
  const told = Math.max(reportedValue(hits, loud), reference)
  // What a reference shows is no call and no request, and its words are those that attacks have.
  if (reference > 0)
    for (const name of [...shown, 'model', 'model_again'])
      if (values.has(name)) values.set(name, values.get(name)! * (1 - ofShown * reference))
  const reported = Math.min(told, loudness(loud?.window.logit ?? 0) / ofModel)
  if (reported > 0) values.set('reported', reported)
  return { values, passages: [...passages.values()], hits, group }
}

/** A passage where it is written. */
function passageAt(name: string, layer: TextLayer, window: Loudest): Passage {
  const place = writtenAt(layer, window.start, window.end)
  return { name, layer: place.layer, window: { ...window, start: place.start, end: place.end } }
}

/** Hits where they are written; what was found across a list as well as in one of its items counts once, where it is surer. */
function asWritten(found: readonly Hit[]): Hit[] {
  const hits = found.filter(({ layer }) => layer.across === undefined)
  if (hits.length === found.length) return hits
  const known = Map.groupBy(hits, ({ rule }) => rule.result)
  const more: Hit[] = []
  const less = new Set<Hit>()
  for (const hit of found) {
    if (hit.layer.across === undefined) continue
    const moved: Hit = { ...hit, ...writtenAt(hit.layer, hit.start, hit.end) }
    const same = (known.get(hit.rule.result) ?? []).filter(
      ({ layer, start, end }) => layer === moved.layer && start < moved.end && end > moved.start,
    )
    if (same.some(({ confidence }) => confidence >= moved.confidence)) continue
    for (const one of same) less.add(one)
    more.push(moved)
  }
  return [...hits.filter((hit) => !less.has(hit)), ...more]
}

/** Loudness up to which a reference may be, and from which none is: attacks that are put into one are louder. */
const quiet = { full: 2, none: 3.8 }
const quietness = (value: number): number =>
  Math.min(1, Math.max(0, (quiet.none - value) / (quiet.none - quiet.full)))
/** What of a call, of a request and of the model's opinion is taken back where they stand in a reference. */
const ofShown = 0.6
/** Loudness at which talk about attacks takes back all it can. */
const ofModel = 1.5
/** Characters between an invented result and what is asked in it. */
const ofResult = 300
const asks: ReadonlySet<string> = new Set(['handing_over', 'code_request', 'rights_request', 'bank_change'])

/** Requests that stand next to an invented result, or with whoever handles the mailbox. */
function fromNobody(hits: readonly Hit[]): Hit[] {
  const makers = hits.filter(
    ({ rule }) => rule.result === 'third_person' || rule.result === 'invented_result',
  )
  if (makers.length === 0) return []
  return hits
    .filter(
      (hit) =>
        asks.has(hit.rule.result) &&
        makers.some(({ layer, start }) => layer === hit.layer && Math.abs(start - hit.start) <= ofResult),
    )
    .map((hit) => ({ ...hit, rule: { result: 'asked_of_handler' } }))
}

/** The largest set of hits of different kinds within reach of each other in one layer. */
function closest(hits: readonly Hit[]): Hit[] {
  let best: Hit[] = []
  for (const same of Map.groupBy(hits, ({ layer }) => layer).values()) {
    const telling = same
      .filter(({ rule, confidence }) => !ordinary.has(rule.result) && confidence >= 0.5)
      .toSorted((a, b) => a.start - b.start)
    telling.forEach((first, index) => {
      const kinds = new Map<string, Hit>()
      for (const hit of telling.slice(index, index + 60)) {
        if (hit.start - first.start > reach) break
        if (!kinds.has(hit.rule.result)) kinds.set(hit.rule.result, hit)
      }
      if (kinds.size > best.length) best = [...kinds.values()]
    })
  }
  return best
}
