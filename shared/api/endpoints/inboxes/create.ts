/** POST /inboxes */

import { createInboxBody, inbox } from '../../../domain/inbox.ts'
import { limits } from '../../../domain/limits.ts'
import { createInbox } from '../../../flow/inbox/create.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { showInbox } from './show.ts'

export const createInboxEndpoint = defineEndpoint({
  name: 'create_inbox',
  tag: 'Inboxes',
  summary: 'Create an inbox',
  description:
    'The inbox receives mail at `{slug}@{inbox_domain}` at once, in any letter case and with any `+tag`. Live and sandbox share slugs: one that your sandbox has is `slug_taken` in live, and the other way round. A slug that another account had is `slug_taken` for a while (90 days by default). To set `webhook_url` or `webhook_events`, the key also needs `webhooks:write`.',
  body: createInboxBody,
  bodyBytes: limits.metadataBodyBytes,
  status: 201,
  answer: inbox,
  errors: ['slug_taken', 'quota_exceeded'],
  handle: async ({ deps, principal, body }) => {
    const slugQuarantineDays = deps.config.SLUG_QUARANTINE_DAYS
    const inboxQuota = deps.config.QUOTA_INBOXES
    return showInbox(
      deps.config,
      await createInbox({ ...deps, slugQuarantineDays, inboxQuota }, principal, body),
    )
  },
})
