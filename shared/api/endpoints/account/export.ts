/** GET /account/export */

import { exportAccount } from '../../../flow/account/export.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { streamed } from '../../streamed.ts'

export const exportAccountEndpoint = defineEndpoint({
  name: 'export_account',
  tag: 'Account',
  summary: 'Export the account',
  description:
    'A tar archive of all the account has, in both modes: `account.json`, a line of JSON for every row (`live/messages-00001.ndjson` and so on), the audit log with its chain, and the original of every message (`live/mail/{inbox_id}/{message_id}.eml`), withheld ones included. Secrets and key hashes are not in it, nor the originals of infected messages and of those not scanned yet: `mail_omitted` names these. It needs a live key that is not limited to one inbox and has every scope to read. An export that was cut off lacks the two blocks of zeros that end an archive.',
  status: 200,
  answer: { contentType: 'application/x-tar', description: 'The archive.' },
  wholeAccount: true,
  errors: [],
  handle: async ({ deps: { reads }, principal, withoutContent, signal }) =>
    streamed(
      { withoutContent, signal },
      { contentType: 'application/x-tar', filename: 'account.tar' },
      exportAccount(reads.export({ tenantId: principal.tenantId, signal }), principal),
    ),
})
