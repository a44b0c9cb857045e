/** GET /account/export */

import { exportAccount } from '../../../flow/account/export.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { streamed } from '../../streamed.ts'

export const exportAccountEndpoint = defineEndpoint({
  name: 'export_account',
  tag: 'Account',
  summary: 'Export the account',
  description:
    'Returns a tar archive of everything the account has, in both modes: `account.json`, a line of JSON for every row (`live/messages-00001.ndjson` and so on), the audit log with its chain, and the original of every message (`live/mail/{inbox_id}/{message_id}.eml`), withheld ones included. It contains no secrets and no key hashes. It also leaves out the originals of messages that are infected or not scanned yet, and lists them in `mail_omitted`. You need a live key that is not limited to one inbox and has every scope to read. If an export was cut off, the two blocks of zeros at the end of the archive are missing.',
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
