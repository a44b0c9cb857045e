/** The security analysis of a message: the contract. */
import { z } from 'zod'

const evidence = z
  .object({
    where: z.string().meta({ description: 'Part of the message.', examples: ['body'] }),
    text: z.string().meta({ description: 'What was found there, quoted.' }),
    offset: z.int().optional().meta({ description: 'Where in that part, in UTF-16 units.' }),
  })
  .meta({ id: 'Evidence' })

const detection = z
  .object({
    method: z.string().meta({ description: 'The scorer.', examples: ['injection'] }),
    result: z.string().meta({ description: 'What it found.', examples: ['override_instruction'] }),
    detail: z.string().meta({ examples: ['The text tells the reader to ignore earlier instructions.'] }),
    confidence: z.number().meta({ description: 'From 0 to 1.', examples: [0.95] }),
    points: z.number().optional().meta({ description: 'Its share of the risk score.' }),
    evidence: z.array(evidence).optional(),
  })
  .meta({ id: 'Detection' })

export const securityAnalysis = z
  .object({
    risk_score: z
      .int()
      .meta({ description: 'From 0 to 100; above 70 the message is withheld.', examples: [0] }),
    summary: z.string().meta({ examples: ['No risk found.'] }),
    detections: z.array(detection).meta({ examples: [[]] }),
    triggered_policy: z.string().optional().meta({ description: 'The policy that fired, prefix `pol_`.' }),
  })
  .meta({ id: 'SecurityAnalysis' })
