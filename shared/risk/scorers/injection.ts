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

/** Every needed word once, and each rule with the places of its own among them. */
const needed = [...new Set(injectionRules.flatMap(({ needs }) => needs.flat()))]
const finder = new WordFinder(needed)
const indexed = injectionRules.map((rule) => ({
  rule,
  groups: rule.needs.map((group) => group.map((need) => needed.indexOf(need))),
}))

function hitsIn(layer: TextLayer): Hit[] {
  const present = finder.find(layer.text)
  const hits: Hit[] = []
  for (const { rule, groups } of indexed) {
    if (!groups.every((group) => group.some((index) => present[index] === 1))) continue
    const { pattern } = rule
    pattern.lastIndex = 0
    for (let count = 0; count < maxMatches; count++) {
      const match = pattern.exec(layer.text)
      if (match === null) break
      const start = match.index
      const end = start + match[0].length
      if (end === start) pattern.lastIndex++
      const confidence = rule.confidence * (isQuotedExample(layer, start, end) ? 0.4 : 1)
      hits.push({ rule, layer, start, end, confidence })
    }
  }
  return hits
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
