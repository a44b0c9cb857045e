/** GET /attachments/{attachment_id} */

import { downloadableAttachment } from '../../../domain/attachment.ts'
import { apiPrefix } from '../../../domain/endpoints.ts'
import { isId } from '../../../domain/ids.ts'
import { assertReadable } from '../../../domain/withheld.ts'
import { assertDownloadable, signAttachmentLink } from '../../../flow/message/attachment-link.ts'
import { findAttachment } from '../../../store/attachment.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

export const getAttachmentEndpoint = defineEndpoint({
  name: 'get_attachment',
  tag: 'Attachments',
  summary: 'Get an attachment',
  description:
    'Returns the metadata of an attachment, with a signed address to download it that is valid for 15 minutes. Nobody can download an infected attachment, even after the message was released. If the inbound message is withheld, the key needs the scope `messages:read_withheld`.',
  status: 200,
  answer: downloadableAttachment,
  errors: ['not_found', 'message_withheld', 'attachment_unavailable', 'attachment_infected'],
  // Whoever has the address has the file.
  reads: ({ message_id }) => [message_id],
  handle: async ({ deps: { database, keyring }, principal, path, publicUrl }) => {
    const id = path('attachment_id')
    const { attachment, hold } = found(
      isId('attachment', id) ? await findAttachment(database, principal, id) : undefined,
    )
    assertReadable(principal, hold)
    assertDownloadable({ scanStatus: attachment.scan_status })
    const { token, expiresAt } = signAttachmentLink(keyring, principal.tenantId, id)
    const url = `${publicUrl}${apiPrefix}/attachments/${id}/download?token=${token}`
    return { ...attachment, download_url: url, download_url_expires_at: expiresAt }
  },
})
