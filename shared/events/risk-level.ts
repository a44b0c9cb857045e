/** The security analysis in the words of event payloads (specification, Events, Payload). */
import { z } from 'zod'

export const analysisSummary = z.object({
  score: z.int().meta({ description: 'From 0 to 100.', examples: [0] }),
  level: z.enum(['low', 'medium', 'high']),
  summary: z.string().meta({ examples: ['No risk found.'] }),
})
