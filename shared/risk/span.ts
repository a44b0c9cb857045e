/** A found value: what it is and where it stands. */
import type { Entity } from './pii/entities.ts'

/** A value in a text: `text.slice(start, end)`, in UTF-16 units. */
export interface Span {
  type: Entity
  start: number
  end: number
  /** From 0 to 1. */
  confidence: number
  /** The rule that found a secret: `github_pat`, `generic_assignment` … */
  rule?: string
}

/**
 * Spans without overlaps, in order: of two that overlap the surer one stays, of equally sure ones the
 * longer, then the earlier in `spans`. A secret that is likely one goes before all else.
 */
export function withoutOverlaps(spans: readonly Span[]): Span[] {
  if (spans.length < 2) return [...spans]
  const ranked = spans.toSorted((a, b) => rank(b) - rank(a) || b.end - b.start - (a.end - a.start))
  const taken: Span[] = []
  // Kept in order of place, so that a neighbour is found by halving.
  for (const span of ranked) {
    let low = 0
    let high = taken.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (taken[middle]!.start < span.start) low = middle + 1
      else high = middle
    }
    const before = taken[low - 1]
    const after = taken[low]
    if (before !== undefined && before.end > span.start) continue
    if (after !== undefined && after.start < span.end) continue
    taken.splice(low, 0, span)
  }
  return taken
}

const rank = ({ type, confidence }: Span): number =>
  confidence + (type === 'secret' && confidence >= 0.8 ? 1 : 0)
