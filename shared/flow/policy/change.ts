/** Making, changing and deleting policies: on record, and known to this process at once and to the others by NOTIFY. */
import { auditEntry } from '../../domain/audit.ts'
import type { ErrorDetail } from '../../domain/errors.ts'
import { ServiceError } from '../../domain/errors.ts'
import { isId, newId } from '../../domain/ids.ts'
import { loosens } from '../../domain/inbox-key.ts'
import type { Policy } from '../../domain/policy.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Sql } from '../../lib/sql.ts'
import type { CreatePolicy, UpdatePolicy } from '../../policy/contract.ts'
import { policyTypes } from '../../policy/index.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { deletePolicy, insertPolicy, lockPolicy, updatePolicy } from '../../store/policy.ts'
import { announcePolicyChange } from '../../store/policy-changes.ts'
import { deleteCounters } from '../../store/policy-counter.ts'
import { charge } from '../access/charge.ts'
import { invalid, policyInbox, requireRoom } from './scope.ts'

/** What a change needs: `policiesChanged` is called once it is committed, since the other way, by Postgres, takes a moment. */
interface Parts {
  database: Database
  policiesChanged(tenantId: string): void
}

/** Makes a policy. @throws ServiceError `forbidden`, `validation_error`, `credits_exhausted`. */
export async function makePolicy(
  parts: Parts,
  principal: Principal,
  { inbox_id, ...order }: CreatePolicy,
): Promise<Policy> {
  if (principal.inboxId !== null && order.type === 'domain_allowlist')
    throw loosens('make an allow list: those of one inbox add up')
  const { tenantId } = principal
  const id = newId('policy')
  return changing(parts, principal, async (tx) => {
    await charge(tx, principal, 'create_policy', id)
    const inboxId = await policyInbox(tx, principal, inbox_id)
    await requireRoom(tx, tenantId, inboxId)
    const policy = await insertPolicy(tx, tenantId, { ...order, id, inbox_id: inboxId })
    await record(tx, principal, policy, 'made')
    return policy
  })
}

/**
 * Changes the fields that are present; undefined where there is no such policy within reach.
 * @throws ServiceError `forbidden`, `validation_error` for what the policy's type doesn't allow.
 */
export async function changePolicy(
  parts: Parts,
  principal: Principal,
  id: string,
  changes: UpdatePolicy,
): Promise<Policy | undefined> {
  if (!isId('policy', id)) return undefined
  const { tenantId } = principal
  return changing(parts, principal, async (tx) => {
    const before = await lockPolicy(tx, principal, id)
    if (before === undefined) return undefined
    const { name = before.name, enabled = before.enabled, action = before.action } = changes
    const { type } = before
    if (!policyTypes[type].actions.includes(action))
      throw invalid('body.action', `must be one of ${policyTypes[type].actions.join(', ')} for ${type}`)
    const config =
      changes.config === undefined
        ? before.config
        : parsedConfig(type, { ...before.config, ...changes.config })
    let inbox_id = before.inbox_id
    if (changes.inbox_id !== undefined && changes.inbox_id !== before.inbox_id) {
      inbox_id = await policyInbox(tx, principal, changes.inbox_id)
      await requireRoom(tx, tenantId, inbox_id, { moved: true })
    }
    const policy = await updatePolicy(tx, tenantId, { ...before, name, enabled, action, config, inbox_id })
    // A limit that is another counts anew.
    if (changes.config !== undefined && type === 'rate_limit') await deleteCounters(tx, tenantId, id)
    await record(tx, principal, policy, 'changed', Object.keys(changes))
    return policy
  })
}

/** @throws ServiceError `validation_error` naming each key that is unknown or invalid. */
function parsedConfig(type: Policy['type'], given: Record<string, unknown>): Policy['config'] {
  const parsed = policyTypes[type].config.safeParse(given)
  if (parsed.success) {
    const problems = policyTypes[type].problems?.(parsed.data) ?? []
    if (problems.length === 0) return parsed.data
    const details = problems.map(({ path, message }) => ({
      path: ['body', 'config', ...path].join('.'),
      message,
    }))
    throw new ServiceError('validation_error', undefined, { details })
  }
  const details = parsed.error.issues.flatMap((issue): ErrorDetail[] => {
    const path = ['body', 'config', ...issue.path.map(String)]
    if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }]
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'is not a known field' }))
  })
  throw new ServiceError('validation_error', undefined, { details })
}

/** Deletes a policy for good; false where there is none within reach. */
export async function removePolicy(parts: Parts, principal: Principal, id: string): Promise<boolean> {
  if (!isId('policy', id)) return false
  return changing(parts, principal, async (tx) => {
    const policy = await deletePolicy(tx, principal, id)
    if (policy === undefined) return false
    await deleteCounters(tx, principal.tenantId, id)
    await record(tx, principal, policy, 'deleted')
    return true
  })
}

/** Runs `work` in a transaction; the listener of this process has forgotten the old policies before it is answered. */
async function changing<T>(
  { database, policiesChanged }: Parts,
  { tenantId }: Principal,
  work: (tx: Sql) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(work)
  } finally {
    // An answer to COMMIT that is lost leaves open whether there is a change.
    policiesChanged(tenantId)
  }
}

/** Puts a change on record, and tells all processes of it. The config may hold what nobody else should read: it stays out. */
async function record(
  tx: Sql,
  { tenantId, userId, keyId }: Principal,
  { id, name, type, action, inbox_id, enabled }: Policy,
  what: 'made' | 'changed' | 'deleted',
  fields?: string[],
): Promise<void> {
  await Promise.all([
    insertAuditEntries(tx, [
      auditEntry(tenantId, inbox_id, 'settings', 'medium', `Policy "${name}" was ${what}.`, {
        policy_id: id,
        type,
        action,
        enabled,
        ...(fields === undefined ? {} : { fields }),
        user_id: userId,
        key_id: keyId,
      }),
    ]),
    announcePolicyChange(tx, tenantId),
  ])
}
