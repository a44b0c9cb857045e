/** GET /messages/{message_id} */
import { z } from 'zod'
import {
  type AgentView,
  agentView,
  type MessageViewQuery,
  messageViewQuery,
} from '../../../domain/agent-view.ts'
import { isTemporary } from '../../../domain/errors.ts'
import { isId } from '../../../domain/ids.ts'
import { message } from '../../../domain/message.ts'
import type { Principal } from '../../../domain/principal.ts'
import { shownTo } from '../../../domain/withheld.ts'
import { agentPiece, agentText, agentViewOf } from '../../../flow/message/agent-view.ts'
import { attachedPieces } from '../../../flow/message/attached-pieces.ts'
import { findMessage, type StoredMessage } from '../../../store/message.ts'
import { findKnownSince } from '../../../store/taint.ts'
import type { ApiDeps } from '../../deps.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { readOf } from '../../reads.ts'
import { showMessage } from './show.ts'

export const getMessageEndpoint = defineEndpoint({
  name: 'get_message',
  tag: 'Messages',
  summary: 'Get a message',
  description:
    'Returns a message with its bodies, HTML, header fields, security analysis, sender authentication and attachments. If a model reads it, use `body_sanitized` instead of `body`, or ask for `view=agent`, which is made for models. It has only the new text, in pieces that end with a sentence, who the sender proved to be, where links really lead, one-time codes, links that confirm something, and what the attachments say.',
  query: messageViewQuery,
  status: 200,
  answer: z.union([agentView, message]),
  errors: ['not_found'],
  reads: (one) => readOf([one]),
  handle: async ({ deps, principal, path, optional, query }) => {
    const id = path('message_id')
    const row = found(
      isId('message', id) ? await findMessage(deps.database, principal, id, optional('slug')) : undefined,
    )
    return query.view === 'agent'
      ? showToAgent(deps, principal, row, query)
      : showMessage(deps, principal, row)
  },
})

/** @throws NoThreadError. */
async function showToAgent(
  { database, parser, assessors, log }: Pick<ApiDeps, 'database' | 'parser' | 'assessors' | 'log'>,
  principal: Principal,
  stored: StoredMessage,
  { offset, max_chars, include_quoted }: MessageViewQuery,
): Promise<AgentView> {
  const row = shownTo(principal, stored)
  const wanted = { offset, maxChars: max_chars, includeQuoted: include_quoted === 'true' }
  const { direction, inbox_id, content_hidden, subject, html, created_at } = row
  const from = row.from.toLowerCase()
  const piece = agentPiece(row, wanted)
  const room = piece.nextOffset === null ? max_chars - piece.text.length : 0
  const [reading, known, attachments] = await Promise.all([
    content_hidden
      ? null
      : parser.readForAgent(subject, agentText(row, true), html).catch((error: Error) => {
          if (isTemporary(error)) throw error
          log.warn({ message_id: row.id, reason: error.name }, 'links and codes could not be read')
          return null
        }),
    direction === 'outbound' ? [] : findKnownSince(database, principal.tenantId, inbox_id, [from]),
    attachedPieces({ database, parser, assessors }, principal.tenantId, row.attachments, room),
  ])
  const since = known[0]?.since ?? null
  const before = since !== null && since < Date.parse(created_at) ? since : null
  return agentViewOf({ ...row, html_sanitized: null }, reading, before, piece, attachments)
}
