/** GET /feedback/export */

import { exportFeedback } from '../../../flow/feedback/export.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { streamed } from '../../streamed.ts'

export const exportFeedbackEndpoint = defineEndpoint({
  name: 'export_feedback',
  tag: 'Messages',
  summary: 'Export feedback',
  description:
    'Inbound messages labelled `clean`, `injection`, `phishing` or `spam`, by their newest label, one JSON object a line, in the format that `npm run train` reads: `id`, `source`, `licence`, `kind`, `label`, `subject`, `from`, `text`, `group`. An export that was cut off ends without its last chunk.',
  status: 200,
  answer: { contentType: 'application/x-ndjson', description: 'One message a line.' },
  errors: [],
  handle: async ({ deps: { reads }, principal, withoutContent, signal }) =>
    streamed(
      { withoutContent, signal },
      { contentType: 'application/x-ndjson', filename: 'feedback.jsonl' },
      exportFeedback(reads.export({ tenantId: principal.tenantId, signal }), principal),
    ),
})
