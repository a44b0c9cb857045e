/** Confirming an account's address: what waits for it where SIGNUP is `confirm`, and the contract of asking for the mail. */
import { z } from 'zod'
import type { EndpointName } from './endpoints.ts'

/** How accounts come to be: see the setting SIGNUP. */
export type SignupMode = 'open' | 'confirm' | 'invite' | 'closed'

/** What lets live mail leave, buys, or invites: with a live key, after a mailed link was followed. */
export const needsConfirmation: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'send_message',
  'send_draft',
  'reply_to_message',
  'reply_all_to_message',
  'forward_message',
  'approve',
  'purchase_credits',
  'create_payment_method',
  'subscribe',
  'set_auto_topup',
  // It mails a stranger.
  'create_user',
])

export const confirmationSent = z
  .object({
    email: z.string().meta({ description: 'Where it goes.', examples: ['ops@acme.example'] }),
    link_valid_hours: z.int().meta({ examples: [48] }),
  })
  .meta({ id: 'ConfirmationSent' })
