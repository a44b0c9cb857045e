/** The security analysis in the words of event payloads (specification, Events, Payload). */
import { z } from 'zod'
import type { RiskLevel } from '../domain/analysis.ts'

/** The word for a score from 0 to 100: `low` up to 30, `medium` up to 70, `high` above. */
export function riskLevel(score: number): RiskLevel {
  return score <= 30 ? 'low' : score <= 70 ? 'medium' : 'high'
}

export const analysisSummary = z.object({
  score: z.int().meta({ description: 'From 0 to 100.', examples: [0] }),
  level: z.enum(['low', 'medium', 'high']),
  summary: z.string().meta({ examples: ['No risk found.'] }),
})
