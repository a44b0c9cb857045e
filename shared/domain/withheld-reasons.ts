/** Why mail that came in is withheld, told from what is kept of its judgement. */
import type { HoldReason } from './approval.ts'

/** What is kept of a judgement, as far as it tells why a message is withheld. */
export interface HeldFacts {
  risk_score: number | null
  /** A policy that fired blocks or withholds. */
  held_by_policy: boolean
  /** The antivirus could not look at some of it, or nobody could assess it. */
  unanswered: boolean
}

/** What is kept of a judgement. */
interface Kept {
  risk_score: number
  detections: readonly { method: string; result: string }[]
}

/** The facts of an analysis; none is a message that nobody could assess. */
export function heldFactsOf(analysis: Kept | null): HeldFacts {
  const found = (of: (method: string, result: string) => boolean): boolean =>
    analysis?.detections.some(({ method, result }) => of(method, result)) ?? false
  return {
    risk_score: analysis?.risk_score ?? null,
    held_by_policy: found(
      (method, result) => method === 'policy' && (result === 'block' || result === 'withhold'),
    ),
    unanswered: found(
      (method, result) => method === 'pipeline' || (method === 'clamav' && result === 'error'),
    ),
  }
}

/** Each reason for which a message is withheld; where nothing else is one, it is flagged, and the level of its inbox withholds that. */
export function withheldReasons(
  { risk_score, held_by_policy, unanswered }: HeldFacts,
  { withholdAbove }: { withholdAbove: number },
): HoldReason[] {
  const reasons: HoldReason[] = [
    ...(risk_score !== null && risk_score > withholdAbove ? (['risk'] as const) : []),
    ...(held_by_policy ? (['policy'] as const) : []),
    ...(risk_score === null || unanswered ? (['unjudged'] as const) : []),
  ]
  return reasons.length === 0 ? ['level'] : reasons
}
