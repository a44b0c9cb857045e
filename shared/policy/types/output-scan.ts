/** The policy type `output_scan`: it fires on outbound mail that the chosen detectors find too much in. */
import { z } from 'zod'
import { outputDetectors } from '../../domain/policy.ts'
import { definePolicy } from '../policy-type.ts'

/** The score up to which mail counts as clean unless the operator says otherwise. */
const defaultMaxScore = 30

const outputScanConfig = z.strictObject({
  detectors: z
    .array(z.enum(outputDetectors))
    .min(1)
    .max(outputDetectors.length)
    .meta({ description: 'What to look for.', examples: [['secrets', 'pii']] }),
  max_score: z
    .int()
    .min(0)
    .max(100)
    .default(defaultMaxScore)
    .meta({
      description: 'It fires when the findings of these detectors come to a score above it.',
      examples: [30],
    }),
})

export const outputScan = definePolicy({
  type: 'output_scan',
  description:
    'Fires on outbound mail in which the chosen detectors find too much. It is outbound only. When one of them gives no answer, it fires too.',
  actions: ['block', 'withhold', 'flag'],
  direction: 'outbound',
  stages: ['message'],
  config: outputScanConfig,
  evaluate({ policyId, config }, subject) {
    if (subject.stage === 'rcpt' || subject.direction === 'inbound') return null
    const detectors = config.detectors.join(', ')
    const score = subject.scanScores[policyId] ?? null
    if (score === null) return `The message could not be scanned by ${detectors}.`
    if (score <= config.max_score) return null
    return `The output scan (${detectors}) gives a score of ${score}; ${config.max_score} is the most allowed.`
  },
})
