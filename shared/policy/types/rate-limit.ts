/** The policy type `rate_limit`: it fires on what comes after so many messages in a while. */
import { z } from 'zod'
import { limits } from '../../domain/limits.ts'
import { direction } from '../direction.ts'
import { definePolicy } from '../policy-type.ts'

export const rateLimitConfig = z.strictObject({
  max_messages: z
    .int()
    .min(0)
    .max(limits.policyMaxMessages)
    .meta({ description: 'Messages in a window that it does not fire on.', examples: [100] }),
  window_seconds: z
    .int()
    .min(1)
    .max(limits.policyWindowSeconds)
    .meta({ description: 'Length of a window; it begins with its first message.', examples: [3_600] }),
  per: z.enum(['inbox', 'counterparty']).default('inbox').meta({
    description:
      'What is counted: the messages of each inbox, or of each counterparty (inbound: envelope sender; outbound: each recipient).',
  }),
  direction,
})

export const rateLimit = definePolicy({
  type: 'rate_limit',
  description:
    'Fires on messages beyond `max_messages` in a window. Inbound, mail that was accepted counts; outbound, sends. Each direction has its own count.',
  actions: ['block', 'withhold', 'flag'],
  // At RCPT the count is looked at, and when the message is taken it is made: the store does both.
  stages: ['message'],
  config: rateLimitConfig,
  evaluate({ policyId, config }, subject) {
    if (subject.stage === 'rcpt' || !subject.exceeded.includes(policyId)) return null
    return rateReason(config)
  },
})

/** Why a rate limit fires. */
export function rateReason({ max_messages, window_seconds, per }: z.output<typeof rateLimitConfig>): string {
  const whose = per === 'inbox' ? 'the inbox' : 'this counterparty'
  return `More than ${max_messages} messages in ${window_seconds} seconds for ${whose}.`
}
