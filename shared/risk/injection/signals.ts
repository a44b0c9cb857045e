/** What the combiner weighs: the model's opinion of a message, the rules that match, and how text was concealed. */
import { type Head, type Loudest, loudestWindow } from '../model/linear-model.ts'
import type { RiskMessage } from '../scorer.ts'
import { layersOf, type TextLayer } from '../text-layers.ts'
import { type Hit, hitsIn } from './hits.ts'

/** Characters within which kinds of instruction count as one attempt. */
const reach = 900
/** The model's logits that make a difference, at the ends. */
const lowest = -3
const highest = 6

/** Kinds that honest mail has often: they don't make a combination. */
export const ordinary: ReadonlySet<string> = new Set([
  'command',
  'data_request',
  'discretion',
  'override_request',
])

export interface Signals {
  /** Values from 0 on, by name; what is absent is 0. */
  values: Map<string, number>
  /** The loudest windows, of visible and of concealed layers. */
  windows: { name: string; layer: TextLayer; window: Loudest }[]
  hits: Hit[]
  /** Hits of different kinds close together in one layer. */
  group: Hit[]
}

/** The signals of a message. */
export function signalsOf(message: RiskMessage, head: Head): Signals {
  return gather(layersOf(message), (layer) => loudestWindow(layer.text, head))
}

/** The same with the windows from elsewhere: training has them from a model that never saw the message. */
export function gather(
  layers: readonly TextLayer[],
  loudest: (layer: TextLayer, index: number) => Loudest | null,
): Signals {
  const values = new Map<string, number>()
  const windows = new Map<string, { name: string; layer: TextLayer; window: Loudest }>()
  for (const [index, layer] of layers.entries()) {
    const window = loudest(layer, index)
    if (window === null) continue
    const value = Math.min(highest, Math.max(lowest, window.logit)) - lowest
    // What is concealed counts like the rest, and once more for being so: hiding never lowers a score.
    for (const name of layer.concealed ? ['model', 'model_concealed'] : ['model'])
      if (value > (values.get(name) ?? 0)) {
        values.set(name, value)
        windows.set(name, { name, layer, window })
      }
  }
  const hits = layers.flatMap(hitsIn)
  const kinds = new Set(hits.map(({ rule }) => rule.result))
  for (const hit of hits) {
    const { result } = hit.rule
    if (result === 'override_request' && kinds.has('override_instruction')) continue
    values.set(result, Math.max(values.get(result) ?? 0, hit.confidence))
  }
  const group = closest(hits)
  if (group.length > 1) values.set('combined', Math.min(1, (group.length - 1) / 3))
  if (hits.some(({ layer, rule }) => layer.concealed && !ordinary.has(rule.result)))
    values.set('concealed', 1)
  return { values, windows: [...windows.values()], hits, group }
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
