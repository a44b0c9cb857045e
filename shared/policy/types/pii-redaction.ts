/** The policy type `pii_redaction`: it takes values of chosen kinds out of a message, or fires where there are any. */
import { z } from 'zod'
import { entities } from '../../domain/entity.ts'
import { limits } from '../../domain/limits.ts'
import { direction } from '../direction.ts'
import { definePolicy } from '../policy-type.ts'

export const piiRedactionConfig = z.strictObject({
  entities: z
    .array(z.enum(entities))
    .min(1)
    .max(entities.length)
    .meta({ description: 'Kinds of value.', examples: [['email', 'phone', 'credit_card', 'iban']] }),
  direction,
  replacement: z
    .string()
    .max(limits.policyReplacementCharacters)
    .regex(/^[^<>&\p{Cc}\u2028\u2029]*$/u, 'must be one line without < > and &')
    .default('[REDACTED:{type}]')
    .meta({
      description:
        'What stands for a value: `{type}` becomes its kind (`CREDIT_CARD`), `{n}` its number among those of its kind.',
      examples: ['[REDACTED:{type}]'],
    }),
})

export const piiRedaction = definePolicy({
  type: 'pii_redaction',
  description:
    'With action `redact`, values of the chosen kinds are replaced in what is delivered or sent (subject, bodies and HTML; of what is sent also values of `X-` fields and names of attachments); the original of an inbound message stays readable with the scope `approvals:read`. With any other action it fires on messages that hold such a value.',
  actions: ['redact', 'block', 'withhold', 'flag'],
  stages: ['message'],
  config: piiRedactionConfig,
  evaluate({ policyId, action, config }, subject) {
    if (subject.stage === 'rcpt') return null
    const found = config.entities.filter((entity) => subject.entities.includes(entity))
    if (action !== 'redact')
      return found.length === 0 ? null : `The message holds ${found.map(named).join(', ')}.`
    if (!subject.redacted.includes(policyId)) return null
    return 'Personal data or secrets of the chosen kinds were replaced.'
  },
})

const named = (entity: string): string => entity.replaceAll('_', ' ')
