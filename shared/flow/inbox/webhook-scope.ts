/** Who may say where the events of an inbox go. */
import type { UpdateInbox } from '../../domain/inbox.ts'
import type { Principal } from '../../domain/principal.ts'
import { lacksScope } from '../../domain/scopes.ts'

/**
 * Where events go, and which, is a matter of `webhooks:write`, beside the scope that changes inboxes.
 * @throws ServiceError `forbidden`, naming the scope.
 */
export function requireWebhookScope(
  { scopes }: Pick<Principal, 'scopes'>,
  {
    webhook_url,
    webhook_events,
    webhook_enabled,
  }: Pick<UpdateInbox, 'webhook_url' | 'webhook_events' | 'webhook_enabled'>,
): void {
  if (webhook_url === undefined && webhook_events === undefined && webhook_enabled === undefined) return
  if (!scopes.includes('webhooks:write')) throw lacksScope('webhooks:write')
}
