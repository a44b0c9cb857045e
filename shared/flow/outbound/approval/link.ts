/** Links to the page of an approval: each is signed for one approval, one reviewer and one time, and for nothing else. */
import { idPrefixes, isId } from '../../../domain/ids.ts'
import type { Keyring } from '../../../lib/keyring.ts'

/** What a link stands for. */
export interface ReviewLink {
  tenantId: string
  approvalId: string
  noticeId: string
  userId: string
  /** Milliseconds since 1970; whole seconds. */
  expiresAt: number
}

/** What whoever has the link may do: look, and resolve or edit. Part of what is signed. */
const scope = 'review'
const kinds = ['tenant', 'approval', 'notice', 'user'] as const
/** Identifiers without prefixes, the time in base 36, and the signature (HMAC-SHA-256, base64url). */
const shape =
  /^([0-9a-z]{26})\.([0-9a-z]{26})\.([0-9a-z]{26})\.([0-9a-z]{26})\.([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/

/** The token of a link: of the characters that a path may have as they are, fewer than 200. */
export function makeReviewToken(keyring: Keyring, link: ReviewLink): string {
  const { tenantId, approvalId, noticeId, userId, expiresAt } = link
  const ids = [tenantId, approvalId, noticeId, userId].map((id) => id.slice(4))
  const text = [...ids, Math.floor(expiresAt / 1_000).toString(36)].join('.')
  return `${text}.${keyring.sign('review_link', `${scope} ${text}`)}`
}

/** What a token stands for, whatever the time; null where it isn't of our making. */
export function readReviewToken(keyring: Keyring, token: string): ReviewLink | null {
  const match = shape.exec(token)
  if (match === null) return null
  const text = token.slice(0, token.lastIndexOf('.'))
  if (!keyring.verify('review_link', `${scope} ${text}`, match[6]!)) return null
  const ids = kinds.map((kind, i) => `${idPrefixes[kind]}_${match[i + 1]}`)
  if (!ids.every((id, i) => isId(kinds[i]!, id))) return null
  const [tenantId, approvalId, noticeId, userId] = ids as [string, string, string, string]
  return { tenantId, approvalId, noticeId, userId, expiresAt: Number.parseInt(match[5]!, 36) * 1_000 }
}
