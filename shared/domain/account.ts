/** Accounts and signing up: the contract. */
import { z } from 'zod'
import { createdApiKey } from './api-key.ts'
import { type Mode, modes } from './principal.ts'
import { scopes } from './scopes.ts'
import { timestamp } from './timestamp.ts'
import { roles } from './user.ts'

/** Credits an account begins with. */
export const signupCredits = 1_000

export const signUpBody = z
  .strictObject({
    organization_name: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .refine((text) => !/\p{Cc}/u.test(text), 'must not hold line breaks or other control characters')
      .meta({ examples: ['Acme Robotics'] }),
    contact_email: z
      .email('must be an email address')
      .max(254)
      .meta({ examples: ['ops@acme.example'] }),
    invite_code: z
      .string()
      .max(100)
      .optional()
      .meta({
        description: 'Where the operator invites: the code, which makes one account.',
        examples: ['inv_…'],
      }),
  })
  .meta({ id: 'SignUp' })
export type SignUp = z.output<typeof signUpBody>

export const account = z
  .object({
    id: z.string().meta({ description: 'Prefix `acc_`.', examples: ['acc_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    organization_name: z.string().meta({ examples: ['Acme Robotics'] }),
    contact_email: z.string().meta({ examples: ['ops@acme.example'] }),
    credits: z.int().meta({ examples: [signupCredits] }),
    created_at: timestamp,
  })
  .meta({ id: 'Account' })

const firstKey = (mode: Mode, name: string, secret: string): z.output<typeof createdApiKey> => ({
  id: mode === 'live' ? 'key_01ka2b3c4d5e6f7g8h9j0kmnpq' : 'key_01ka2b3c4d5e6f7g8h9j0kmnpr',
  name,
  key_prefix: secret.slice(0, 16),
  scopes: [...scopes],
  mode,
  inbox_id: null,
  user_id: 'usr_01ka2b3c4d5e6f7g8h9j0kmnpq',
  expires_at: null,
  last_used_at: null,
  created_at: '2026-01-31T09:30:00.000Z',
  key: secret,
})

export const signedUp = z
  .object({
    account,
    user: z.object({
      id: z.string().meta({ description: 'Prefix `usr_`.', examples: ['usr_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
      email: z.string().meta({ examples: ['ops@acme.example'] }),
    }),
    api_key: createdApiKey.meta({
      description: 'The first live key, with all scopes.',
      examples: [firstKey('live', 'First live key', 'svc_live_4fJx2Qa9…')],
    }),
    sandbox_api_key: createdApiKey.meta({
      description: 'The first sandbox key, with all scopes.',
      examples: [firstKey('sandbox', 'First sandbox key', 'svc_test_9bTr7Wm3…')],
    }),
  })
  .meta({ id: 'SignedUp' })
export type SignedUp = z.output<typeof signedUp>

export const accountOverview = account
  .extend({
    plan: z.string().meta({ examples: ['free'] }),
    users: z.array(
      z.object({
        id: z.string().meta({ description: 'Prefix `usr_`.', examples: ['usr_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
        email: z.string().meta({ examples: ['ops@acme.example'] }),
        role: z.enum(roles),
        email_confirmed_at: timestamp
          .nullable()
          .meta({ description: 'Null: nobody has followed a link that was mailed to it.' }),
        created_at: timestamp,
      }),
    ),
    tenants: z.array(
      z.object({
        id: z.string().meta({ description: 'Prefix `ten_`.', examples: ['ten_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
        mode: z.enum(modes),
      }),
    ),
  })
  .meta({ id: 'AccountOverview' })
export type AccountOverview = z.output<typeof accountOverview>

export const deleteAccountBody = z
  .strictObject({
    confirm: z
      .string()
      .max(200)
      .meta({
        description: 'The name of the organisation, exactly as `GET /account` shows it.',
        examples: ['Acme Robotics'],
      }),
  })
  .meta({ id: 'DeleteAccount' })
