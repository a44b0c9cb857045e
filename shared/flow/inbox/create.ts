/** Creating an inbox. */
import { isDeepStrictEqual } from 'node:util'
import { ServiceError } from '../../domain/errors.ts'
import { defaultWebhookEvents } from '../../domain/event.ts'
import { newId } from '../../domain/ids.ts'
import type { CreateInbox } from '../../domain/inbox.ts'
import type { Principal } from '../../domain/principal.ts'
import { newWebhookSecret } from '../../events/signature.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { Database } from '../../store/database.ts'
import { takeSlug } from '../../store/freed-slug.ts'
import { type InboxRow, insertInbox } from '../../store/inbox.ts'
import { databaseCode, uniqueViolation } from '../../store/store-error.ts'
import { countInboxes } from '../../store/usage.ts'
import { charge } from '../access/charge.ts'
import { slugTaken } from './slug-taken.ts'
import { requireWebhookScope } from './webhook-scope.ts'

/** What changing inboxes needs. */
export interface InboxParts {
  database: Database
  keyring: Keyring
  /** @throws ServiceError `validation_error` for a URL that events must not be pushed to. */
  checkWebhookUrl(url: string): Promise<void>
}

/**
 * Makes an inbox, ready to receive at once. A slug that another account had is taken for `slugQuarantineDays`: what was
 * meant for its inbox still comes.
 * @throws ServiceError `slug_taken`, `credits_exhausted`, `forbidden`, `quota_exceeded`.
 */
export async function createInbox(
  parts: InboxParts & { slugQuarantineDays: number; inboxQuota: number },
  principal: Principal,
  order: CreateInbox,
): Promise<InboxRow> {
  requireWebhookScope(principal, {
    ...(order.webhook_url === null ? {} : { webhook_url: order.webhook_url }),
    ...(isDeepStrictEqual(order.webhook_events, defaultWebhookEvents)
      ? {}
      : { webhook_events: order.webhook_events }),
  })
  if (order.webhook_url !== null) await parts.checkWebhookUrl(order.webhook_url)
  const id = newId('inbox')
  const webhookSecret = parts.keyring.seal('webhook_secret', newWebhookSecret())
  try {
    return await parts.database.transaction(async (tx) => {
      await charge(tx, principal, 'create_inbox', id)
      const inbox = await insertInbox(tx, { ...order, tenantId: principal.tenantId, id, webhookSecret })
      const { accountId } = principal
      if (!(await takeSlug(tx, { slug: order.slug, accountId }, parts.slugQuarantineDays)))
        throw new ServiceError('slug_taken')
      const { inboxQuota } = parts
      if (inboxQuota > 0 && (await countInboxes(tx, principal.tenantId)) > inboxQuota)
        throw new ServiceError(
          'quota_exceeded',
          `There are ${inboxQuota} inboxes, which is the most; delete one first.`,
        )
      return inbox
    })
  } catch (error) {
    if (databaseCode(error) !== uniqueViolation) throw error
    throw await slugTaken(parts.database, principal, order.slug)
  }
}
