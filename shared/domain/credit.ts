/** Credits: the balance and its ledger, the contract. */
import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'
import { timestamp } from './timestamp.ts'

export const creditBalance = z
  .object({
    balance: z
      .int()
      .meta({ description: 'Credits that remain once this request is paid for.', examples: [994] }),
    plan: z.string().meta({ examples: ['free'] }),
    updated_at: timestamp,
  })
  .meta({ id: 'CreditBalance' })

export const creditEntry = z
  .object({
    id: z.string().meta({ description: 'Prefix `crd_`.', examples: ['crd_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    amount: z.int().meta({ description: 'Negative: consumed. Positive: granted.', examples: [-5] }),
    reason: z.string().meta({ description: 'The operation.', examples: ['create_inbox'] }),
    balance_after: z.int().meta({ examples: [995] }),
    reference: z
      .string()
      .nullable()
      .meta({
        description: 'The resource or request it was for.',
        examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'],
      }),
    created_at: timestamp,
  })
  .meta({ id: 'CreditEntry' })

export const creditEntryPage = pageOf('entries', creditEntry).meta({ id: 'CreditEntryPage' })

export const creditHistoryQuery = z.strictObject(pageQuery)
