/** Changing what a caller keeps with a message: labels and metadata. */
import { ServiceError } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { UpdateMessage } from '../../domain/message.ts'
import type { Principal } from '../../domain/principal.ts'
import { changedLabels, tagsOf } from '../../domain/tags.ts'
import type { Database } from '../../store/database.ts'
import { findMessage, lockTags, type StoredMessage, writeTags } from '../../store/message.ts'
import { replaceTags } from '../../store/message-search.ts'

/** Changes the fields that are present; undefined where there is no such message. @throws ServiceError `validation_error`. */
export function updateMessage(
  database: Database,
  principal: Principal,
  id: string,
  slug: string | undefined,
  changes: UpdateMessage,
): Promise<StoredMessage | undefined> {
  const { tenantId } = principal
  return database.transaction(async (tx) => {
    const known = await lockTags(tx, principal, id, slug)
    if (known === undefined) return undefined
    const labels = changes.labels === undefined ? known.labels : changedLabels(known.labels, changes.labels)
    if (labels.length > limits.labels)
      throw new ServiceError('validation_error', undefined, {
        details: [{ path: 'body.labels', message: `a message has at most ${limits.labels}` }],
      })
    const metadata = changes.metadata ?? known.metadata
    await writeTags(tx, tenantId, id, labels, metadata)
    await replaceTags(tx, { tenantId, inboxId: known.inboxId, messageId: id }, tagsOf(labels, metadata))
    return findMessage(tx, principal, id)
  })
}
