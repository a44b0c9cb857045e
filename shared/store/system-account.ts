/** The account that is the system's own, in the database: it has one inbox, which it is found by. */
import type { Sql } from '../lib/sql.ts'

export interface SystemAccount {
  accountId: string
  tenantId: string
  inboxId: string
  userId: string
}

/** Makes others who would make the account wait until the end of the transaction. */
export async function lockSystemAccount(tx: Sql): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtext($1))', ['system_account'])
}

/** The account whose inbox is `slug`; its user is null where it was made before it had one. */
export async function findSystemAccount(
  sql: Sql,
  slug: string,
): Promise<(Omit<SystemAccount, 'userId'> & { userId: string | null }) | undefined> {
  const [row] = await sql.query<Omit<SystemAccount, 'userId'> & { userId: string | null }>(
    `select t.account_id as "accountId", i.tenant_id as "tenantId", i.id as "inboxId",
       (select min(id) from users u where u.account_id = t.account_id) as "userId"
     from inboxes i join tenants t on t.id = i.tenant_id where i.slug = $1`,
    [slug],
  )
  return row
}

/** Stores the account with its tenant and its inbox, which is named after it; not its user. `webhookSecret` is sealed. */
export async function insertSystemAccount(
  tx: Sql,
  account: Omit<SystemAccount, 'userId'> & { name: string; slug: string; webhookSecret: string },
): Promise<void> {
  const { accountId, tenantId, inboxId, name, slug, webhookSecret } = account
  await tx.query(
    `insert into accounts (id, organization_name, contact_email, credits) values ($1, $2, '', 0)`,
    [accountId, name],
  )
  await tx.query(`insert into tenants (id, account_id, mode) values ($1, $2, 'live')`, [tenantId, accountId])
  await tx.query(
    `insert into inboxes (tenant_id, id, slug, display_name, security_level, webhook_secret) values ($1, $2, $3, $4, 1, $5)`,
    [tenantId, inboxId, slug, name, webhookSecret],
  )
}

/** Stores the user that keys of the account belong to. */
export async function insertSystemUser(tx: Sql, accountId: string, userId: string): Promise<void> {
  await tx.query(`insert into users (account_id, id, email) values ($1, $2, '')`, [accountId, userId])
}

/** Gives the account credits, with the ledger entry. */
export async function grantSystemCredits(
  tx: Sql,
  accountId: string,
  grant: { entryId: string; amount: number; reason: string },
): Promise<void> {
  await tx.query(
    `with granted as (
       update accounts set credits = credits + $3, updated_at = now() where id = $1 returning credits)
     insert into credit_entries (account_id, id, amount, reason, balance_after)
     select $1, $2, $3::bigint, $4, credits from granted`,
    [accountId, grant.entryId, grant.amount, grant.reason],
  )
}
