/** Whether a message was withheld whatever policies said of it: then one more that withholds it changes nothing. */
import { heldFactsOf, withheldReasons } from '../../domain/withheld-reasons.ts'
import type { RiskBounds } from '../../judge/verdict.ts'
import type { JudgedMessage } from '../../store/policy-subject.ts'

/** By its score, its level, the antivirus, a check without an answer, or what it answers. */
export function isHeldAnyway(
  { verdict, riskScore, detections, approvalReasons }: JudgedMessage,
  bounds: RiskBounds,
): boolean {
  if (approvalReasons !== null && approvalReasons !== undefined)
    return approvalReasons.some((reason) => reason !== 'policy')
  if (verdict !== 'withheld') return false
  const reasons = withheldReasons(
    heldFactsOf(riskScore === null ? null : { risk_score: riskScore, detections }),
    bounds,
  )
  // The level withholds what is flagged, and a policy alone may have flagged it.
  const isFlagged = (riskScore ?? 0) > bounds.flagAbove
  return reasons.some((reason) => (reason === 'level' ? isFlagged : reason !== 'policy'))
}
