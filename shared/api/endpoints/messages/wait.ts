/** GET /inboxes/{slug}/wait */

import { limits } from '../../../domain/limits.ts'
import { readCursor, signCursor } from '../../../domain/pagination.ts'
import { waitAnswer, waitQuery } from '../../../domain/wait.ts'
import { findPositionAgo } from '../../../store/event.ts'
import { findInboxId } from '../../../store/inbox.ts'
import { findMessage } from '../../../store/message.ts'
import type { WaitHit } from '../../../store/wait.ts'
import { defineEndpoint, found } from '../../endpoint.ts'
import { readOf } from '../../reads.ts'
import { showMessage } from './show.ts'

export const waitForMessageEndpoint = defineEndpoint({
  name: 'wait_for_message',
  tag: 'Messages',
  summary: 'Wait for a message',
  description: `Answers as soon as a matching inbound message has passed its checks, or with \`message: null\` after \`timeout\` seconds. Withheld messages are skipped until they are released, unless \`status\` asks for them. To get one message after the other without missing any, pass \`next_cursor\` as \`cursor\`. Up to ${limits.waitsPerKey} requests of a key wait at once in each process of the service.`,
  query: waitQuery,
  status: 200,
  answer: waitAnswer,
  errors: ['not_found', 'too_many_streams'],
  reads: ({ message }) => (message === null ? [] : readOf([message])),
  handle: async ({ deps, principal, query, path, signal }) => {
    const { database, keyring, waiters } = deps
    const inboxId = found(await findInboxId(database, principal, path('slug')))
    const binding = { list: 'wait', tenantId: principal.tenantId, filters: { inboxId } }
    const [position, began, behind] = readCursor(keyring, binding, query.cursor) ?? []
    const until = Date.now() + query.timeout * 1_000
    const filter = {
      from: query.from ?? null,
      subject: query.subject ?? null,
      threadId: query.thread_id ?? null,
      status: query.status ?? null,
    }
    const since = began === undefined ? (query.since ?? null) : Number(began)
    let after = position === undefined ? null : Number(position)
    if (after === null && since === null && query.waited > 0)
      after = await findPositionAgo(database, principal.tenantId, query.waited)
    let backlog = since === null ? null : { since, behind: behind ?? null }
    for (;;) {
      const timeoutMs = Math.max(0, until - Date.now())
      const hit = await waiters.wait(principal, {
        inboxId,
        filter,
        backlog,
        after,
        timeoutMs,
        signal,
      })
      const row = hit.id === null ? null : await findMessage(database, principal, hit.id)
      after = hit.position
      backlog = hit.backlog
      // A message that was deleted in this moment is none.
      if (row === undefined) continue
      return {
        message: row === null ? null : await showMessage(deps, principal, row),
        next_cursor: signCursor(keyring, binding, cursorOf(hit)),
      }
    }
  },
})

/** The position, and while a backlog is left where it began and the last message of it. */
const cursorOf = ({ position, backlog }: WaitHit): string[] => [
  String(position),
  ...(backlog?.behind == null ? [] : [String(backlog.since), backlog.behind]),
]
