/** Who is asking: the identity behind an API key. */
import type { Scope } from './scopes.ts'

/** A tenant's mode: sandbox costs nothing and sends nothing. */
export const modes = ['live', 'sandbox'] as const
export type Mode = (typeof modes)[number]

/** What a query may see: one tenant, or one inbox of it. Every query of the API is bound to one. */
export interface Reach {
  tenantId: string
  /** Null: all inboxes of the tenant. */
  inboxId: string | null
}

/** The identity behind an API key. It never changes while the key exists, so that it may be kept in memory. */
export interface Principal extends Reach {
  keyId: string
  /** SHA-256 of the key, lowercase hex. */
  keyHash: string
  accountId: string
  mode: Mode
  userId: string
  scopes: Scope[]
  /** ISO 8601; null: never. */
  expiresAt: string | null
  /** Whether it is a person who is signed in, whose key stands in a cookie. */
  session?: true
}
