/** POST /drafts/{draft_id}/send */

import { sendDraft } from '../../../flow/outbound/drafts/send.ts'
import { defineEndpoint, noBody } from '../../endpoint.ts'
import { sends } from '../messages/sent.ts'
import { showMessage } from '../messages/show.ts'

export const sendDraftEndpoint = defineEndpoint({
  name: 'send_draft',
  tag: 'Drafts',
  summary: 'Send a draft',
  description:
    'Sends it as `POST /inboxes/{slug}/messages` would send what it says: judged the same, and answered the same. What it lacks is 422, with `draft.` and the field as path; it stays a draft then, as with any other refusal. A draft is sent once, whoever asks at the same time or later: each further call answers the message that it became, as it stands by then, and costs nothing.',
  body: noBody,
  ...sends,
  handle: async ({ deps, principal, path }) =>
    showMessage(
      deps,
      principal,
      await sendDraft({ ...deps.outbound, database: deps.database }, principal, path('draft_id')),
    ),
})
