/** Creating an API key: never one that can do, see or last more than its creator. */
import type { CreateApiKey } from '../../domain/api-key.ts'
import { ServiceError } from '../../domain/errors.ts'
import { isId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import { agentScopes } from '../../domain/scopes.ts'
import { findTenant } from '../../store/api-key.ts'
import type { Database } from '../../store/database.ts'
import { holdInbox } from '../../store/inbox.ts'
import { holdUser } from '../../store/user.ts'
import { assertKeyLives } from '../access/key-lives.ts'
import { issueKey } from '../account/issue-key.ts'

/**
 * Makes a key. A live key may make sandbox keys, but not the other way round.
 * @throws ServiceError `forbidden`; `unauthorized` for a key that is gone by now; `validation_error` for an inbox that isn't there.
 */
export async function createKey(database: Database, principal: Principal, order: CreateApiKey) {
  const { mode = principal.mode, scopes = agentScopes, name } = order
  const lacking = scopes.filter((scope) => !principal.scopes.includes(scope))
  if (lacking.length > 0)
    throw new ServiceError('forbidden', `A key can not grant scopes it lacks: ${lacking.join(', ')}.`)
  if (mode === 'live' && principal.mode === 'sandbox')
    throw new ServiceError('forbidden', 'A sandbox key can not create a live key.')
  const inboxId = order.inbox_id ?? principal.inboxId
  if (principal.inboxId !== null && (inboxId !== principal.inboxId || mode !== principal.mode))
    throw new ServiceError(
      'forbidden',
      'A key that is limited to one inbox can create keys for that inbox only.',
    )
  const tenantId =
    mode === principal.mode ? principal.tenantId : await findTenant(database, principal.accountId, mode)
  if (tenantId === undefined) throw new ServiceError('not_found')
  return database.transaction(async (tx) => {
    // The keys of somebody who is being removed go with them: none is made in between.
    await holdUser(tx, principal)
    await assertKeyLives(tx, principal)
    // Nor one for an inbox that is being deleted: its keys go with it.
    if (
      inboxId !== null &&
      !(isId('inbox', inboxId) && (await holdInbox(tx, { tenantId, inboxId: null }, inboxId)))
    )
      throw new ServiceError('validation_error', undefined, {
        details: [{ path: 'body.inbox_id', message: 'is not an inbox of this account and mode' }],
      })
    const expiresAt = lastingNoLonger(order.expires_at, principal.expiresAt)
    return issueKey(tx, { tenantId, mode, userId: principal.userId, name, scopes, inboxId, expiresAt })
  })
}

function lastingNoLonger(asked: number | undefined, limit: string | null): string | null {
  if (asked === undefined) return limit
  if (asked <= Date.now()) invalid('must be in the future')
  if (limit !== null && asked > Date.parse(limit))
    invalid(`must not be after that of the creating key, ${limit}`)
  return new Date(asked).toISOString()
}

function invalid(message: string): never {
  throw new ServiceError('validation_error', undefined, { details: [{ path: 'body.expires_at', message }] })
}
