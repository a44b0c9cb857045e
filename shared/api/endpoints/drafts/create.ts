/** POST /inboxes/{slug}/drafts */

import { createDraftBody, draft } from '../../../domain/draft.ts'
import { limits } from '../../../domain/limits.ts'
import { makeDraft } from '../../../flow/outbound/drafts/change.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { showDraft } from './show.ts'

export const createDraftEndpoint = defineEndpoint({
  name: 'create_draft',
  tag: 'Drafts',
  summary: 'Create a draft',
  description: `Keeps a message that is not ready to be sent. It takes the fields of a new message, and none is required yet: what is missing, or can't be sent, is told when you send it. An inbox holds up to ${limits.draftsPerInbox} drafts. Those that nobody touches go after the \`retention_days\` of the inbox.`,
  body: createDraftBody,
  bodyBytes: limits.draftBodyBytes,
  status: 201,
  answer: draft,
  errors: ['not_found', 'message_too_large', 'quota_exceeded'],
  handle: async ({ deps: { database, outbound }, principal, path, body }) =>
    showDraft(found(await makeDraft({ database, quotas: outbound.quotas }, principal, path('slug'), body))),
})
