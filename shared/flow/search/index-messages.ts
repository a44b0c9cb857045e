/** Makes messages searchable, in the transaction that decides on them or takes them to be sent. */
import { tagsOf } from '../../domain/tags.ts'
import type { Sql } from '../../lib/sql.ts'
import { replaceTags, writeSearchRows } from '../../store/message-search.ts'
import { type SearchedText, searchVector } from './vector.ts'

/** A stored message, and what can be searched of it: what is shown of it. */
export interface IndexedMessage extends SearchedText {
  tenantId: string
  id: string
  inboxId: string
  /** Given where the message is stored with some: lists can be filtered by it. */
  metadata?: Record<string, unknown>
}

/** Writes what `messages` are searched by; again, when what they say has changed. */
export async function indexMessages(tx: Sql, messages: readonly IndexedMessage[]): Promise<void> {
  const rows = messages.map(({ tenantId, id, inboxId, ...text }) => ({
    tenantId,
    messageId: id,
    inboxId,
    vector: searchVector(inboxId, text),
  }))
  await Promise.all([
    writeSearchRows(tx, rows),
    ...messages.flatMap(({ tenantId, id, inboxId, metadata = {} }) =>
      Object.keys(metadata).length === 0
        ? []
        : [replaceTags(tx, { tenantId, inboxId, messageId: id }, tagsOf([], metadata))],
    ),
  ])
}
