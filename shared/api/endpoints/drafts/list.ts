/** GET /inboxes/{slug}/drafts */

import { draftListQuery, draftPage } from '../../../domain/draft.ts'
import { listDrafts } from '../../../store/draft.ts'
import { findInboxId } from '../../../store/inbox.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listDraftsEndpoint = defineEndpoint({
  name: 'list_drafts',
  tag: 'Drafts',
  summary: 'List drafts',
  description: 'Drafts of an inbox that are not sent, newest first. Get one for all that it holds.',
  query: draftListQuery,
  status: 200,
  answer: draftPage,
  errors: ['not_found'],
  handle: async ({ deps, principal, path, query, signal }) => {
    const inboxId = found(await findInboxId(deps.database, principal, path('slug')))
    const { items, ...page } = await listPage(
      { deps, signal, list: 'drafts', principal, query, within: { inboxId } },
      (asked, sql) => listDrafts(sql, principal.tenantId, inboxId, asked),
      ({ id }) => [id],
    )
    return { drafts: items, ...page }
  },
})
