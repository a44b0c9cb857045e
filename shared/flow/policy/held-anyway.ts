/** Whether a message was withheld whatever policies said of it: then one more that withholds it changes nothing. */
import { heldFactsOf, withheldReasons } from '../../domain/withheld-reasons.ts'
import type { RiskBounds } from '../../judge/verdict.ts'
import type { JudgedMessage } from '../../store/policy-subject.ts'

/** By its score, its level, the antivirus, a check without an answer, or what it answers. */
export function isHeldAnyway(
  { verdict, riskScore, detections, approvalReasons }: JudgedMessage,
  bounds: RiskBounds,
): boolean {
  const reasons =
    approvalReasons ??
    (verdict === 'withheld'
      ? withheldReasons(
          heldFactsOf(riskScore === null ? null : { risk_score: riskScore, detections }),
          bounds,
        )
      : [])
  return reasons.some((reason) => reason !== 'policy')
}
