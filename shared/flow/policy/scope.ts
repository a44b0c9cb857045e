/** Which inbox a policy may be for, by who asks. */
import { ServiceError } from '../../domain/errors.ts'
import { isId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Sql } from '../../lib/sql.ts'
import { inboxExists } from '../../store/inbox.ts'
import { countPolicies } from '../../store/policy.ts'

/**
 * The inbox of a policy: the one asked for, null for all. A key limited to one inbox makes policies for that one only,
 * and for it where it names none. `path` is where the caller has named it.
 * @throws ServiceError `forbidden`; `validation_error` for an inbox that isn't there.
 */
export async function policyInbox(
  sql: Sql,
  { tenantId, inboxId }: Principal,
  asked: string | null | undefined,
  path = 'body.inbox_id',
): Promise<string | null> {
  const wanted = asked === undefined ? inboxId : asked
  if (inboxId !== null && wanted !== inboxId)
    throw new ServiceError(
      'forbidden',
      'A key that is limited to one inbox can make policies for that inbox only.',
    )
  if (wanted === null) return null
  if (isId('inbox', wanted) && (await inboxExists(sql, { tenantId, inboxId: null }, wanted))) return wanted
  throw invalid(path, 'is not an inbox of this account and mode')
}

/**
 * Makes sure that there is room for one more policy of a scope, a new one or one that is `moved` there. Whoever asks next
 * waits. @throws ServiceError `validation_error`.
 */
export async function requireRoom(
  tx: Sql,
  tenantId: string,
  inboxId: string | null,
  { moved = false } = {},
): Promise<void> {
  const { all, ofScope } = await countPolicies(tx, tenantId, inboxId)
  if (all >= limits.policies && !moved)
    throw invalid('body', `there are ${limits.policies} policies, which is the most; delete one first`)
  if (ofScope < limits.policiesPerScope) return
  const scope = inboxId === null ? 'for all inboxes' : 'for this inbox'
  throw invalid(
    'body.inbox_id',
    `there are ${limits.policiesPerScope} policies ${scope}, which is the most; delete one first`,
  )
}

/** A `validation_error` with one detail. */
export const invalid = (path: string, message: string): ServiceError =>
  new ServiceError('validation_error', undefined, { details: [{ path, message }] })
