/** Putting addresses on the suppression list and taking them off it, on record. */
import { auditEntry } from '../../domain/audit.ts'
import { ServiceError } from '../../domain/errors.ts'
import { newId } from '../../domain/ids.ts'
import { loosens } from '../../domain/inbox-key.ts'
import type { Principal } from '../../domain/principal.ts'
import type { CreateSuppression, Suppression } from '../../domain/suppression.ts'
import { AddressListError, parseAddress } from '../../mail/compose/address-list.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { deleteSuppression, findSuppression, insertSuppressions } from '../../store/suppression.ts'

/**
 * Suppresses an address by hand. One that is suppressed already stays as it is, and so does why; unless a key of one
 * inbox put it there, and the tenant does now.
 * @throws ServiceError `validation_error`; `forbidden` where it is there already, out of the caller's reach.
 */
export function suppress(
  database: Database,
  principal: Principal,
  { address: given, reason }: CreateSuppression,
  inboxDomain: string,
): Promise<Suppression> {
  const address = addressOf(given, inboxDomain)
  const { tenantId, inboxId, userId, keyId } = principal
  const id = newId('suppression')
  return database.transaction(async (tx) => {
    const order = {
      tenantId,
      id,
      address,
      reason: 'manual',
      detail: reason ?? null,
      inboxId,
      messageId: null,
    } as const
    const written = await insertSuppressions(tx, [order])
    const found = await findSuppression(tx, principal, address)
    if (found === undefined)
      throw new ServiceError('forbidden', 'The address is suppressed already, out of reach of this API key.')
    if (written.size > 0)
      await insertAuditEntries(tx, [
        auditEntry(tenantId, inboxId, 'settings', 'low', 'An address was put on the suppression list.', {
          address,
          suppression_id: found.id,
          user_id: userId,
          key_id: keyId,
        }),
      ])
    return found
  })
}

/**
 * Takes an address off the list, so that it is sent to again; false where it isn't on it, within reach.
 * @throws ServiceError `forbidden` for a key of one inbox, where nobody put it there by hand.
 */
export async function unsuppress(
  database: Database,
  principal: Principal,
  address: string,
): Promise<boolean> {
  // What can't be stored can't be on the list.
  if (/\p{Cc}/u.test(address) || !address.isWellFormed()) return false
  const { tenantId, userId, keyId } = principal
  return database.transaction(async (tx) => {
    if (principal.inboxId !== null) {
      // Locked: one that bounces in this moment has bounced.
      const there = await findSuppression(tx, principal, address, true)
      // A bounce or a complaint is the recipient's word, and not the agent's to take back.
      if (there !== undefined && there.reason !== 'manual')
        throw loosens('take off an address that bounced or complained')
    }
    const removed = await deleteSuppression(tx, principal, address)
    if (removed === undefined) return false
    await insertAuditEntries(tx, [
      auditEntry(
        tenantId,
        removed.inbox_id,
        'settings',
        'medium',
        'An address was taken off the suppression list.',
        {
          address: removed.address,
          reason: removed.reason,
          suppression_id: removed.id,
          user_id: userId,
          key_id: keyId,
        },
      ),
    ])
    return true
  })
}

function addressOf(given: string, inboxDomain: string): string {
  try {
    return parseAddress(given.trim(), inboxDomain)
  } catch (error) {
    if (!(error instanceof AddressListError)) throw error
    throw new ServiceError('validation_error', undefined, {
      details: [{ path: 'body.address', message: error.message }],
    })
  }
}
