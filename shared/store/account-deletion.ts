/** Deleting accounts in the database: out of reach at once, and out of the tables bit by bit. */
import type { Sql } from '../lib/sql.ts'
import { lockChains } from './audit-chain.ts'
import type { Database } from './database.ts'
import { deleteGoneJobs } from './gone-jobs.ts'
import { hideInboxesOfAccount, removeHiddenInbox } from './inbox-deletion.ts'

/** Rows that one statement deletes. */
const batchSize = 2_000

/**
 * Marks an account as deleted, where it has this name and is not deleted yet, revokes all its keys and hides all its
 * inboxes. False: it is not the account's name.
 */
export async function markAccountDeleted(
  tx: Sql,
  accountId: string,
  organizationName: string,
): Promise<boolean> {
  const marked = await tx.query(
    `update accounts set deleted_at = now() where id = $1 and organization_name = $2 and deleted_at is null returning id`,
    [accountId, organizationName],
  )
  if (marked.length === 0) return false
  await revokeKeys(tx, accountId)
  await hideInboxesOfAccount(tx, accountId)
  return true
}

/** Accounts that are deleted, and not removed yet. */
export async function findDeletedAccounts(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'select id from accounts where deleted_at is not null order by deleted_at',
  )
  return rows.map(({ id }) => id)
}

/** What goes on costing money at a payment gateway until it is ended there. */
export interface StandingOrder {
  kind: 'subscription' | 'payment method'
  gateway: string
  reference: string
}

/** The standing orders of an account, subscriptions first. */
export function findStandingOrders(sql: Sql, accountId: string): Promise<StandingOrder[]> {
  return sql.query<StandingOrder>(
    `select 'subscription' as kind, s.gateway, s.reference from subscriptions s join tenants t on t.id = s.tenant_id
     where t.account_id = $1 and s.status <> 'ended' and s.reference is not null
     union all
     select 'payment method', m.gateway, m.reference from payment_methods m join tenants t on t.id = m.tenant_id
     where t.account_id = $1 order by kind desc`,
    [accountId],
  )
}

/** The customer of a gateway that was asked for a subscription, and gave no answer. */
export interface UnansweredCustomer {
  tenantId: string
  gateway: string
  reference: string
  /** Whether the request may still be under way: the account was deleted less than a minute ago. */
  underWay: boolean
}

/** Customers that may have a subscription of which we know no more than that we have asked for it. */
export function findUnansweredCustomers(sql: Sql, accountId: string): Promise<UnansweredCustomer[]> {
  return sql.query<UnansweredCustomer>(
    `select c.tenant_id as "tenantId", c.gateway, c.reference,
       coalesce(a.deleted_at > now() - interval '1 minute', false) as "underWay"
     from billing_customers c join tenants t on t.id = c.tenant_id join accounts a on a.id = t.account_id
     where a.id = $1 and exists (
       select 1 from subscriptions s where s.tenant_id = c.tenant_id and s.gateway = c.gateway and s.reference is null)`,
    [accountId],
  )
}

/**
 * Removes all that a deleted account has but the account itself and its billing, in statements that are short however
 * large it is. Several processes may do it at once.
 */
export async function removeAccountContents(database: Database, accountId: string): Promise<void> {
  // What was being made while the account was deleted: a key, an inbox.
  await revokeKeys(database, accountId)
  await hideInboxesOfAccount(database, accountId)
  const tenantIds = await tenantsOf(database, accountId)
  const inboxes = await database.query<{ tenantId: string; id: string }>(
    'select tenant_id as "tenantId", id from inboxes where tenant_id = any($1)',
    [tenantIds],
  )
  for (const { tenantId, id } of inboxes) await removeHiddenInbox(database, tenantId, id)
  for (const table of ['audit_unlinked', 'audit_chain', 'audit_entries'])
    await inBatches(() =>
      database.transaction(async (tx) => {
        await allowErasure(tx, tenantIds)
        return deleteBatch(tx, table, 'tenant_id', tenantIds)
      }),
    )
  await inBatches(() => deleteBatch(database, 'credit_entries', 'account_id', [accountId]))
}

/** Removes a deleted account with what little is left of it. */
export async function removeAccount(database: Database, accountId: string): Promise<void> {
  const tenantIds = await tenantsOf(database, accountId)
  await database.transaction(async (tx) => {
    await lockChains(tx, tenantIds)
    await allowErasure(tx, tenantIds)
    // Before the account, as admission locks them.
    await tx.query('delete from rate_limits where tenant_id = any($1)', [tenantIds])
    await tx.query(
      'delete from sign_in_links l using users u where u.account_id = $1 and l.email = lower(u.email)',
      [accountId],
    )
    await tx.query('delete from accounts where id = $1 and deleted_at is not null', [accountId])
    // These tables don't refer to the account: whatever came while it was going, goes too.
    for (const table of ['audit_unlinked', 'audit_chain'])
      await tx.query(`delete from ${table} where tenant_id = any($1)`, [tenantIds])
  })
  for (const tenantId of tenantIds) await deleteGoneJobs(database, tenantId)
}

async function tenantsOf(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>('select id from tenants where account_id = $1', [accountId])
  return rows.map(({ id }) => id)
}

async function revokeKeys(sql: Sql, accountId: string): Promise<void> {
  await sql.query('delete from api_keys k using tenants t where t.account_id = $1 and k.tenant_id = t.id', [
    accountId,
  ])
}

/**
 * Lets this transaction delete audit entries of these tenants, which belong to deleted accounts. Nothing else sets it:
 * the database refuses all other deletions (013_audit_chain.sql).
 */
async function allowErasure(tx: Sql, tenantIds: string[]): Promise<void> {
  await tx.query(`select set_config('agent_email.erased_tenants', $1, true)`, [tenantIds.join(',')])
}

async function deleteBatch(sql: Sql, table: string, column: string, ids: string[]): Promise<number> {
  const rows = await sql.query(
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${column} = any($1) limit $2 for update skip locked)) returning 1`,
    [ids, batchSize],
  )
  return rows.length
}

async function inBatches(deleteSome: () => Promise<number>): Promise<void> {
  for (let deleted = batchSize; deleted === batchSize; ) deleted = await deleteSome()
}
