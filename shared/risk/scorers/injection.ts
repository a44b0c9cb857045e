/** Prompt injection: instructions to the agent that reads the mail, in any layer of its text. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import { injectionRules } from '../injection/index.ts'
import { type InjectionRule, sentences } from '../injection/rule.ts'
import type { Scorer } from '../scorer.ts'
import { layersOf, type TextLayer } from '../text-layers.ts'
import { WordFinder } from '../word-finder.ts'

/** Matches of one pattern in one layer that are looked at. */
const maxMatches = 20
/** Characters within which two kinds of instruction count as one attempt. */
const reach = 900
const maxEvidence = 3
/** Characters by which the window over a text moves on, and by which windows overlap. */
const stride = 700
const overlap = 400

interface Hit {
  rule: InjectionRule
  layer: TextLayer
  start: number
  end: number
  confidence: number
}

/** Kinds that honest mail has often: they don't make a combination. */
const ordinary = new Set(['command', 'data_request', 'discretion', 'override_request'])

export const injection: Scorer = {
  name: 'injection',
  directions: ['inbound', 'outbound'],
  budgetMs: 2_000,
  score: (message) => {
    const hits = layersOf(message).flatMap(hitsIn)
    if (hits.length === 0) return []
    const byResult = Map.groupBy(hits, ({ rule }) => rule.result)
    if (byResult.has('override_instruction')) byResult.delete('override_request')
    const detections = [...byResult].map(([result, same]) => singles(result, same))
    return [...detections, ...combined(hits), ...concealed(hits)]
  },
}

/** Each group of needed words once, and each rule with the places of its own among them. */
const groups = new Map<string, readonly string[]>(
  injectionRules.flatMap(({ needs }) => needs.map((group) => [group.join('|'), group] as const)),
)
const finder = new WordFinder([...groups.values()])
const places = new Map([...groups.keys()].map((key, index) => [key, index]))
const indexed = injectionRules.map((rule) => ({
  rule,
  needs: rule.needs.map((group) => places.get(group.join('|'))!),
}))

/**
 * Tries each rule on stretches of the text that have all the words it needs; stretches overlap by more
 * than a match is long.
 */
function hitsIn(layer: TextLayer): Hit[] {
  const { text } = layer
  const hits: Hit[] = []
  const counts = new Map<InjectionRule, number>()
  for (let from = 0, to = 0; from === 0 || to < text.length; from = nextStart(text, from)) {
    to = Math.min(text.length, from + stride + overlap)
    const last = to === text.length
    const present = finder.find(text, from, to)
    // A mark in front, so that a pattern's `^` is the start of the text and not that of the stretch.
    const shift = from === 0 ? 0 : 1
    const stretch = (shift === 1 ? '\u0001' : '') + text.slice(from, to)
    for (const { rule, needs } of indexed) {
      if (!hasAll(present, needs)) continue
      const { pattern } = rule
      pattern.lastIndex = 0
      for (let match = pattern.exec(stretch); match !== null; match = pattern.exec(stretch)) {
        const count = counts.get(rule) ?? 0
        if (count >= maxMatches || (!last && match.index >= stride + shift)) break
        counts.set(rule, count + 1)
        const start = from + match.index - shift
        const end = start + match[0].length
        const confidence = rule.confidence * (isQuotedExample(layer, start, end) ? 0.4 : 1)
        hits.push({ rule, layer, start, end, confidence })
      }
    }
  }
  return hits
}

function hasAll(present: Uint8Array, needs: readonly number[]): boolean {
  for (let i = 0; i < needs.length; i++) if (present[needs[i]!] === 0) return false
  return true
}

/** A stride on, at the start of a word where there is one. */
function nextStart(text: string, from: number): number {
  const next = from + stride
  for (let at = next; at > next - 40; at--) if (/\s/.test(text.charAt(at - 1))) return at
  return next
}

const talk =
  /\b(?:prompt[\s-]injections?|jailbreaks?|attack(?:s|er|ers)?|phrases?|examples?|e\.g\.|such as|like|called|payloads?|detect(?:s|ed|ion)?|filters?|articles?|papers?|says?|wrote|titled|strings?|red team(?:ing)?|test cases?)\b/

/**
 * Whether a visible match stands in quotation marks in a sentence that talks about such phrases. Less
 * sure then, never dismissed: an attacker can write quotation marks, too.
 */
function isQuotedExample({ text, concealed }: TextLayer, start: number, end: number): boolean {
  if (concealed) return false
  const before = text.slice(Math.max(0, start - 160), start)
  const open = before.lastIndexOf('"')
  if (open < 0 || before.length - open > 60 || !text.slice(end, end + 120).includes('"')) return false
  return talk.test(before.slice(0, open))
}

function singles(result: string, hits: Hit[]): Detection {
  const best = hits.toSorted((a, b) => b.confidence - a.confidence)
  return {
    method: 'injection',
    result,
    detail: sentences[result] ?? result,
    confidence: best[0]!.confidence,
    evidence: evidenceOf(best),
  }
}

/** Several kinds of instruction close together, in one layer: the widest such group. */
function combined(hits: Hit[]): Detection[] {
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
  if (best.length < 2) return []
  return [
    {
      method: 'injection',
      result: 'combined',
      detail: `Joins ${best.length} kinds of instruction to an agent in one passage.`,
      confidence: Math.min(1, (best.length - 1) / 3 + 0.2),
      evidence: evidenceOf(best),
    },
  ]
}

function concealed(hits: Hit[]): Detection[] {
  const hidden = hits.filter(({ layer, rule }) => layer.concealed && !ordinary.has(rule.result))
  if (hidden.length === 0) return []
  const { encodings } = hidden[0]!.layer
  const how = encodings.length > 0 ? `encoded (${encodings.join(', ')})` : 'hidden from the human reader'
  return [
    {
      method: 'injection',
      result: 'concealed',
      detail: `Instructions are ${how}.`,
      confidence: 1,
      evidence: evidenceOf(hidden),
    },
  ]
}

function evidenceOf(hits: Hit[]): Evidence[] {
  const places = new Map(hits.map((hit) => [`${hit.layer.where} ${hit.layer.encodings} ${hit.start}`, hit]))
  return [...places.values()]
    .slice(0, maxEvidence)
    .flatMap(({ layer, start, end }) => layer.evidence(start, end))
}
