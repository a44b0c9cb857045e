/** Trying a policy on messages that are there before it is made: the API's contract. */
import { z } from 'zod'
import { limits } from '../domain/limits.ts'
import { policyActions } from '../domain/policy.ts'
import { directions } from '../domain/status.ts'
import { timestamp } from '../domain/timestamp.ts'
import { createPolicyBody } from './contract.ts'

export const backtestBody = z
  .strictObject({
    policy: createPolicyBody.meta({
      description:
        'The policy as it would be made. Its `inbox_id` says which messages are looked at: those of that inbox, or of all that the key reaches.',
    }),
    replaces: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'A stored policy that it would take the place of, prefix `pol_`.' }),
    last: z
      .int()
      .min(1)
      .max(limits.backtestMessages)
      .default(limits.backtestMessages)
      .meta({ description: 'How many of the newest messages are looked at.', examples: [50] }),
  })
  .meta({
    id: 'BacktestPolicy',
    examples: [
      {
        policy: {
          name: 'Partners only',
          type: 'domain_allowlist',
          action: 'withhold',
          config: { domains: ['example.com'], direction: 'inbound' },
        },
        last: 50,
      },
    ],
  })
export type Backtest = z.output<typeof backtestBody>

const outcome = z
  .object({
    action: z.enum(policyActions).nullable().meta({ description: 'The most severe one; null: none fires.' }),
    policy_id: z
      .string()
      .nullable()
      .meta({
        description:
          'The stored policy that is the cause of it; null where none fires, or the one given does.',
        examples: [null],
      }),
    reason: z
      .string()
      .nullable()
      .meta({ examples: ['The sender ada@example.org is not on the allow list.'] }),
    effect: z.string().meta({
      description: 'What the policies would make of it.',
      examples: ['The message is withheld.'],
    }),
  })
  .meta({ id: 'PolicyOutcome' })

export const backtestResult = z
  .object({
    looked_at: z.int().meta({ description: 'Messages that were looked at.', examples: [50] }),
    changed: z.int().meta({
      description:
        'How many of them would fare otherwise. What waits for a person whatever policies say (by its score or the level of its inbox, for one) does not because one more flags or withholds it.',
      examples: [1],
    }),
    truncated: z.boolean().meta({
      description: 'Whether time ran out before all were looked at: ask for fewer.',
      examples: [false],
    }),
    messages: z
      .array(
        z
          .object({
            message_id: z.string().meta({ examples: ['msg_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
            inbox_id: z.string().meta({ examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
            direction: z.enum(directions),
            created_at: timestamp,
            before: outcome.meta({ description: 'By the policies that are stored.' }),
            after: outcome.meta({ description: 'With the policy that was given.' }),
          })
          .meta({ id: 'BacktestedMessage' }),
      )
      .meta({ description: 'Those that would fare otherwise, newest first.' }),
  })
  .meta({ id: 'Backtest' })
export type BacktestResult = z.output<typeof backtestResult>
