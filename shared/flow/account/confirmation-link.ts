/** Links that confirm an address: each is signed for one user, one address and one time, and for nothing else. */
import { hash } from 'node:crypto'
import { idPrefixes, isId } from '../../domain/ids.ts'
import type { Keyring } from '../../lib/keyring.ts'

/** What a link stands for. */
export interface ConfirmationLink {
  accountId: string
  userId: string
  /** See {@link addressMark}. */
  address: string
  /** Milliseconds since 1970; whole seconds. */
  expiresAt: number
}

/** Identifiers without prefixes, the address's mark, the time in base 36, and the signature (HMAC-SHA-256, base64url). */
const shape = /^([0-9a-z]{26})\.([0-9a-z]{26})\.([0-9a-f]{16})\.([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/

/** Tells an address from another that the user may have later, and doesn't say it. */
export const addressMark = (email: string): string => hash('sha256', email, 'hex').slice(0, 16)

/** The token of a link: of the characters that a path may have as they are, fewer than 200. */
export function makeConfirmationToken(
  keyring: Keyring,
  { accountId, userId, address, expiresAt }: ConfirmationLink,
): string {
  const seconds = Math.floor(expiresAt / 1_000).toString(36)
  const text = [accountId.slice(4), userId.slice(4), address, seconds].join('.')
  return `${text}.${keyring.sign('email_confirmation', text)}`
}

/** What a token stands for, whatever the time; null where it isn't of our making. */
export function readConfirmationToken(keyring: Keyring, token: string): ConfirmationLink | null {
  const match = shape.exec(token)
  if (match === null) return null
  const text = token.slice(0, token.lastIndexOf('.'))
  if (!keyring.verify('email_confirmation', text, match[5]!)) return null
  const accountId = `${idPrefixes.account}_${match[1]}`
  const userId = `${idPrefixes.user}_${match[2]}`
  if (!isId('account', accountId) || !isId('user', userId)) return null
  return { accountId, userId, address: match[3]!, expiresAt: Number.parseInt(match[4]!, 36) * 1_000 }
}
