/** Signed links to the content of attachments: good for a while, for one attachment, and never for a virus. */
import { ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { AttachedContent } from '../../mail/attachment-content.ts'
import { type AttachmentContent, findAttachmentContent } from '../../store/attachment.ts'
import { findBlob } from '../../store/blobs.ts'
import type { Database } from '../../store/database.ts'

/** What the link of an attachment carries: whose it is, until when, and our signature of both. */
export interface AttachmentLink {
  token: string
  /** ISO 8601. */
  expiresAt: string
}

/** A link to an attachment, valid from now for `limits.downloadUrlSeconds`. */
export function signAttachmentLink(keyring: Keyring, tenantId: string, attachmentId: string): AttachmentLink {
  const expires = Math.floor(Date.now() / 1_000) + limits.downloadUrlSeconds
  const payload = Buffer.from(JSON.stringify([tenantId, expires])).toString('base64url')
  const token = `${payload}.${keyring.sign('download_url', `${attachmentId}.${payload}`)}`
  return { token, expiresAt: new Date(expires * 1_000).toISOString() }
}

/** The tenant of a link. @throws ServiceError `forbidden` where it was altered, or has expired. */
function readAttachmentLink(keyring: Keyring, attachmentId: string, token: string): string {
  const [payload = '', signature = ''] = token.split('.')
  const refused = () => new ServiceError('forbidden', 'The download link is invalid or has expired.')
  if (!keyring.verify('download_url', `${attachmentId}.${payload}`, signature)) throw refused()
  const [tenantId, expires] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as [
    string,
    number,
  ]
  if (expires * 1_000 < Date.now()) throw refused()
  return tenantId
}

/** @throws ServiceError `attachment_infected`, `attachment_unavailable`: as of now, however old a link is. */
export function assertDownloadable({ scanStatus }: Pick<AttachmentContent, 'scanStatus'>): void {
  if (scanStatus === 'infected') throw new ServiceError('attachment_infected')
  if (scanStatus === 'pending') throw new ServiceError('attachment_unavailable')
}

/** Reads a part of a raw message; null where there is none. */
export interface AttachmentReader {
  attachment(raw: Uint8Array, index: number): Promise<AttachedContent | null>
}

/**
 * The content that a link leads to; undefined where it is gone.
 * @throws ServiceError `forbidden`, `attachment_infected`, `attachment_unavailable`.
 */
export async function followAttachmentLink(
  parts: { database: Database; keyring: Keyring; parser: AttachmentReader },
  attachmentId: string,
  token: string,
): Promise<{ content: Uint8Array; filename: string; contentType: string } | undefined> {
  const tenantId = readAttachmentLink(parts.keyring, attachmentId, token)
  const attachment = await findAttachmentContent(parts.database, tenantId, attachmentId)
  if (attachment === undefined) return undefined
  assertDownloadable(attachment)
  const raw = await findBlob(parts.database, tenantId, attachment.messageId)
  const file = raw === null ? null : await parts.parser.attachment(raw, attachment.index)
  return file === null ? undefined : { ...attachment, content: file.content }
}
