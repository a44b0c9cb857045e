/** GET /attachments/{attachment_id}/download */
import { z } from 'zod'
import { followAttachmentLink } from '../../../flow/message/attachment-link.ts'
import { defineEndpoint, found } from '../../endpoint.ts'

const downloadQuery = z.strictObject({
  token: z.string().min(1).max(1_000).meta({ description: 'Signature, from `download_url`.' }),
})

export const downloadAttachmentEndpoint = defineEndpoint({
  name: 'download_attachment',
  tag: 'Attachments',
  summary: "Download an attachment's content",
  description:
    'Needs no API key, because the address in `download_url` is signed. The service checks the result of the virus scan again at the time of the download.',
  query: downloadQuery,
  status: 200,
  answer: { contentType: '*/*', description: 'The content with its own type, as a file to be saved.' },
  errors: ['forbidden', 'not_found', 'attachment_unavailable', 'attachment_infected'],
  handle: async ({ deps, query, path }) => {
    const file = found(await followAttachmentLink(deps, path('attachment_id'), query.token))
    return { kind: 'file', ...file }
  },
})
