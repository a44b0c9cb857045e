/** Deleting an account with everything in both of its tenants. */
import { ServiceError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/principal.ts'
import { waitAtMost } from '../../lib/wait-at-most.ts'
import {
  findDeletedAccounts,
  markAccountDeleted,
  removeAccount,
  removeAccountContents,
} from '../../store/account-deletion.ts'
import { announcePolicyChange } from '../../store/policy-changes.ts'
import { lockRole } from '../../store/user.ts'
import type { BillingParts } from '../billing/parts.ts'
import { endBilling } from './end-billing.ts'
import { assertManages, assertWholeAccount } from './whole-account.ts'

/** Milliseconds that a caller waits for the rows to be gone: those of most accounts are by then. */
const waitMs = 2_000

/**
 * Deletes the account of `principal` for good: `confirm` is the name of its organisation. One short transaction revokes
 * all keys, in both modes and on every process, and takes all inboxes out of sight; the rows are removed right after,
 * audit entries and credits included, once its subscription is ended at the payment gateway. The log says that it was done, and nothing of what was in it.
 * @throws ServiceError `forbidden`, `validation_error`.
 */
export async function deleteAccount(
  parts: BillingParts & { policiesChanged(): void },
  principal: Principal,
  confirm: string,
): Promise<void> {
  assertWholeAccount(principal)
  const { accountId, userId, keyId } = principal
  const marked = await parts.database.transaction(async (tx) => {
    if (!(await markAccountDeleted(tx, accountId, confirm))) return false
    assertManages(await lockRole(tx, accountId, userId))
    // Whoever takes one of the slugs next is not to be refused mail by the policies of this account.
    await announcePolicyChange(tx)
    return true
  })
  if (!marked)
    throw new ServiceError('validation_error', undefined, {
      details: [{ path: 'body.confirm', message: 'is not the name of the organisation' }],
    })
  parts.policiesChanged()
  parts.log.info({ account_id: accountId, user_id: userId, key_id: keyId }, 'account deleted')
  await waitAtMost(waitMs, remove(parts, accountId))
}

/** Removes what is left of deleted accounts. */
export async function removeDeletedAccounts(parts: BillingParts, signal?: AbortSignal): Promise<void> {
  for (const id of await findDeletedAccounts(parts.database)) {
    if (signal?.aborted === true) return
    await remove(parts, id)
  }
}

/** Never throws: what it leaves is out of reach, and housekeeping removes it. */
async function remove(parts: BillingParts, accountId: string): Promise<void> {
  const { database, log } = parts
  try {
    await removeAccountContents(database, accountId)
    await endBilling(parts, accountId)
    await removeAccount(database, accountId)
    log.info({ account_id: accountId }, 'all of a deleted account is removed')
  } catch (error) {
    log.warn(
      { err: error, account_id: accountId },
      'rows of a deleted account are left; they are tried again',
    )
  }
}
