/** The security analysis of a message: detections, score, verdict. */

/** What a detection rests on: a stretch of the message, quoted, and where it is. */
export interface Evidence {
  /** The part of the message: `subject`, `body`, `html`, `hidden`, `header:<name>`, `attachment:<filename>`, `raw`; or `model`: a language model's own words. */
  where: string
  /** The text found, at most 200 characters. */
  text: string
  /** Offset of `text` in that part, in UTF-16 units, where known. */
  offset?: number
}

/** One finding of one scorer, as the API shows it (`security_analysis`). */
export interface Detection {
  /** The scorer's name: `clamav`, `injection`, `links` … */
  method: string
  /** What it found: `clean`, `infected`, `override_instruction` … */
  result: string
  /** One sentence that a reviewer understands. */
  detail: string
  /** From 0 to 1. */
  confidence: number
  evidence?: Evidence[]
  /** Points it gave to the score; set by `combine`. */
  points?: number
  /** Points it had before they became a share of the score, where they differ: kept with what is stored, and never shown. */
  own?: number
}

/** The security analysis of a message, as stored and shown. */
export interface SecurityAnalysis {
  /** From 0 to 100. */
  risk_score: number
  /** One line that says why. */
  summary: string
  detections: Detection[]
  /** Id of the policy that fired (`pol_`), where one did. */
  triggered_policy?: string
}

/** Word for a score, in the webhook payload. */
export type RiskLevel = 'low' | 'medium' | 'high'

/** The word for a score from 0 to 100: `low` up to 30, `medium` up to 70, `high` above. */
export function riskLevel(score: number): RiskLevel {
  return score <= 30 ? 'low' : score <= 70 ? 'medium' : 'high'
}
