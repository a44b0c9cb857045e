/** The security analysis in the words of event payloads (specification, Events, Payload). */
import { z } from 'zod'
import { type RiskLevel, riskLevel, type SecurityAnalysis } from '../domain/analysis.ts'

export const analysisSummary = z.object({
  score: z.int().meta({ description: 'From 0 to 100.', examples: [0] }),
  risk_score: z
    .int()
    .meta({ description: 'The same as `score`, by the name it has in a message.', examples: [0] }),
  level: z.enum(['low', 'medium', 'high']),
  summary: z.string().meta({ examples: ['No risk found.'] }),
})

/** What of an analysis stands in a payload. */
export function summarised({ risk_score, summary }: Pick<SecurityAnalysis, 'risk_score' | 'summary'>): {
  score: number
  risk_score: number
  level: RiskLevel
  summary: string
} {
  return { score: risk_score, risk_score, level: riskLevel(risk_score), summary }
}
