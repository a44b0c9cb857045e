/** Where the structural rules match in the layers of a message. */
import type { TextLayer } from '../text-layers.ts'
import { WordGroups } from '../word-finder.ts'
import { doubtOf, doubtOfReport } from './doubt.ts'
import { injectionRules } from './index.ts'
import { doubtOfPeople } from './people.ts'
import type { InjectionRule } from './rule.ts'

/** Matches of one pattern in one layer that are looked at. */
const maxMatches = 20
/** Characters by which the stretch over a text moves on, and by which stretches overlap. */
const stride = 700
const overlap = 400

/** A match of a rule in a layer, and how sure it is after all that speaks against it. */
export interface Hit {
  rule: Pick<InjectionRule, 'result'>
  layer: TextLayer
  start: number
  end: number
  confidence: number
}

/** Each group of needed words once, and each rule with the places of its own among them. */
const groups = new WordGroups()
const needsOf = injectionRules.map(({ needs }) => needs.map((group) => groups.placeOf(group)))
const finder = groups.finder()
/** Of each rule the group that fewest texts have, near enough: that of the fewest words. Most rules end there. */
const firstNeeds = Int32Array.from(injectionRules, ({ needs }) => rarestOf(needs))

function rarestOf(needs: readonly (readonly string[])[]): number {
  const [rarest = []] = needs.toSorted((a, b) => a.length - b.length)
  return groups.placeOf(rarest)
}

/**
 * Tries each rule on stretches of the text that have all the words it needs; stretches overlap by more
 * than a match is long.
 */
export function hitsIn(layer: TextLayer): Hit[] {
  const { text } = layer
  const hits: Hit[] = []
  const counts = new Map<InjectionRule, number>()
  for (let from = 0, to = 0; from === 0 || to < text.length; from = nextStart(text, from)) {
    to = Math.min(text.length, from + stride + overlap)
    const last = to === text.length
    const present = finder.find(text, from, to)
    // A mark in front, so that a pattern's `^` is the start of the text and not that of the stretch.
    const shift = from === 0 ? 0 : 1
    let stretch = ''
    for (let index = 0; index < firstNeeds.length; index++) {
      if (present[firstNeeds[index]!] === 0 || !hasAll(present, needsOf[index]!)) continue
      const rule = injectionRules[index]!
      if (stretch === '') stretch = (shift === 1 ? '\u0001' : '') + text.slice(from, to)
      const { pattern } = rule
      pattern.lastIndex = 0
      for (let match = pattern.exec(stretch); match !== null; match = pattern.exec(stretch)) {
        const count = counts.get(rule) ?? 0
        if (count >= maxMatches || (!last && match.index >= stride + shift)) break
        counts.set(rule, count + 1)
        const start = from + match.index - shift
        const end = start + match[0].length
        const doubt = Math.min(
          doubtOf(layer, start, end),
          endsQuoted(rule.result, match[0]) ? doubtOf(layer, end - 1, end) : 1,
          doubtOfReport(layer, rule.result, start, end),
          doubtOfPeople(text, rule.result, start, end),
        )
        if (doubt > 0) hits.push({ rule, layer, start, end, confidence: rule.confidence * doubt })
      }
    }
  }
  return hits
}

/**
 * Whether what a match ends with may be the quoted part of it: a result behind its announcement, an order behind those whom
 * it went to. JSON has marks of its own.
 */
const endsQuoted = (result: string, matched: string): boolean =>
  (result === 'invented_result' && !/"\s?[:,]/.test(matched)) ||
  (result === 'third_person' && matched.includes('"'))

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
