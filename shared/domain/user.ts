/** The users of an account: their roles, what each may do, and the contract. */
import { z } from 'zod'
import type { Principal } from './principal.ts'
import { type Scope, scopes } from './scopes.ts'
import { timestamp } from './timestamp.ts'

export const roles = ['owner', 'reviewer', 'viewer'] as const
export type Role = (typeof roles)[number]

const reads = scopes.filter((scope) => scope.includes(':read'))

/** What somebody of a role may do who is signed in. */
export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  owner: scopes,
  reviewer: [...reads, 'approvals:write'],
  viewer: reads,
}

/** The identity behind a key that may do no more than `most`, whatever its user was when they made it. */
export function atMost(principal: Principal, most: readonly Scope[]): Principal {
  const scopes = principal.scopes.filter((scope) => most.includes(scope))
  return scopes.length === principal.scopes.length ? principal : { ...principal, scopes }
}

const role = z.enum(roles).meta({
  id: 'Role',
  description:
    'What somebody may do who is signed in: a `viewer` reads; a `reviewer` decides, too, what waits for a person (`approvals:write`); an `owner` has all scopes.',
})

export const noticeChoices = ['each', 'hourly', 'daily', 'none'] as const
export type Notices = (typeof noticeChoices)[number]

/** Seconds between two digests. */
export const digestSeconds = { hourly: 3_600, daily: 86_400 }

const notices = z.enum(noticeChoices).meta({
  id: 'Notices',
  description:
    'How somebody is told by mail of what waits for a person: `each`: a notice of each message that waits for approval. `hourly`, `daily`: a digest of all that waits then, if anything does, withheld mail included; the first an hour, or a day, after it was chosen. `none`: not at all.',
})

export const user = z
  .object({
    id: z.string().meta({ description: 'Prefix `usr_`.', examples: ['usr_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    email: z.string().meta({ examples: ['grace@acme.example'] }),
    role,
    notices,
    email_confirmed_at: timestamp.nullable().meta({
      description: 'Null: nobody has signed in by a link that was mailed to it, or confirmed it otherwise.',
      examples: [null],
    }),
    sessions: z.int().meta({ description: 'Browsers in which they are signed in.', examples: [0] }),
    api_keys: z.int().meta({
      description: 'API keys that belong to them, in both modes.',
      examples: [0],
    }),
    created_at: timestamp,
  })
  .meta({ id: 'User', description: 'Somebody who can sign in to the dashboard.' })
export type User = z.output<typeof user>

export const userList = z.object({ users: z.array(user) }).meta({ id: 'UserList' })

export const createUserBody = z
  .strictObject({
    email: z
      .email('must be an email address')
      .max(254)
      .meta({ examples: ['grace@acme.example'] }),
    role,
  })
  .meta({ id: 'CreateUser', examples: [{ email: 'grace@acme.example', role: 'reviewer' }] })
export type CreateUser = z.output<typeof createUserBody>

export const updateUserBody = z
  .strictObject({ role })
  .meta({ id: 'UpdateUser', examples: [{ role: 'viewer' }] })

export const updateOwnUserBody = z
  .strictObject({ notices })
  .meta({ id: 'UpdateOwnUser', examples: [{ notices: 'daily' }] })

export const deleteUserQuery = z.strictObject({
  api_keys: z.enum(['revoke', 'keep']).default('revoke').meta({
    description:
      'What becomes of the API keys that belong to the user, in both modes. Kept ones go on working, within the role that the user had: whoever has seen them can use them.',
  }),
})
