/** GET /attachments/{attachment_id} */
import { downloadableAttachment } from '../../../../shared/domain/attachment.ts'
import { isId } from '../../../../shared/domain/ids.ts'
import { assertDownloadable, signAttachmentLink } from '../../../../shared/flow/inbound/attachment-link.ts'
import { findAttachment } from '../../../../shared/store/attachment.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { publicUrl } from '../../public-url.ts'
import { apiPrefix } from '../../register.ts'

export const getAttachmentEndpoint = defineEndpoint({
  name: 'get_attachment',
  tag: 'Attachments',
  summary: 'Get an attachment',
  description:
    'Its metadata, with a signed address of its content that is valid for 15 minutes. An infected attachment is never downloadable, not even after the message was released.',
  status: 200,
  answer: downloadableAttachment,
  errors: ['not_found', 'attachment_unavailable', 'attachment_infected'],
  handle: async ({ deps: { config, database, keyring }, principal, path, request }) => {
    const id = path('attachment_id')
    const attachment = found(
      isId('attachment', id) ? await findAttachment(database, principal, id) : undefined,
    )
    assertDownloadable({ scanStatus: attachment.scan_status })
    const { token, expiresAt } = signAttachmentLink(keyring, principal.tenantId, id)
    const url = `${publicUrl(config, request)}${apiPrefix}/attachments/${id}/download?token=${token}`
    return { ...attachment, download_url: url, download_url_expires_at: expiresAt }
  },
})
