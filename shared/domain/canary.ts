/** The canary of an inbox: the contract. */
import { z } from 'zod'
import { timestamp } from './timestamp.ts'

export const canary = z
  .object({
    inbox_id: z.string().meta({ examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    token: z.string().meta({
      description:
        'To be put where the agent can read it and has no reason to repeat it: its instructions, its memory, among its secrets.',
      examples: ['AC-XXXXXX-XXXXXX-XXXXXX-XXXXXX'],
    }),
    generation: z.int().meta({ description: 'How often it was rotated.', examples: [0] }),
    rotated_at: timestamp.nullable(),
  })
  .meta({ id: 'Canary' })
