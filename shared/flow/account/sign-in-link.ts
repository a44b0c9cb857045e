/** Links that sign in: each is signed for one row of the database, and for nothing else. */
import { idPrefixes, isId } from '../../domain/ids.ts'
import type { Keyring } from '../../lib/keyring.ts'

/** Where links lead, and people without one. */
export const signInPath = '/dashboard/sign-in'

/** The id without its prefix, and the signature (HMAC-SHA-256, base64url). */
const shape = /^([0-9a-z]{26})\.([A-Za-z0-9_-]{43})$/

/** The token of the link `id`: of the characters that a path may have as they are. */
export const makeSignInToken = (keyring: Keyring, id: string): string =>
  `${id.slice(4)}.${keyring.sign('sign_in', id)}`

/** The id of the link that a token is of; null where it isn't of our making. */
export function readSignInToken(keyring: Keyring, token: string): string | null {
  const match = shape.exec(token)
  if (match === null) return null
  const id = `${idPrefixes.signInLink}_${match[1]}`
  return isId('signInLink', id) && keyring.verify('sign_in', id, match[2]!) ? id : null
}
