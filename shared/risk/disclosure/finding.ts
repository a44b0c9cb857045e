/** A finding of what a draft tells. */
import type { Detection, Evidence } from '../../domain/analysis.ts'

const maxEvidence = 3

/** None where there is no evidence for it. */
export const found = (
  result: string,
  detail: string,
  confidence: number,
  evidence: Evidence[],
): Detection[] =>
  evidence.length === 0
    ? []
    : [{ method: 'exfiltration', result, detail, confidence, evidence: evidence.slice(0, maxEvidence) }]
