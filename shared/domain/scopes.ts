/** Scopes: what an API key may do. */
import { z } from 'zod'
import { ServiceError } from './errors.ts'

export const scopes = [
  'inboxes:read',
  'inboxes:write',
  'messages:read',
  'messages:write',
  'messages:read_withheld',
  'threads:read',
  'policies:read',
  'policies:write',
  'approvals:read',
  'approvals:write',
  'audit:read',
  'api_keys:read',
  'api_keys:write',
  'billing:read',
  'billing:write',
  'webhooks:read',
  'webhooks:write',
  'account:read',
  'account:write',
] as const
export type Scope = (typeof scopes)[number]

/** What a key may do when its creator names no scopes: what an agent needs, and no release of its own mail. */
export const agentScopes: readonly Scope[] = [
  'inboxes:read',
  'messages:read',
  'messages:write',
  'threads:read',
]

export const scopeSchema = z.enum(scopes).meta({ id: 'Scope', description: 'What an API key may do.' })

/** The answer to a key without a scope that it needs. */
export const lacksScope = (scope: Scope): ServiceError =>
  new ServiceError('forbidden', `The API key lacks the scope ${scope}.`)

/** The same where the key has it, and its user's role no more. */
export const beyondRole = (scope: Scope): ServiceError =>
  new ServiceError(
    'forbidden',
    `The API key has the scope ${scope}, but the role of the user that it belongs to does not.`,
  )

/** The same to somebody who is signed in. */
export const roleTooLittle = (): ServiceError =>
  new ServiceError('forbidden', 'Your role does not let you do this.')
