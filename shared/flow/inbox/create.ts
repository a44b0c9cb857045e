/** Creating an inbox. */

import { ServiceError } from '../../domain/errors.ts'
import { newId } from '../../domain/ids.ts'
import type { CreateInbox } from '../../domain/inbox.ts'
import type { Principal } from '../../domain/principal.ts'
import { newWebhookSecret } from '../../events/signature.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { Database } from '../../store/database.ts'
import { type InboxRow, insertInbox } from '../../store/inbox.ts'
import { databaseCode, uniqueViolation } from '../../store/store-error.ts'
import { charge } from '../access/charge.ts'

/** What changing inboxes needs. */
export interface InboxParts {
  database: Database
  keyring: Keyring
  /** @throws ServiceError `validation_error` for a URL that events must not be pushed to. */
  checkWebhookUrl(url: string): Promise<void>
}

/** Makes an inbox, ready to receive at once. @throws ServiceError `slug_taken`, `credits_exhausted`, `forbidden`. */
export async function createInbox(
  parts: InboxParts,
  principal: Principal,
  order: CreateInbox,
): Promise<InboxRow> {
  if (principal.inboxId !== null)
    throw new ServiceError('forbidden', 'A key that is limited to one inbox can not create another.')
  if (order.webhook_url !== null) await parts.checkWebhookUrl(order.webhook_url)
  const id = newId('inbox')
  const webhookSecret = parts.keyring.seal('webhook_secret', newWebhookSecret())
  try {
    return await parts.database.transaction(async (tx) => {
      await charge(tx, principal, 'create_inbox', id)
      return insertInbox(tx, { ...order, tenantId: principal.tenantId, id, webhookSecret })
    })
  } catch (error) {
    throw databaseCode(error) === uniqueViolation ? new ServiceError('slug_taken') : error
  }
}
